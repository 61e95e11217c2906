// Package ui holds the Vugu components: the panel with every field of the scenario, the
// transport (play, pause, step, speed), the readouts and the messages.
//
// Components read a [Model] and call [Actions]; they know nothing of workers or canvases.
// The package compiles natively too, so that go vet and go test see it.
package ui

import (
	"github.com/congestree/congestree/engine/observe"
	"github.com/congestree/congestree/engine/scenario"
	"github.com/congestree/congestree/engine/topology"
)

// State is what document.documentElement.dataset.state says.
type State string

const (
	Loading State = "loading"
	Running State = "running"
	Paused  State = "paused"
	Failed  State = "failed"
)

// Model is everything the components show. The page owns it, and changes it only under the
// Vugu event environment's lock.
type Model struct {
	Scenario scenario.Scenario
	Net      *topology.Network
	State    State
	Speed    float64 // simulated ns per second of watching
	Frame    observe.Header
	Trees    []observe.Tree
	Growth   []observe.Growth  // of the trees
	Of       *topology.Network // in which they are: until a run on another one has a frame, that of the run before; nil = Net
	Isolated uint32            // ID of the tree shown alone, 0 = all
	// Hover describes what the pointer (or the keyboard's focus) is on, as lines of text; nil = nothing.
	Hover []string
	// Summary is the canvas in words, for screen readers and for the impatient.
	Summary string
	// Heard is what is read out of it, now and then, and SpeedSaid the speed that a key or a button has led to, which only a menu
	// beside it shows.
	Heard     string
	SpeedSaid string
	// Begun counts how often a change or a restart has had the run start from time 0 and go on playing.
	Begun int
	// Strain is a sentence about congestion without a tree; "" if there is none. Calm: nothing is congested as far as is known.
	Strain string
	Calm   bool
	// FieldErrors holds the refusal of the last text typed into a field, by field name, and
	// FieldTexts that text; both are cleared when a value is accepted.
	FieldErrors map[string]string
	FieldTexts  map[string]string
	// Banner is a message about a link or the worker ("" = none); BannerAction names the button
	// beside it ("Restart engine"; "" = only dismissal).
	Banner       string
	BannerAction string
	// Note is a short confirmation ("Link copied"), shown for a few seconds.
	Note  string
	Noted int  // notes there were so far
	Help  bool // the list of keys is open

	KeysOff bool // letters and signs do nothing by themselves (WCAG 2.1.4)
	// Fills says whether the page has the whole screen, CanFill whether it may.
	Fills, CanFill bool
	Moved          bool // the picture does not show the whole network, as "Fit" would
	// Step is the unit of a step (ByEvent…). UntilError says what is wrong with the value to run until, "" if nothing;
	// Aiming whether such a run is under way. LoopTo is 0 unless a window (ps) is played over and over.
	Step             string
	UntilError       string
	Aiming           bool
	LoopFrom, LoopTo int64
	// Proves is whether the engine's invariants are proved as it runs, Proved when they were last (ps), -1 if they were not yet.
	Proves bool
	Proved int64
	// Trace says which trace is being read or played from a file, "" if none is.
	Trace string
	// Papers says whether the papers' tables and figures are open.
	Papers   bool
	PapersAt PapersAt // which of them
	// Look is how the picture is drawn.
	Look Look
	// Inspection is what is known of the pinned thing. PinError says what is wrong with the name of one, "" if nothing.
	Inspection Inspection
	PinError   string
	// Offline is the page beyond this visit.
	Offline Offline
	// Embed is the bar of a page inside another one.
	Embed EmbedDoc
	// Share is the share dialog.
	Share ShareDoc
	// Sweep is the dialog of sweeps, and the sweep under way.
	Sweep Sweep
	// Export is the export dialog, and what it makes.
	Export ExportState
	Tour   TourState // the gallery of guided tours, and the one that runs
	// Compare is the lanes; the rest of the model is about the selected one.
	Compare Comparison
}

// strange says whether frame and trees are of a run before, on another network, in which the same numbers are other ports.
func (m *Model) strange() bool { return m.Of != nil && m.Of != m.Net }

// behind says that nothing is known yet of the run that the panel is about, and why; "" if something is.
func (m *Model) behind() string {
	if m.strange() {
		return T("starting…")
	}
	return m.Compare.Behind()
}

// timePS is the time that is shown.
func (m *Model) timePS() int64 {
	if m.strange() {
		return 0
	}
	return m.Frame.TimePS
}

// Actions is what a person can do in the panel. Every method returns at once.
type Actions interface {
	SetField(name, value string) // a new scenario, or a refusal beside the field
	LoadPreset(name string)
	LoadCell(id string) // a cell of a paper
	ChooseTrace()       // a file
	Play()
	Pause()
	Step() // one unit
	StepBack()
	SetStep(unit string)              // ByEvent…
	RunUntil(goal, value string)      // UntilTree…, or a refusal beside the field
	Loop(on bool, fromPS, toPS int64) // an empty window: one of the page's choice
	SetProof(on bool)                 // Model.Proves
	Restart()                         // from time 0
	SetSpeed(nsPerSecond float64)
	CopyLink()
	ShowShare(bool)
	SetShare(name, value string) // an option of Share, or its form
	DoShare(what string)         // ShareCopy…
	Isolate(tree uint32)         // 0 = all
	FitView()
	FillScreen() // or leave it
	ZoomView(factor float64)
	DoBannerAction()
	DismissBanner()
	ShowHelp(bool)
	SetKeys(alone bool) // whether letters and signs act by themselves
	ShowPapers(bool)
	SetPapers(PapersAt)         // while they are shown or before
	CopyPapers(PapersAt)        // a link
	SetLook(what, value string) // LookPackets…
	Pin(name string)            // as in links, or shorter; "" = nothing; or a refusal beside the field
	Follow(bool)                // the camera goes along with the pinned packet
	LookAtTree(tree uint32)     // marks one of the list in the picture; 0 = none
	OfflineActions
	SweepActions
	CompareActions
	ShowExport(bool)
	Export(ExportAsk) // a file, or a refusal in Model.Export
	CancelExport()    // of a video
	TourActions
	SetLanguage(tag string) // one of lang.All
}
