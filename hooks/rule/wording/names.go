package wording

import (
	_ "embed"
	"slices"

	"neverask/hooks/rule/safety/shell"
)

//go:embed names.txt
var namesText string

var names = shell.Lists{Text: namesText}

// onList reports whether a name is on a list of names.txt.
func onList(list, name string) bool { return slices.Contains(names.Words(list), name) }
