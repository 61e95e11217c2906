package main

// congestree fields and congestree presets: the schema and the presets, for people and programs.

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/link"
	"github.com/spf13/cobra"
)

type fieldJSON struct {
	Name    string       `json:"name"`
	Label   string       `json:"label"`
	Group   string       `json:"group"`
	Kind    string       `json:"kind"`
	Unit    string       `json:"unit"`
	Range   string       `json:"range"`
	Min     *float64     `json:"min,omitempty"`
	Max     *float64     `json:"max,omitempty"`
	Default string       `json:"default"`
	When    string       `json:"when,omitempty"`
	Doc     string       `json:"doc"`
	Values  []optionJSON `json:"options,omitempty"`
	Forms   []familyJSON `json:"families,omitempty"`
}

type optionJSON struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	Doc    string `json:"doc,omitempty"`
	Source string `json:"source,omitempty"`
}

type familyJSON struct {
	Pattern     string       `json:"pattern"`
	Doc         string       `json:"doc"`
	Source      string       `json:"source,omitempty"`
	Suggestions []optionJSON `json:"suggestions,omitempty"`
}

var kindNames = map[scenario.Kind]string{
	scenario.Int: "int", scenario.Decimal: "decimal", scenario.Choice: "choice", scenario.Bool: "bool", scenario.Text: "text",
}

func describe(f *scenario.Field) fieldJSON {
	d := fieldJSON{Name: f.Name, Label: f.Label, Group: f.Group, Kind: kindNames[f.Kind], Unit: f.Unit, Range: f.Range(),
		Default: f.Default, When: f.When, Doc: f.Doc, Values: optionsOf(f.Options)}
	if f.IsNumber() {
		scale := 1.0
		if f.Kind == scenario.Decimal {
			scale = scenario.Micro
		}
		low, high := float64(f.Min)/scale, float64(f.Max)/scale
		d.Min, d.Max = &low, &high
	}
	for _, m := range f.Families {
		d.Forms = append(d.Forms, familyJSON{m.Pattern, m.Doc, m.Source, optionsOf(m.Suggestions)})
	}
	return d
}

func optionsOf(options []scenario.Option) []optionJSON {
	var out []optionJSON
	for _, o := range options {
		out = append(out, optionJSON{o.Name, o.Label, o.Doc, o.Source})
	}
	return out
}

func fieldsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "fields", Short: "List every field of a scenario with its unit, range and default", Args: noArguments}
	format := addFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		var all []fieldJSON
		for _, f := range scenario.Fields() {
			all = append(all, describe(f))
		}
		if format.value == "json" {
			return writeJSON(cmd, all)
		}
		var b bytes.Buffer
		for _, f := range all {
			unit := f.Unit
			if unit == "" {
				unit = "-"
			}
			fmt.Fprintf(&b, "%s\n    %s\n    unit %s; range %s; default %s\n", f.Name, f.Doc, unit, f.Range, f.Default)
			if f.When != "" {
				fmt.Fprintf(&b, "    has an effect only when %s\n", f.When)
			}
			for _, o := range f.Values {
				fmt.Fprintf(&b, "    %s=%s  %s%s\n", f.Name, o.Name, o.Doc, source(o.Source))
			}
			for _, m := range f.Forms {
				fmt.Fprintf(&b, "    %s=%s  %s%s\n", f.Name, m.Pattern, m.Doc, source(m.Source))
				width := 0
				for _, o := range m.Suggestions {
					width = max(width, len(o.Name))
				}
				for _, o := range m.Suggestions {
					fmt.Fprintf(&b, "        %-*s %s\n", width, o.Name, o.Label)
				}
			}
		}
		return write(cmd, b.Bytes())
	}
	return cmd
}

func source(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

func presetsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "presets", Short: "List the presets, name first", Args: noArguments}
	format := addFormat(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		type presetJSON struct {
			Name  string `json:"name"`
			Label string `json:"label"`
			Doc   string `json:"doc"`
			Link  string `json:"link"`
		}
		var all []presetJSON
		width := 0
		for _, p := range scenario.Presets() {
			all = append(all, presetJSON{p.Name, p.Label, p.Doc, link.Of(p.Scenario())})
			width = max(width, len(p.Name))
		}
		if format.value == "json" {
			return writeJSON(cmd, all)
		}
		var b bytes.Buffer
		for _, p := range all {
			fmt.Fprintf(&b, "%-*s %s: %s\n", width, p.Name, p.Label, p.Doc)
		}
		return write(cmd, b.Bytes())
	}
	return cmd
}

func writeJSON(cmd *cobra.Command, v any) error {
	text, err := encodeJSON(v)
	if err != nil {
		return failure{err}
	}
	return write(cmd, text)
}

// encodeJSON keeps the & of links readable.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}
