package words

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/ui/lang"
)

// Without a tree the summary says that all is well if it is, and only then.
func TestStrain(t *testing.T) {
	defer lang.Set("en")
	n := network(t)
	out := int64(n.Peer[n.HostPort(5)])
	behind := observe.Strain{Behind: 1, Took: .65, Asked: .988, HoL: .22, Most: 154, MostPort: out}
	for _, c := range []struct {
		name     string
		strain   observe.Strain
		injected uint64
		lang     string
		want     string // of what follows the first sentence
	}{
		{"calm", observe.Strain{Took: .5, Asked: .5, HoL: .04}, 900, "en", "Nothing is congested."},
		{"behind", behind, 900, "en", "There is no congestion tree now. The network falls behind: 65 % of the hosts' link bandwidth is accepted of late, 99 % offered; 22 % of the packets in it are HoL-blocked; 154 packets wait for S1.1 port 1 (to host 5), more than for any other output."},
		{"not measured", observe.Strain{Behind: 1, Took: .5, Asked: 1}, 900, "en", "There is no congestion tree now. The network falls behind: 50 % of the hosts' link bandwidth is accepted of late, 100 % offered."},
		{"keeps up", observe.Strain{Took: .94, Asked: .95, HoL: .12}, 900, "en", "There is no congestion tree now. The network keeps up, but 12 % of the packets in it are HoL-blocked."},
		{"not judged yet", observe.Strain{Took: .73, Asked: .99, HoL: .16}, 900, "en", "There is no congestion tree now. 16 % of the packets in the network are HoL-blocked."},
		{"no window yet", observe.Strain{HoL: .16}, 900, "es", "Ahora no hay ningún árbol de congestión. El 16 % de los paquetes de la red sufre bloqueo HoL."},
		{"falls behind, as it seems", observe.Strain{Took: .25, Asked: .43, HoL: .02}, 900, "en", "There is no congestion tree now."},
		{"small shares", observe.Strain{Behind: 1, Took: .0156, Asked: .0234}, 900, "en", "There is no congestion tree now. The network falls behind: 1.6 % of the hosts' link bandwidth is accepted of late, 2.3 % offered."},
		{"has run empty", behind, 3, "en", "Nothing is congested."},
		{"behind", behind, 900, "es", "Ahora no hay ningún árbol de congestión. La red se queda atrás: carga aceptada últimamente 65 % del ancho de banda de los enlaces de los hosts, ofrecida 99 %; el 22 % de los paquetes que contiene sufre bloqueo HoL; 154 paquetes esperan a S1.1 puerto 1 (a host 5), más que a ninguna otra salida."},
	} {
		lang.Set(c.lang)
		f := &observe.Frame{}
		f.Injected, f.Strain, f.AcceptedNow = c.injected, c.strain, c.strain.Took
		if got := Summary(n, f); !strings.HasSuffix(got, ". "+c.want) && !strings.HasSuffix(got, c.want) || strings.Contains(c.want, "Nothing") && Strain(n, f) != "" {
			t.Errorf("%s, %s: %q", c.name, c.lang, got)
		}
	}
	// The last window may be from before an incast.
	lang.Set("en")
	for hol, want := range map[float64]string{.04: "There is no congestion tree now.", .12: "There is no congestion tree now. 12 % of the packets in the network are HoL-blocked."} {
		f := &observe.Frame{}
		f.Injected, f.Strain, f.AcceptedNow = 900, observe.Strain{Took: .5, Asked: .5, HoL: hol}, .02
		if got := Summary(n, f); !strings.HasSuffix(got, " carry. "+want) {
			t.Errorf("since the window 2 %% is accepted: %q", got)
		}
	}
}
