package wording

import (
	_ "embed"
	"strings"

	"neverask/hooks/rule/safety/shell"
)

//go:embed names.txt
var nameLists string

// onList reports whether a name is on a list of names.txt.
func onList(list, name string) bool {
	names, _ := shell.Line(nameLists, list)
	for n := range strings.FieldsSeq(names) {
		if n == name {
			return true
		}
	}
	return false
}
