package changes

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/settings"
)

// A Logged change is one of neverask's changes, of one file, and its present state.
type Logged struct {
	settings.Record
	// Before and After are the file's contents, if Kept says that they are known: backups are
	// kept only for a while.
	Before, After []byte
	Kept          bool
	Summary       diffview.Summary
}

// List lists the changes for which want returns true, oldest first. The parts of one change
// name its first part in Follows. A nil want accepts all.
func List(in *planner.Planner, want func(settings.Receipt) bool) ([]Logged, error) {
	records, err := in.Store.Records(want)
	if err != nil {
		return nil, err
	}
	owner := in.Owner()
	ours := func(_ string, h diffview.Handler) bool {
		return owner.Owns(config.Handler{Type: h.Type, Command: h.Command, Exec: h.Args != nil, Args: h.Args})
	}
	history, err := in.Store.History()
	if err != nil {
		return nil, err
	}
	accounts := map[string]planner.Account{}
	all := make([]Logged, len(records))
	for i, r := range records {
		if _, known := accounts[r.Target]; !known {
			accounts[r.Target] = in.AccountIn(history, r.Target)
		}
		if s, _ := accounts[r.Target].StakeOf(r.Receipt); s.Ended != "" && r.State == settings.Applied {
			r.State, r.By = settings.Superseded, s.Ended
		}
		l := Logged{Record: r}
		if l.Before, l.After, l.Kept = in.Store.Contents(r.Receipt); l.Kept {
			l.Summary = diffview.Changes(l.Before, l.After, ours, settings.Moved(r.Edits)...)
		} else {
			before, after := outline(r.Edits)
			l.Summary = diffview.Changes(before, after, ours)
		}
		all[i] = l
	}
	return all, nil
}

// outline makes two files that differ as edits say, and contain nothing else.
func outline(edits []settings.Edit) (before, after []byte) {
	put := func(doc settings.Document, e settings.Edit, raw string) settings.Document {
		if e.Root || raw == "" || raw == "{}" || raw == "[]" {
			return doc
		}
		next, err := doc.Append(e.Path, raw)
		if e.Key != "" {
			next, err = doc.Set(append(slices.Clone(e.Path), e.Key), raw)
		}
		if err != nil {
			return doc
		}
		return next
	}
	var old, now settings.Document
	for _, e := range edits {
		old, now = put(old, e, e.Old), put(now, e, e.New)
	}
	return old.Bytes(), now.Bytes()
}

// named is how many changes a sentence lists.
const named = 3

// Sentence summarises the change on one line. It is redacted.
func (l Logged) Sentence() string {
	switch {
	case l.Summary.LayoutOnly:
		return "the layout alone"
	case len(l.Summary.Changes) == 0 && !l.Kept:
		return "no longer known"
	}
	var all []string
	for i, c := range l.Summary.Changes {
		if i == named && len(l.Summary.Changes) > named+1 {
			return strings.Join(all, ", ") + fmt.Sprintf(" and %d more", len(l.Summary.Changes)-named)
		}
		all = append(all, phrase(c))
	}
	return strings.Join(all, ", ")
}

// phrase describes one change: "+Stop gofmt -w .", "~/model".
func phrase(c diffview.Change) string {
	sign := cmp.Or(map[string]string{diffview.OpAdd: "+", diffview.OpRemove: "-"}[c.Op], "~")
	switch {
	case c.What == diffview.ASetting:
		return sign + cmp.Or(strings.TrimPrefix(c.Path, "/"), "the whole file")
	case c.Owner == diffview.Ours:
		return sign + c.Event + " neverask"
	}
	text := c.Command
	if text == "" && c.Matcher != nil {
		text = *c.Matcher
	}
	if n := len(c.Also); n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return sign + c.Event + " " + short(text)
}

// short cuts a command to the part that distinguishes it.
func short(s string) string {
	const longest = 40
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return s
}

// Made rebuilds the plan of a past change of one file; ok is false if the file's contents are no longer kept.
func Made(in *planner.Planner, r settings.Receipt) (p planner.Plan, ok bool) {
	before, after, ok := in.Store.Contents(r)
	sp := settings.Plan{
		Path: r.Path, Target: r.Target, Before: before, After: after,
		Edits: r.Edits, Created: r.Created(), Removed: r.After == "",
	}
	return planner.Plan{Plan: sp, Target: planner.Target{Path: r.Path}, Owner: in.Owner()}, ok
}

// Affected returns the installables whose number of entries a change altered.
func Affected(r settings.Receipt) (what []config.Installable) {
	came := map[config.Installable]int{}
	for _, e := range r.Edits {
		if len(e.Path) != 2 || e.Path[0] != "hooks" {
			continue
		}
		for raw, by := range map[string]int{e.Old: -1, e.New: 1} {
			for _, h := range config.ParseGroup(e.Path[1], raw).Handlers {
				if strings.HasPrefix(filepath.Base(h.Command), paths.HookName) {
					came[config.InstallableOf(h)] += by
				}
			}
		}
	}
	return slices.DeleteFunc(config.Installables(), func(p config.Installable) bool { return came[p] == 0 })
}
