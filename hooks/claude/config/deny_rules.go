package config

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"neverask/settings"
)

// denyPath is the path of the permission rules that deny a tool.
var denyPath = settings.Path{"permissions", "deny"}

// DenyRules returns the permission rules that keep Claude's own tools from writing into
// directories. A rule for Edit also denies Write and Bash redirections; one for Write would deny
// neither (Claude Code 2.1.329). A directory inside another of dirs gets no rule of its own.
func DenyRules(home string, dirs ...string) []string {
	var rules []string
	for _, dir := range dirs {
		inside := slices.ContainsFunc(dirs, func(other string) bool {
			return strings.HasPrefix(dir, other+string(filepath.Separator))
		})
		if inside {
			continue
		}
		// "~/" is the home directory, "//" the root of the file system.
		pattern := "/" + filepath.ToSlash(dir)
		if rest, ok := strings.CutPrefix(dir, home+string(filepath.Separator)); ok && home != "" {
			pattern = "~/" + filepath.ToSlash(rest)
		}
		rules = append(rules, "Edit("+pattern+"/**)")
	}
	return rules
}

// AddDenyRules adds the permission rules that a document lacks.
func AddDenyRules(doc settings.Document, rules []string) (settings.Document, error) {
	out := doc
	for _, rule := range rules {
		if denyIndex(out, rule) >= 0 {
			continue
		}
		if err := settings.CheckPath(rule); err != nil {
			return doc, err
		}
		var err error
		if out, err = out.Append(denyPath, settings.Quote(rule)); err != nil {
			return doc, err
		}
	}
	return out, nil
}

// RemoveDenyRules removes the permission rules that past edits added, and the containers that
// they created, if empty.
func RemoveDenyRules(doc settings.Document, past []settings.Edit) (settings.Document, error) {
	out, removed := doc, false
	for _, e := range slices.Backward(past) {
		if !e.Added() || !slices.Equal(e.Path, denyPath) {
			continue
		}
		at := denyIndex(out, settings.Unquote(e.New))
		if at < 0 {
			continue
		}
		var err error
		if out, err = out.Delete(append(slices.Clone(denyPath), strconv.Itoa(at)), past...); err != nil {
			return doc, err
		}
		removed = true
	}
	if !removed {
		return doc, nil
	}
	containers := slices.DeleteFunc(createdContainers(nil, Owner{}, past), func(p settings.Path) bool {
		return p[0] != denyPath[0]
	})
	return withoutEmpty(out, containers, past)
}

// denyIndex returns the position of a rule in permissions.deny, or -1.
func denyIndex(doc settings.Document, rule string) int {
	list, _ := doc.Get(denyPath...)
	if !list.IsArray() {
		return -1
	}
	for i, have := range list.Array() {
		if have.String() == rule {
			return i
		}
	}
	return -1
}
