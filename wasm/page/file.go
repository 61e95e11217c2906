package main

// A run as a file, "name.congestree.json": for what is too long for a link, and for whoever keeps files.
//
//	{"congestree": 1, "version": "v1.2.0", "scenario": {"preset": "hot-spot", "seed": 7}, "view": {"t": "40us"}}
//
// or, in place of the scenario, "link": "?preset=…" for what links alone can say. An object without "congestree" is
// read as a scenario alone, as the command line's --scenario takes it.

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/scenario/jsonio"
	"github.com/congestree/congestree/engine/traffic"
	"github.com/congestree/congestree/ui/lang"
)

// fileVersion is the version of the form that is written.
const fileVersion = 1

// fileEnding is how the files are called.
const fileEnding = ".congestree.json"

// savedRun is a file's content.
type savedRun struct {
	Congestree int               `json:"congestree"`
	Version    string            `json:"version,omitempty"`
	Title      string            `json:"title,omitempty"`
	Link       string            `json:"link,omitempty"`
	Scenario   json.RawMessage   `json:"scenario,omitempty"`
	View       map[string]string `json:"view,omitempty"`
}

// isRunFile says whether a file's name is that of a run or of a scenario.
func isRunFile(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".json") }

// isResults says whether a file's name is that of results of a sweep.
func isResults(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".jsonl") }

// isTable says whether it is that of a table, of a sweep or of a chart.
func isTable(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".csv") }

// readRun reads a file: either link is what it says, or s is, with the view as an address's parameters.
func readRun(text []byte) (s scenario.Scenario, link, view string, err error) {
	if len(text) > jsonio.MaxBytes {
		return s, "", "", lang.Error("it is larger than 64 KiB")
	}
	text = jsonio.WithoutBOM(text)
	var mark struct {
		Congestree *int `json:"congestree"`
	}
	if json.Unmarshal(text, &mark) == nil && mark.Congestree == nil {
		s, err = jsonio.Read(bytes.NewReader(text))
		return s, "", "", err
	}
	var run savedRun
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if mark.Congestree != nil && *mark.Congestree > fileVersion {
		return s, "", "", lang.Error("it was written by a newer Congestree")
	}
	err = d.Decode(&run)
	if _, end := d.Token(); err != nil || end != io.EOF {
		return s, "", "", lang.Error("it is not the file of a run")
	}
	var list []scenario.Setting
	for _, name := range scenario.PageKeys { // in this order, whatever the file's
		if value, ok := run.View[name]; ok {
			list = append(list, scenario.Setting{Field: name, Value: value})
		}
	}
	switch {
	case run.Link != "" && run.Scenario == nil:
		return s, run.Link, "", nil
	case run.Link == "" && run.Scenario != nil:
		s, err = jsonio.Read(bytes.NewReader(run.Scenario))
		return s, "", withParams("", list), err
	}
	return s, "", "", lang.Error("it must hold either a scenario or a link")
}

// savedPage says what a saved page needs: not a network, but a trace's file, which is not in it.
func savedPage(name string, s scenario.Scenario) string {
	if traffic.FromFile(s) {
		return lang.T("{0} is saved: it opens by double click, and asks for the trace, which is not in it", name)
	}
	return lang.T("{0} is saved: it opens by double click, without a network", name)
}

// writeRun writes a file.
func writeRun(s scenario.Scenario, link, version, title string, view []scenario.Setting) []byte {
	run := savedRun{Congestree: fileVersion, Version: version, Title: title, Link: link}
	if link == "" {
		run.Scenario = jsonio.Append(nil, s)
		run.View = map[string]string{}
		for _, set := range view {
			run.View[set.Field] = set.Value
		}
	}
	text, err := json.MarshalIndent(run, "", "  ")
	if err != nil {
		panic(err) // all of it is text
	}
	return append(text, '\n')
}
