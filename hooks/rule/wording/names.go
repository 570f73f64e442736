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
	for n := range strings.FieldsSeq(namesOn(list)) {
		if n == name {
			return true
		}
	}
	return false
}

// namesOn are the names on a list, with spaces between them.
func namesOn(list string) string {
	names, _ := shell.Line(nameLists, list)
	return names
}
