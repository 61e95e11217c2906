package engine

import (
	"strings"
	"testing"

	"github.com/congestree/congestree/engine/fabric"
	"github.com/congestree/congestree/engine/scenario"
)

// The shorter way through switches (fabric/direct.go) does what the general one does, to the bit, and keeps all invariants.
func TestDirect(t *testing.T) {
	product := func(fields ...string) (sets []string) { // of field=a,b
		sets = []string{""}
		for _, f := range fields {
			name, values, _ := strings.Cut(f, "=")
			var more []string
			for _, s := range sets {
				for _, v := range strings.Split(values, ",") {
					more = append(more, s+"&"+name+"="+v)
				}
			}
			sets = more
		}
		return
	}
	var sets []string
	for _, routing := range []string{"dmodk", "oblivious", "adaptive", "adaptive&trigger=TH", "adaptive&trigger=2TH&stages=FS", "adaptive&trigger=TH&stages=SS&delta=2"} {
		for _, s := range product("queuing=1q,dbbm,vftree", "voq=false,true", "traffic=HS25-1,IHS") {
			sets = append(sets, "network=rlft-8x3&load=1&routing="+routing+s)
		}
	}
	sets = append(sets, product("network=rlft-12x2", "load=1", "queuing=flow2sl", "vcs=2", "voq=false,true", "buffer=16,192,1000", "traffic=HS10-4")...)
	sets = append(sets, product("network=rlft-8x3", "load=0.9", "queuing=dbbm", "vcs=3", "voq=true", "delay=0,6,2000", "generation=constant,poisson")...)
	for _, set := range sets {
		set = strings.TrimPrefix(set, "&")
		s, err := scenario.ParseQuery(set)
		if err != nil {
			t.Fatal(set, err)
		}
		c, err := config(s)
		if err != nil {
			t.Fatal(set, err)
		}
		var sums [2]uint64
		for i := range sums {
			c.General = i == 1
			f, err := fabric.New(c)
			if err != nil {
				t.Fatal(set, err)
			}
			for at := int64(1); at <= 4; at++ {
				f.Run(at*25*Microsecond, NoLimit)
				if err := f.CheckInvariants(); err != nil {
					t.Fatal(set, err)
				}
			}
			sums[i] = f.Checksum()
		}
		if sums[0] != sums[1] {
			t.Errorf("%s: %x, the general way %x", set, sums[0], sums[1])
		}
	}
}
