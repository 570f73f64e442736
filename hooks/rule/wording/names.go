package wording

import (
	_ "embed"
	"slices"

	"neverask/hooks/rule/safety/shell"
)

//go:embed names.txt
var nameLists string

// onList reports whether a name is on a list of names.txt.
func onList(list, name string) bool {
	all, _ := shell.Entry(nameLists, list)
	return slices.Contains(all, name)
}
