package ui

// What templates call to speak the reader's language.

import "github.com/congestree/congestree/ui/lang"

// T is lang.T, for templates.
var T = lang.T

// D is lang.D, for templates: labels and docs that are data.
var D = lang.D
