package wording

import (
	_ "embed"
	"iter"
	"strings"

	"neverask/hooks/rule/safety/shell"
)

//go:embed names.txt
var nameLists string

// namesOn are the names on a list of names.txt.
func namesOn(list string) iter.Seq[string] {
	names, _ := shell.Line(nameLists, list)
	return strings.FieldsSeq(names)
}

// onList reports whether a name is on a list of names.txt.
func onList(list, name string) bool {
	for n := range namesOn(list) {
		if n == name {
			return true
		}
	}
	return false
}
