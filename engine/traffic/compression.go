package traffic

// Time compression: a trace of old, slow machines at the pace of a new network.

import (
	"strings"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/traffic/vef"
)

func init() {
	scenario.AddField(scenario.Field{Name: "compression", Label: "Time compression", Group: "Traffic", Kind: scenario.Decimal, Min: scenario.Micro, Max: 1_000_000 * scenario.Micro, Default: "1",
		When: "traffic=" + vef.Prefix + "*|" + ioPrefix + "*", Rank: 42,
		Doc: "All times in the trace are divided by this factor, as those of old I/O traces are in [FBICM] §4.1."})
}

// Compressed returns the trace of a scenario with its times divided by the compression factor, rounded
// down to a picosecond; t itself, where there is nothing to divide.
func Compressed(s scenario.Scenario, t *vef.Trace) *vef.Trace {
	factor := s.Micro("compression")
	if v := s.Get("traffic"); t == nil || factor == scenario.Micro || !strings.HasPrefix(v, vef.Prefix) && !strings.HasPrefix(v, ioPrefix) {
		return t
	}
	c := *t
	c.Messages = append([]vef.Message(nil), t.Messages...)
	for i := range c.Messages {
		c.Messages[i].TimePS = min(stretch(c.Messages[i].TimePS, scenario.Micro, factor), vef.MaxTimePS)
	}
	c.Parts = append([]vef.Part(nil), t.Parts...)
	for i := range c.Parts {
		c.Parts[i].TimePS = min(stretch(c.Parts[i].TimePS, scenario.Micro, factor), vef.MaxTimePS)
	}
	return &c
}
