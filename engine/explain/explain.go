// Package explain holds what an algorithm says of a decision of its own: sentences with the numbers in
// them, and the number that was decided. The algorithms say it (routing, queuing); whoever shows it
// translates the sentences. It knows nothing of networks, and does without fmt.
package explain

import (
	"strconv"
	"strings"
)

// Sentence is one with numbers: {0}, {1} … of Text stand for Args.
type Sentence struct {
	Text string
	Args []string
}

// Decision is a number that was decided (a port, a VC), or -1 if chance decides, and why.
type Decision struct {
	Is  int
	Why []Sentence
}

// Number is what is written as digits.
type Number interface {
	~int | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// N writes a number.
func N[T Number](n T) string { return strconv.FormatInt(int64(n), 10) }

// Say makes a sentence. The text is a constant where it is said, so that a test finds it.
func Say(text string, args ...string) Sentence { return Sentence{text, args} }

// String is the sentence in English.
func (s Sentence) String() string {
	if len(s.Args) == 0 {
		return s.Text
	}
	pairs := make([]string, 0, 2*len(s.Args))
	for i, a := range s.Args {
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", a)
	}
	return strings.NewReplacer(pairs...).Replace(s.Text)
}
