package ui

// The panel as a static page, for people to look at: with UI_DUMP=<directory> this writes pages
// that show the panel calm, congested and with refusals, to be opened beside public/style.css.

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/vugu/html"
)

// congested fills a page's model with five trees and plausible measures.
func congested(p *fakePage) {
	p.Frame = observe.Header{TimePS: 123_456_000, TargetPS: 123_456_000, Generated: 51_234, Refused: 1_204, Injected: 43_000, Delivered: 41_873, Hops: 209_365,
		Checksum: 0x0123456789abcdef, ChecksumPS: 120_000_000, WindowPS: 60_000_000, AcceptedNow: 0.643, Accepted: 0.581, Offered: 0.998,
		LatencyNS: 18_420, LatencyP50: 12_000, LatencyP99: 97_300, NetworkNS: 2_420, NetworkP50: 2_300, NetworkP99: 6_100, HopsPerSec: 3.42e6, BinPS: 1_000_000}
	for i := uint32(0); i < 5; i++ {
		p.Trees = append(p.Trees, observe.Tree{ID: i + 1, Slot: i + 1, Root: 37 + i*67, Depth: 5 - i, Ports: 61 - 13*i, Packets: 600, Victims: 210 - 40*i, Hosts: 32 - 7*i, BirthPS: int64(40+i*11) * 1_000_000})
	}
	p.Summary = "At 123.5 µs the hosts accept 64 % of what their links could carry. 5 congestion trees stand: the largest has its root at S1.4 port 5, fills 61 ports, blocks 32 hosts and holds 210 victims."
	p.Hover = []string{"S2.14 port 5 → S1.3 port 6", "VC 0: 14 of 16 packets, next wants port 2 (no credits)", "VC 1: 3 of 16 packets", "in tree 1, root S1.4 port 5"}
}

func TestDump(t *testing.T) {
	dir := os.Getenv("UI_DUMP")
	if dir == "" {
		t.Skip("UI_DUMP is not set")
	}
	css, err := filepath.Abs("../public")
	if err != nil {
		t.Fatal(err)
	}
	for name, set := range map[string]func(p *fakePage){
		"calm": func(p *fakePage) { p.Summary = "At 0.0 µs nothing moves yet."; p.State = Paused },
		"congested": func(p *fakePage) {
			congested(p)
			v, _ := scenario.PresetByName("hs25-4")
			p.load(v.Scenario())
			p.Isolated = 2
			p.Note = "Link copied"
		},
		"refused": func(p *fakePage) {
			congested(p)
			p.SetField("load", "1.7")
			p.SetField("network", "rlft-6x2")
			p.SetField("vcs", "99")
			p.SetField("queuing", "vftree")
			p.Banner, p.BannerAction = "The engine has stopped: out of memory. The scenario is kept.", "Restart engine"
			p.State = Failed
		},
		"help": func(p *fakePage) { congested(p); p.root.help.b.(*Help).shown = true },
	} {
		p := newPage(t)
		set(p)
		var b bytes.Buffer
		b.WriteString(`<!doctype html><html lang="en" data-state="running"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>panel</title>
<link rel="stylesheet" href="` + css + `/vendor/uplot/uPlot.min.css"><link rel="stylesheet" href="` + css + `/style.css">
<body><div id="chart"></div>`)
		if err := html.Render(&b, p.html(t)); err != nil {
			t.Fatal(err)
		}
		b.WriteString(`<script src="` + css + `/vendor/uplot/uPlot.iife.min.js"></script><script src="` + css + `/chart.js"></script><script src="` + css + `/timeline.js"></script><script src="` + css + `/table.js"></script><script>
const n=124,t=[],a=[],o=[],l=[],q=[];for(let i=0;i<n;i++){t.push(i+1);o.push(1+.03*Math.sin(i*7));a.push(i<40?.94+.02*Math.sin(i*3):.58+.36*Math.exp(-(i-40)/18)+.015*Math.sin(i*5));l.push(i<2?0:2000+i*150);q.push(i<40?.01:.8*(1-Math.exp(-(i-40)/20)))}
congestreeChart.mount(document.getElementById('chart'));congestreeChart.update({end:124,bins:{t,accepted:a,offered:o,latency:l,network:l.map(v=>v/3)},looks:{t,trapped:q,low:q,high:q,trees:q,ports:q,hosts:q},marks:[]});congestreeChart.show(90,0,0);
</script>`)
		if err := os.WriteFile(filepath.Join(dir, name+".html"), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
