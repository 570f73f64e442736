package safety

import (
	_ "embed"
	"slices"

	"neverask/hooks/rule/safety/shell"
)

//go:embed lists.txt
var listsText string

var lists = shell.Lists{Text: listsText}

// in reports whether a word is in one of the lists.
func in(list, word string) bool { return slices.Contains(lists.Words(list), word) }
