package ui

// Skipping what has not changed. A Vugu render sets every attribute, property and text of every
// element again, which costs about 20 µs each and disturbs a menu that is open. The panel has
// hundreds of elements and almost all of them rest, so every small component is wrapped in a
// [still].

import (
	"github.com/vugu/vugu"

	"github.com/congestree/congestree/ui/lang"
)

// still passes a component's output on while it changes. When it is the same as the last time,
// only the root element goes on, without its children: Vugu's DOM renderer leaves the children
// of a childless node as they are, and their listeners with them.
//
// This holds as long as the component's root element keeps its place among its siblings, so
// the templates hide elements with the hidden attribute instead of leaving them out.
type still struct {
	b    vugu.Builder
	seen uint64
	root *vugu.VGNode // of the last build, for resters
	said string       // the language of the last build
}

// rester is a component that can tell that nothing it shows has changed since it was last asked,
// so that it need not even be built.
type rester interface{ rests() bool }

// toucher is a component whose elements a person can change without the model changing
// (a refused value): they are set once more.
type toucher interface{ touched() *bool }

// parent is a component around other stills. It rests when it and all of them rest.
type parent interface{ children() []*still }

func (s *still) Build(in *vugu.BuildIn) *vugu.BuildOut {
	again := s.said != lang.Tag()
	s.said = lang.Tag()
	if r, ok := s.b.(rester); ok && r.rests() && s.root != nil && !again {
		root := *s.root
		return &vugu.BuildOut{Out: []*vugu.VGNode{&root}}
	}
	out := s.b.Build(in)
	h, dirty := hashNode(fnvOffset, out.Out[0]), again
	if t, ok := s.b.(toucher); ok {
		d := t.touched()
		dirty, *d = *d, false
	}
	if p, ok := s.b.(parent); ok {
		for _, c := range p.children() {
			h = hashNode(h, c.b.Build(in).Out[0])
			if t, ok := c.b.(toucher); ok {
				dirty = dirty || *t.touched()
			}
		}
	}
	root := *out.Out[0]
	root.FirstChild, root.LastChild, root.InnerHTML, root.Prop = nil, nil, nil, nil
	if h == s.seen && !dirty {
		out.Out[0], out.Components = &root, nil
	}
	kept := root
	s.seen, s.root = h, &kept
	return out
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func hashText(h uint64, s string) uint64 {
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return (h ^ 0x1ff) * fnvPrime // no byte has this value, so texts cannot run together
}

func hashNode(h uint64, n *vugu.VGNode) uint64 {
	h = hashText(h, n.Data)
	for _, a := range n.Attr {
		h = hashText(hashText(h, a.Key), a.Val)
	}
	for _, p := range n.Prop {
		h = hashText(hashText(h, p.Key), string(p.JSONVal))
	}
	if n.InnerHTML != nil {
		h = hashText(h, *n.InnerHTML)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		h = hashNode(h, c)
	}
	return hashText(h, "/")
}
