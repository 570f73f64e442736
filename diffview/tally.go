package diffview

import (
	"cmp"
	"fmt"
	"strings"
)

// A Tally counts what comes, changes and goes in summaries.
type Tally []struct {
	n     int
	op    string
	kinds string // the count of each kind, if there are several: " (3 hooks, 3 deny rules)"
}

// Planned puts it as a plan: "6 to add (3 hooks, 3 deny rules), 1 to remove".
func (t Tally) Planned() string {
	return t.said("no settings change", func(op string) string { return "to " + op })
}

// Made puts it as a result: "6 added (3 hooks, 3 deny rules), 1 removed".
func (t Tally) Made() string {
	return t.said("no settings changed", func(op string) string { return strings.TrimSuffix(op, "e") + "ed" })
}

func (t Tally) said(none string, form func(op string) string) string {
	var all []string
	for _, c := range t {
		if c.n > 0 {
			all = append(all, fmt.Sprintf("%d %s%s", c.n, form(c.op), c.kinds))
		}
	}
	return cmp.Or(strings.Join(all, ", "), none)
}

// Tallied counts the changes in summaries. A format version is not counted beside the contents
// of its file.
func Tallied(summaries ...Summary) Tally {
	t := make(Tally, 3)
	for i, op := range []string{OpAdd, OpChange, OpRemove} {
		var kinds []string
		n, of := 0, map[string]int{}
		for _, s := range summaries {
			for _, c := range s.Changes {
				if c.Op != op || c.Path == "/version" && len(s.Changes) > 1 {
					continue
				}
				list, under := listOf(c)
				kind := c.kind(under)
				if of[kind] == 0 {
					kinds = append(kinds, kind)
				}
				n, of[kind] = n+max(1, len(list)), of[kind]+max(1, len(list))
			}
		}
		if t[i].n, t[i].op = n, op; len(kinds) > 1 {
			for k, kind := range kinds {
				kinds[k] = Count(of[kind], kind)
			}
			t[i].kinds = " (" + strings.Join(kinds, ", ") + ")"
		}
	}
	return t
}

// kind names what a change is counted as; under is the path within its value.
func (c Change) kind(under string) string {
	path := strings.ReplaceAll(c.Path, "/", ".") + under
	switch {
	case c.Event != "":
		return "hook"
	case strings.HasPrefix(path, ".permissions.deny"):
		return "deny rule"
	case strings.HasPrefix(path, ".rules"), strings.HasPrefix(path, ".toolRules"), strings.HasPrefix(path, ".tell"):
		return "rule"
	}
	return "setting"
}
