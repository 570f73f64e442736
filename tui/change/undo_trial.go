package change

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/hooks/rule/standinganswer"
	"neverask/settings"
	"neverask/tui/kit"
)

// An UndoTrial is the result that undoing a change would have now.
type UndoTrial struct {
	Badge kit.Badge
	text  string   // safe to draw
	More  []string // what is in the way, safe to draw
}

// Rows describes the result.
func (t UndoTrial) Rows(width int, st *kit.Styles) []string {
	all := kit.Noted(t.Badge, t.text, width, st)
	for _, line := range t.More {
		all = append(all, kit.Indented(line, 3, width)...)
	}
	return all
}

// TryUndo plans to undo a change, and returns the result that would have. It writes no file.
func TryUndo(b Backend, past *Changelog, r settings.Receipt, home string) UndoTrial {
	plan, err := b.Undo(r)
	switch {
	case errors.Is(err, settings.ErrInTheWay):
		t := UndoTrial{Badge: kit.Mark("▲", "blocked", kit.Warn), text: "cannot be undone right now"}
		text, others := obstacle(b, past, r, err, home)
		if !others {
			t.Badge = kit.Mark("·", "superseded", kit.Calm)
		}
		for line := range strings.SplitSeq(text, "\n") {
			t.More = append(t.More, diffview.Visible(line))
		}
		return t
	case err != nil:
		return UndoTrial{Badge: kit.Mark("✗", "cannot be undone", kit.Bad), text: kit.Clean(home, err.Error())}
	case !plan.Changes():
		return UndoTrial{Badge: kit.Mark("·", "nothing left", kit.Calm), text: "nothing of it is left to be undone"}
	}
	for _, part := range plan.Parts() {
		i := slices.IndexFunc(past.parts(r), func(p settings.Receipt) bool { return p.Path == part.Path })
		if i < 0 {
			continue
		}
		before, _, kept := b.Contents(past.parts(r)[i])
		if !kept || string(before) != string(part.After) {
			return UndoTrial{Badge: kit.Mark("✓", "can be undone", kit.Good), text: "only its own entries; later changes stay"}
		}
	}
	return UndoTrial{Badge: kit.Mark("✓", "can be undone", kit.Good), text: "files are restored byte for byte"}
}

// obstructed adds to an error what prevents undoing a change.
func obstructed(b Backend, r settings.Receipt, err error, home string) error {
	if !errors.Is(err, settings.ErrInTheWay) {
		return err
	}
	all, readErr := b.History()
	if readErr != nil {
		return err
	}
	text, _ := obstacle(b, NewChangelog(all, b.Contents), r, err, home)
	return &obstruction{text, err}
}

// An obstruction is an error that says more than the one it wraps.
type obstruction struct {
	text string
	err  error
}

func (o *obstruction) Error() string { return o.text }
func (o *obstruction) Unwrap() error { return o.err }

// parts returns the parts of a change.
func (l *Changelog) parts(r settings.Receipt) []settings.Receipt {
	for i := range l.Entries {
		if slices.ContainsFunc(l.Entries[i].Receipts, func(p settings.Receipt) bool { return p.ID == r.ID }) {
			return l.Entries[i].Receipts
		}
	}
	return []settings.Receipt{r}
}

// by finds neverask's later change that overwrote this one; nil if it was somebody else.
func (l *Changelog) by(b Backend, r settings.Receipt) *Entry {
	parts := l.parts(r)
	found, err := b.Records(func(q settings.Receipt) bool {
		return slices.ContainsFunc(parts, func(p settings.Receipt) bool { return p.ID == q.ID })
	})
	if err != nil {
		return nil
	}
	for _, rec := range found {
		for i := range l.Entries {
			if o := &l.Entries[i]; slices.ContainsFunc(o.Receipts, func(p settings.Receipt) bool { return p.ID == rec.By }) {
				return o
			}
		}
	}
	return nil
}

// obstacle says precisely what prevents undoing a change: which of its items have changed since and, if neverask
// changed them, in which change. others reports whether somebody else did. It is one sentence per line, without
// secrets.
func obstacle(b Backend, past *Changelog, r settings.Receipt, why error, home string) (text string, others bool) {
	var all []string
	gone := false
	for _, part := range past.parts(r) {
		if part.State != settings.Applied {
			continue
		}
		content, err := b.ReadFile(part.Path)
		if errors.Is(err, fs.ErrNotExist) {
			all, gone, others = append(all, kit.Short(home, part.Path)+" is gone."), true, true
			continue
		}
		others = others || settings.Digest(content) != past.last(part.Path).After
		if err != nil {
			all = append(all, kit.Tilde(home, err.Error()))
			continue
		}
		doc, err := settings.Parse(content)
		if err != nil {
			all = append(all, kit.Short(home, part.Path)+" is no longer valid JSON")
			continue
		}
		if items := inTheWay(doc, part.Edits, home); len(items) > 0 {
			all = append(append(all, kit.Short(home, part.Path)+" is not as this change left it:"), items...)
		}
		if len(part.Edits) == 0 {
			all = append(all, kit.Short(home, part.Path)+" was rewritten by this change and has changed again since")
		}
	}
	if len(all) == 0 {
		text := strings.TrimSuffix(why.Error(), ": "+settings.ErrInTheWay.Error())
		all = append(all, kit.Tilde(home, strings.TrimPrefix(text, r.Path+": ")))
	}
	switch by := past.by(b, r); {
	case by != nil:
		if !others { // otherwise that change says what has become of it
			all = nil
		}
		all, others =
			append(all, fmt.Sprintf("neverask changed it again later, in %s (%s): undo that first.",
				by.ID(), kit.Tilde(home, by.Description))), false
	case gone && len(all) == 1:
		all = append(all, "Nothing can be undone until it is restored.")
	case errors.Is(why, planner.ErrPartlyBack):
		all = append(all, "Hooks lists what is still parked; space on it restores it.")
	case others:
		all = append(all, "Someone else has edited it since: fix it by hand or leave it.")
	}
	return strings.Join(all, "\n"), others
}

// last returns the newest change of a file.
func (l *Changelog) last(path string) (last settings.Receipt) {
	for i := range l.Entries {
		for _, r := range l.Entries[i].Receipts {
			if r.Path == path && r.State != settings.Failed && (last.ID == "" || r.Time.After(last.Time)) {
				last = r
			}
		}
	}
	return last
}

// inTheWay says which edits cannot be undone, each once, and at most as many as people read.
func inTheWay(doc settings.Document, edits []settings.Edit, home string) (all []string) {
	const most = 4
	for _, e := range slices.Backward(edits) {
		next, err := doc.Do(e.Inverse())
		if err == nil {
			doc = next
		} else if s := kit.Tilde(home, blocked(doc, e)); !e.AddsContainer() && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	if n := len(all); n > most {
		all = append(all[:most-1], fmt.Sprintf("and %d more", n-most+1))
	}
	return all
}

// blocked says what has happened to an item of a change.
func blocked(doc settings.Document, e settings.Edit) string {
	e, err := doc.Follow(e)
	if err != nil && e.Path[0] == "rules" {
		return "its rule is gone"
	} else if err != nil {
		return strings.Join(e.Path, " › ") + ": what it changed there is gone or was edited"
	}
	steps := slices.Clone(e.Path)
	if len(steps) > 1 && (steps[0] == "rules" || steps[0] == standinganswer.Member) {
		v, _ := doc.Get(steps[:2]...)
		if name := diffview.RuleName(v); name != "" {
			what := map[bool]string{true: "rule ", false: "standing answer "}[steps[0] == "rules"]
			steps = slices.Concat([]string{what + diffview.Visible(name)}, steps[2:])
		}
	}
	if e.Key != "" {
		steps = append(steps, e.Key)
	}
	where := strings.Join(steps, " › ")
	name := func(raw string) string {
		names := changes.ObjectsIn(gjson.Parse(raw))
		if len(names) == 0 {
			return kit.Fit(diffview.RedactCommand(Compact(strings.Trim(raw, `"`))), 60)
		}
		return strings.Join(names, ", ")
	}
	now := ""
	place := e.Key
	if place == "" {
		place = strconv.Itoa(e.At)
	}
	if v, there := doc.Get(append(slices.Clone(e.Path), place)...); there {
		if now = name(v.Raw); now == name(e.New) {
			now = kit.Fit(diffview.RedactCommand(Compact(v.Raw)), 100)
		}
		now = "; now: " + now
	}
	switch {
	case e.Added():
		return fmt.Sprintf("%s: %s was added, and is gone or edited%s", where, name(e.New), now)
	case e.Removed() && len(changes.ObjectsIn(gjson.Parse(e.Old))) == 0:
		return where + ": it was removed, and something else is there" + now
	case e.Removed():
		return fmt.Sprintf("%s: %s was removed, and something else is there%s", where, name(e.Old), now)
	}
	return fmt.Sprintf("%s: it was changed to %s, which is gone or edited%s", where, name(e.New), now)
}
