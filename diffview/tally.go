package diffview

import (
	"fmt"
	"strings"
)

// A Tally is how much of summaries comes, changes and goes.
type Tally []struct {
	n     int
	op    string
	kinds string // how many of each, where there are several: " (3 hooks, 3 deny rules)"
}

// Planned says it before it is done: "6 to add (3 hooks, 3 deny rules), 0 to change, 0 to remove".
func (t Tally) Planned() string {
	var all []string
	for _, c := range t {
		all = append(all, fmt.Sprintf("%d to %s%s", c.n, c.op, c.kinds))
	}
	return strings.Join(all, ", ")
}

// Made says it afterwards: "6 added (3 hooks, 3 deny rules), 0 changed, 0 removed".
func (t Tally) Made() string {
	var all []string
	for _, c := range t {
		all = append(all, fmt.Sprintf("%d %sed%s", c.n, strings.TrimSuffix(c.op, "e"), c.kinds))
	}
	return strings.Join(all, ", ")
}

// Some is the tally without what there is none of.
func (t Tally) Some() (some Tally) {
	for _, c := range t {
		if c.n > 0 {
			some = append(some, c)
		}
	}
	return some
}

// Tallied counts what is in summaries.
func Tallied(summaries ...Summary) Tally {
	t := make(Tally, 3)
	for i, op := range []string{OpAdd, OpChange, OpRemove} {
		var kinds []string
		n, of := 0, map[string]int{}
		for _, s := range summaries {
			for _, c := range s.Changes {
				if c.Op != op {
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

// kind is what a change is counted as; under is where in its value it is.
func (c Change) kind(under string) string {
	path := strings.ReplaceAll(c.Path, "/", ".") + under
	switch {
	case c.Event != "":
		return "hook"
	case strings.HasPrefix(path, ".permissions.deny"):
		return "deny rule"
	case strings.HasPrefix(path, ".rules"), strings.HasPrefix(path, ".toolRules"):
		return "rule"
	}
	return "setting"
}
