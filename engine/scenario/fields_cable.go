package scenario

// Cables as long as in a hall, which make links slower than their switches do.

func init() {
	AddField(Field{Name: "cable", Label: "Cable", Group: "Hardware", Unit: "m", Kind: Decimal, Min: 0, Max: 20_000 * Micro, Default: "0", Rank: 51,
		Doc: "Length of every cable; each metre adds 5 ns to the link delay ([DRB-T] §6.2.1)."})
}

// DelayPS returns the propagation time of every link in ps: the link delay, and the light in the cable.
func (s Scenario) DelayPS() int64 { return (s.Micro("delay") + 5*s.Micro("cable")) / (Micro / 1000) }
