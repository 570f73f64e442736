package installer

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/settings"
)

// The changes that say what is in force.
const (
	opInstall   = "install"
	opReduce    = "uninstall-pack" // takes some packs out of a file and leaves others
	opUninstall = "uninstall"
	opResolve   = "resolve"       // moves hooks of others out of the way in another file
	opRestore   = "restore"       // and puts them back
	opRecover   = "recover"       // puts back what others have taken out
	opMove      = "move"          // takes a hook from one file to another
	opWatch     = "watch-install" // of the service that watches
	opUnwatch   = "watch-uninstall"
)

// narrowMark marks a change that has put a hook into a file and narrowed it there.
const narrowMark = "narrow"

// backMark marks a change that put back what ways out of conflicts had taken away
// in its file.
const backMark = "back"

// inForce is what neverask has put into one file and taken out of it, as it stands.
// It follows the journal: every change leads from one state to the next,
// and undoing, making again and rewinding lead back to where it was, whatever
// came in between.
type inForce struct {
	owner config.Owner
	state
	changes       []settings.Receipt // of the file, oldest first
	receipts      map[string]settings.Receipt
	before, after map[string]state  // each receipt
	turned        map[string]string // the newest receipt that put a part in, or took it back
}

// state is what changes of it with every receipt. States share what
// they have in common, so nothing in one is ever changed.
type state struct {
	parts   []*part  // in the order in which they came into the file
	created bool     // neverask made the file
	dirs    []string // and these directories for it
}

// part is what one change has done to the file.
type part struct {
	by    string // the ID of its receipt
	edits []settings.Edit
	// moves are those among the edits that moved hooks of others out of the way and
	// have not been taken back by another change.
	moves []settings.Edit
	marks []string
	bare  bool // nothing but containers is left of it
}

// inForceOf follows the changes of a file. owner tells the hooks of the installed binary.
func inForceOf(history []settings.Receipt, target string, owner config.Owner) inForce {
	l := inForce{
		owner:    owner,
		receipts: map[string]settings.Receipt{}, before: map[string]state{}, after: map[string]state{}, turned: map[string]string{},
	}
	for _, r := range history {
		if r.Target != target || r.State == settings.Failed {
			continue
		}
		l.changes = append(l.changes, r)
		l.receipts[r.ID], l.before[r.ID] = r, l.state
		switch _, known := l.receipts[r.Undoes]; {
		case r.Rewinds != "":
			l.state = l.before[r.Rewinds]
		case r.Undoes == "":
			l.make(r)
		case known:
			first, again := l.origin(r)
			if first.Rewinds != "" {
				l.state = l.before[r.Undoes] // the very same bytes were given back
				break
			}
			l.state = l.without(l.before[r.Undoes], l.after[r.Undoes], r)
			if !again && l.part(first.ID) == nil {
				l.keep(first, r)
			}
			if again && first.Created() && !r.Created() && !l.before[r.ID].created {
				l.created, l.dirs = false, nil // others have made the file since
				l.leaveRoot(first.ID)
			}
		}
		l.after[r.ID] = l.state
		for _, by := range turns(l.before[r.ID], l.state) {
			l.turned[by] = r.ID
		}
	}
	return l
}

// leaveRoot makes a part give back the object that others have made of the file since,
// and no blank file.
func (l *inForce) leaveRoot(by string) {
	l.parts = slices.Clone(l.parts)
	for i, p := range l.parts {
		if p.by == by {
			left := *p
			left.edits = slices.DeleteFunc(slices.Clone(p.edits), func(e settings.Edit) bool { return e.Root })
			l.parts[i] = &left
		}
	}
}

// keep takes in the containers that a change that counts for nothing else has made,
// and that its undo has left because there is something of neverask's in them.
func (l *inForce) keep(first, undo settings.Receipt) {
	made := &part{by: first.ID, edits: first.Edits}
	left := made.containers(undo)
	if !first.Created() {
		left.edits = slices.DeleteFunc(left.edits, func(e settings.Edit) bool { return e.Root })
	}
	if len(left.edits) == 0 || !slices.ContainsFunc(l.parts, func(p *part) bool { return !p.bare }) {
		return
	}
	l.parts = append([]*part{left}, l.parts...)
	if first.Created() {
		l.created, l.dirs = true, first.Dirs
	}
}

// turns are the parts that stand otherwise in one state than in another.
func turns(was, is state) (all []string) {
	for _, p := range slices.Concat(was.parts, is.parts) {
		if was.remains(p.by) != is.remains(p.by) && !slices.Contains(all, p.by) {
			all = append(all, p.by)
		}
	}
	return all
}

// What may be left of a part.
const (
	nothing = iota
	ownEdits
	ownAndMoves
)

func (s state) remains(by string) int {
	switch p := s.part(by); {
	case p == nil || p.bare:
		return nothing
	case len(p.moves) == 0:
		return ownEdits
	}
	return ownAndMoves
}

// origin returns the change that a chain of undoing begins with, and whether its
// last receipt makes that change again.
func (l inForce) origin(r settings.Receipt) (first settings.Receipt, again bool) {
	for again = true; r.Undoes != ""; again = !again {
		undone, known := l.receipts[r.Undoes]
		if !known {
			break
		}
		r = undone
	}
	return r, again
}

// make takes in a change that is no undo.
func (l *inForce) make(r settings.Receipt) {
	switch r.Op {
	case opMove:
		if slices.Contains(r.Marks, narrowMark) {
			l.parts = append(slices.Clip(l.parts), l.partOf(r, r.Edits))
		}
	case opInstall, opResolve, opReduce, opRecover:
		if slices.Contains(r.Marks, backMark) {
			l.state = l.putBack()
		}
		l.owner.Commands = append(l.owner.Commands, commands(r.Edits)...)
		l.parts = append(slices.Clip(l.parts), l.partOf(r, r.Edits))
		if r.Created() {
			l.created, l.dirs = true, r.Dirs
		}
	case opRestore:
		l.state = l.putBack()
	case opUninstall:
		l.state = state{}
	}
}

// partOf returns the part of a change that was made by edits.
func (l *inForce) partOf(r settings.Receipt, edits []settings.Edit) *part {
	p := &part{by: r.ID, edits: edits, marks: r.Marks}
	switch {
	case r.Op == opRecover, slices.Contains(r.Marks, backMark):
		// Hooks of others that were put back are theirs, and stay.
		p.edits = slices.DeleteFunc(slices.Clone(edits), func(e settings.Edit) bool { return config.OfOthers(e, l.owner) })
	case r.Op == opMove:
		// The hook is theirs, and stays; only that it is narrowed is neverask's.
		p.edits = slices.DeleteFunc(slices.Clone(edits), func(e settings.Edit) bool { return e.Added() || e.Removed() || e.Root })
		p.moves = p.edits
	default:
		p.moves = slices.DeleteFunc(slices.Clone(edits), func(e settings.Edit) bool { return !l.displaces(e) })
	}
	return p
}

// putBack returns the state once everything of others that was moved is back.
func (s state) putBack() state {
	var parts []*part
	for _, p := range s.parts {
		if len(p.moves) > 0 {
			p = &part{by: p.by, edits: p.rest()}
		}
		if len(p.edits) > 0 {
			parts = append(parts, p)
		}
	}
	s.parts = parts
	return s
}

// rest are the edits that have not moved hooks of others.
func (p *part) rest() []settings.Edit {
	return slices.DeleteFunc(slices.Clone(p.edits), func(e settings.Edit) bool {
		return slices.ContainsFunc(p.moves, func(m settings.Edit) bool { return reflect.DeepEqual(e, m) })
	})
}

// without returns the state after undo has taken back the change that led from
// before to after.
func (s state) without(before, after state, undo settings.Receipt) state {
	if slices.Equal(s.parts, after.parts) && s.created == after.created {
		return before
	}
	var parts []*part
	for _, p := range s.parts {
		was, is := before.part(p.by), after.part(p.by)
		switch {
		case is != nil && was == nil && (p.bare || !is.bare):
			p = p.containers(undo)
		case p == is, p.bare && was != nil && is == nil:
			p = was
		}
		parts = append(parts, p)
	}
	for _, p := range before.parts {
		if is := after.part(p.by); (is == nil || is.bare) && s.part(p.by) == nil {
			parts = append(parts, p)
		}
	}
	if !slices.ContainsFunc(parts, func(p *part) bool { return !p.bare }) {
		// Nothing of neverask's is in what it made.
		return state{}
	}
	if before.created || !after.created {
		s.created, s.dirs = before.created, before.dirs
	}
	s.parts = parts
	return s
}

func (s state) part(by string) *part {
	if i := slices.IndexFunc(s.parts, func(p *part) bool { return p.by == by }); i >= 0 {
		return s.parts[i]
	}
	return nil
}

// containers returns what an undo has left of a part: the containers that it made
// and that were not empty.
func (p *part) containers(undo settings.Receipt) *part {
	left := &part{by: p.by, bare: true}
	for _, e := range p.edits {
		gone := slices.ContainsFunc(undo.Edits, func(u settings.Edit) bool {
			return u.Removed() && u.Key == e.Key && slices.Equal(u.Path, e.Path)
		})
		if e.Root || e.Makes() && !gone {
			left.edits = append(left.edits, e)
		}
	}
	return left
}

// takenBack returns the change that has made another one moot without being its undo,
// if one has. Of a change that was no undo a part may still stand. A rewind is moot under
// every newer change: it gives back what others moved, took out or put in since, even
// where the file has the very same bytes again.
func (l inForce) takenBack(r settings.Receipt) (by string, ok bool) {
	first, makes := l.origin(r)
	if first.Rewinds != "" {
		return l.above(r)
	}
	for _, part := range turns(l.before[r.ID], l.after[r.ID]) {
		is := l.remains(part)
		if is != l.after[r.ID].remains(part) && (is == nothing || part != first.ID || !makes) {
			return l.turned[part], true
		}
	}
	return "", false
}

// above returns the newest change on top of another that was not taken back in its turn.
func (l inForce) above(r settings.Receipt) (id string, ok bool) {
	under := slices.IndexFunc(l.changes, func(c settings.Receipt) bool { return c.ID == r.ID })
	stack := []string{r.ID}
	for _, c := range l.changes[under+1:] {
		if top := len(stack) - 1; top > 0 && c.Undoes == stack[top] {
			stack = stack[:top]
		} else {
			stack = append(stack, c.ID)
		}
	}
	return stack[len(stack)-1], len(stack) > 1
}

// movedSince reports whether another change moved hooks of others out of the way that
// did not when the change r was made.
func (l inForce) movedSince(r settings.Receipt) bool {
	first, _ := l.origin(r)
	then := l.after[r.ID]
	return slices.ContainsFunc(l.parts, func(p *part) bool { return len(p.moves) > 0 && p.by != first.ID && then.part(p.by) == nil })
}

// installs are the edits by which neverask has ever put anything of its own into the
// file, also those that were taken back.
func (l inForce) installs() (all []settings.Edit) {
	for _, r := range l.changes {
		if r.Op == opInstall || r.Op == opRecover {
			all = append(all, r.Edits...)
		}
	}
	return all
}

// latest is the ID of the newest change of a file, if there is any.
func latest(history []settings.Receipt, target string) string {
	for _, r := range slices.Backward(history) {
		if r.Target == target && r.State != settings.Failed {
			return r.ID
		}
	}
	return ""
}

// edits are those of all parts, oldest first.
func (s state) edits() (all []settings.Edit) {
	for _, p := range s.parts {
		all = append(all, p.edits...)
	}
	return all
}

// displaced are the edits by which hooks of others were moved out of the way.
func (s state) displaced() (all []settings.Edit) {
	for _, p := range s.parts {
		all = append(all, p.moves...)
	}
	return all
}

func (l inForce) displaces(e settings.Edit) bool { return config.Displaces(e, l.owner) }

// commands returns the hook binaries that edits have added.
func commands(edits []settings.Edit) (found []string) {
	for _, e := range edits {
		for _, c := range gjson.Get(e.New, "hooks.#.command").Array() {
			if strings.HasPrefix(filepath.Base(c.String()), paths.HookName) {
				found = append(found, c.String())
			}
		}
	}
	return found
}

// rewiden gives groups that come back the matcher that they had before a way out
// narrowed them, if that stood when the change r took them out and does not stand
// once the plan is applied: they were not there to be widened.
func rewiden(sp settings.Plan, r settings.Receipt, history []settings.Receipt, owner config.Owner) (settings.Plan, error) {
	at := slices.IndexFunc(history, func(h settings.Receipt) bool { return h.ID == r.ID })
	planned := settings.Receipt{ID: "planned", Target: r.Target, Undoes: sp.Undoes, Edits: sp.Edits, After: r.Before, State: settings.Applied}
	then := inForceOf(history[:max(at, 0)], r.Target, owner).displaced()
	stands := inForceOf(append(slices.Clip(history), planned), r.Target, owner).displaced()
	then = unlike(then, stands)
	before, err := settings.Parse(sp.Before)
	if err != nil || len(then) == 0 {
		return sp, nil
	}
	doc, err := settings.Parse(sp.After)
	if err != nil {
		return sp, nil // it gives back what was no settings file
	}
	if doc, err = config.Rewiden(doc, before, then); err != nil {
		return sp, err
	}
	if more := doc.Edits(); len(more) > 0 {
		sp.After, sp.Edits = doc.Bytes(), append(sp.Edits, more...)
	}
	return sp, nil
}

// unlike are the edits that are not among others.
func unlike(edits, others []settings.Edit) []settings.Edit {
	return slices.DeleteFunc(edits, func(e settings.Edit) bool {
		return slices.ContainsFunc(others, func(o settings.Edit) bool {
			return settings.SameValue(o.Old, e.Old) && settings.SameValue(o.New, e.New)
		})
	})
}

// installed reports whether a pack should be in the file as far as the journal
// knows.
func (l inForce) installed(p config.Pack) bool {
	n := 0
	for _, e := range l.edits() {
		if len(e.Path) != 2 || e.Path[0] != "hooks" {
			continue
		}
		for raw, by := range map[string]int{e.Old: -1, e.New: 1} {
			n += by * len(l.owner.Groups([]config.Group{config.ParseGroup(e.Path[1], raw)}, p))
		}
	}
	return n > 0
}
