package ui

// The root of the component tree.

//go:generate go tool vugugen -skip-go-mod -skip-main .
//go:generate gofmt -s -w .

// Root is the whole panel. Its template is root.vugu.
type Root struct {
	M *Model
	A Actions
}

// NewRoot returns the panel of a model; what a person does in it goes to a.
func NewRoot(m *Model, a Actions) *Root { return &Root{M: m, A: a} }
