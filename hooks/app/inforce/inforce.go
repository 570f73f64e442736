package inforce

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
	OpInstall   = "install"
	OpReduce    = "uninstall-pack" // takes some packs out of a file and leaves others
	OpUninstall = "uninstall"
	OpResolve   = "resolve"       // moves hooks of others out of the way in another file
	OpRestore   = "restore"       // and puts them back
	OpRecover   = "recover"       // puts back what others have taken out
	OpMove      = "move"          // takes a hook from one file to another
	OpWatch     = "watch-install" // of the service that watches
	OpUnwatch   = "watch-uninstall"
)

// NarrowMark marks a change that has put a hook into a file and narrowed it there.
const NarrowMark = "narrow"

// BackMark marks a change that put back what ways out of conflicts had taken away
// in its file.
const BackMark = "back"

// returnMark begins the mark of a change that put back what one edit of another had
// moved; the ID of that one and the place among its edits follow.
const returnMark = "return:"

// An Account is what neverask has put into one file and taken out of it, as it stands.
// It follows the journal: every change leads from one state to the next,
// and undoing, making again and rewinding lead back to where it was, whatever
// came in between.
type Account struct {
	Owner config.Owner
	state
	Changes       []settings.Receipt // of the file, oldest first
	receipts      map[string]settings.Receipt
	before, after map[string]state  // each receipt
	turned        map[string]string // the newest receipt that put a part in, or took it back
}

// state is what changes of it with every receipt. States share what
// they have in common, so nothing in one is ever changed.
type state struct {
	Parts   []*Part  // in the order in which they came into the file
	Created bool     // neverask made the file
	Dirs    []string // and these directories for it
}

// A Part is what one change has done to the file.
type Part struct {
	by    string // the ID of its receipt
	Edits []settings.Edit
	// moves are those among the edits that moved hooks of others out of the way and
	// have not been taken back by another change.
	Moves []settings.Edit
	Marks []string
	bare  bool // nothing but containers is left of it
}

// Of follows the changes of a file. owner tells the hooks of the installed binary.
func Of(history []settings.Receipt, target string, owner config.Owner) Account {
	l := Account{
		Owner:    owner,
		receipts: map[string]settings.Receipt{}, before: map[string]state{}, after: map[string]state{}, turned: map[string]string{},
	}
	for _, r := range history {
		if r.Target != target || r.State == settings.Failed {
			continue
		}
		l.Changes = append(l.Changes, r)
		l.receipts[r.ID], l.before[r.ID] = r, l.state
		switch _, known := l.receipts[r.Undoes]; {
		case r.Rewinds != "":
			l.state = l.before[r.Rewinds]
		case r.Undoes == "":
			l.make(r)
		case known:
			first, again := l.Origin(r)
			if first.Rewinds != "" {
				l.state = l.before[r.Undoes] // the very same bytes were given back
				break
			}
			l.takeBack(l.before[r.Undoes], l.after[r.Undoes], r)
			if !again && l.Part(first.ID) == nil {
				l.keep(first, r)
			}
			if again && first.Created() && !r.Created() && !l.before[r.ID].Created {
				l.Created, l.Dirs = false, nil // others have made the file since
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
func (l *Account) leaveRoot(by string) {
	l.Parts = slices.Clone(l.Parts)
	for i, p := range l.Parts {
		if p.by == by {
			left := *p
			left.Edits = slices.DeleteFunc(slices.Clone(p.Edits), func(e settings.Edit) bool { return e.Root })
			l.Parts[i] = &left
		}
	}
}

// keep takes in the containers that a change that counts for nothing else has made,
// and that its undo has left because there is something of neverask's in them.
func (l *Account) keep(first, undo settings.Receipt) {
	made := &Part{by: first.ID, Edits: first.Edits}
	left := made.containers(undo)
	if !first.Created() {
		left.Edits = slices.DeleteFunc(left.Edits, func(e settings.Edit) bool { return e.Root })
	}
	if len(left.Edits) == 0 || !slices.ContainsFunc(l.Parts, func(p *Part) bool { return !p.bare }) {
		return
	}
	l.Parts = append([]*Part{left}, l.Parts...)
	if first.Created() {
		l.Created, l.Dirs = true, first.Dirs
	}
}

// turns are the parts that stand otherwise in one state than in another.
func turns(was, is state) (all []string) {
	for _, p := range slices.Concat(was.Parts, is.Parts) {
		if was.remains(p.by) != is.remains(p.by) && !slices.Contains(all, p.by) {
			all = append(all, p.by)
		}
	}
	return all
}

// remains is what is left of a part: its own edits, and how many moves.
func (s state) remains(by string) int {
	if p := s.Part(by); p.stands() {
		return 1 + len(p.Moves)
	}
	return 0
}

// stands reports whether more than containers is left of the part.
func (p *Part) stands() bool { return p != nil && !p.bare }

// Origin returns the change that a chain of undoing begins with, and whether its
// last receipt makes that change again.
func (l Account) Origin(r settings.Receipt) (first settings.Receipt, again bool) {
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
func (l *Account) make(r settings.Receipt) {
	switch r.Op {
	case OpMove:
		if slices.Contains(r.Marks, NarrowMark) {
			l.Parts = append(slices.Clip(l.Parts), l.PartOf(r, r.Edits))
		}
	case OpInstall, OpResolve, OpReduce, OpRecover:
		if slices.Contains(r.Marks, BackMark) {
			l.state = l.putBack()
		}
		l.Owner.Commands = append(l.Owner.Commands, Commands(r.Edits)...)
		l.Parts = append(slices.Clip(l.Parts), l.PartOf(r, r.Edits))
		if r.Created() {
			l.Created, l.Dirs = true, r.Dirs
		}
	case OpRestore:
		if !l.putBackOnly(r) {
			l.state = l.putBack()
		}
	case OpUninstall:
		l.state = state{}
	}
}

// PartOf returns the part of a change that was made by edits.
func (l *Account) PartOf(r settings.Receipt, edits []settings.Edit) *Part {
	p := &Part{by: r.ID, Edits: edits, Marks: r.Marks}
	switch {
	case r.Op == OpRecover, slices.Contains(r.Marks, BackMark):
		// Hooks of others that were put back are theirs, and stay.
		p.Edits = slices.DeleteFunc(slices.Clone(edits), func(e settings.Edit) bool { return config.OfOthers(e, l.Owner) })
	case r.Op == OpMove:
		// The hook is theirs, and stays; only that it is narrowed is neverask's.
		p.Edits = slices.DeleteFunc(slices.Clone(edits), func(e settings.Edit) bool { return e.Added() || e.Removed() || e.Root })
		p.Moves = p.Edits
	default:
		p.Moves = slices.DeleteFunc(slices.Clone(edits), func(e settings.Edit) bool { return !l.displaces(e) })
	}
	return p
}

// putBack returns the state once everything of others that was moved is back.
func (s state) putBack() state {
	var parts []*Part
	for _, p := range s.Parts {
		if p = p.without(p.Moves); len(p.Edits) > 0 {
			parts = append(parts, p)
		}
	}
	s.Parts = parts
	return s
}

// Rest are the edits that have not moved hooks of others.
func (p *Part) Rest() []settings.Edit { return except(p.Edits, p.Moves) }

// without returns the part without some of its moves.
func (p *Part) without(moves []settings.Edit) *Part {
	if len(moves) == 0 {
		return p
	}
	return &Part{by: p.by, Edits: except(p.Edits, moves), Moves: except(p.Moves, moves), Marks: p.Marks, bare: p.bare}
}

// except are the edits that are not among others.
func except(edits, others []settings.Edit) []settings.Edit {
	return slices.DeleteFunc(slices.Clone(edits), func(e settings.Edit) bool { return has(others, e) })
}

func has(edits []settings.Edit, e settings.Edit) bool {
	return slices.ContainsFunc(edits, func(o settings.Edit) bool { return reflect.DeepEqual(o, e) })
}

// takeBack follows an undo of the change that led from before to after.
func (l *Account) takeBack(before, after state, undo settings.Receipt) {
	if slices.Equal(l.Parts, after.Parts) && l.Created == after.Created {
		l.state = before
		return
	}
	var parts []*Part
	for _, p := range l.Parts {
		was, is := before.Part(p.by), after.Part(p.by)
		switch {
		case is != nil && was == nil && (p.bare || !is.bare):
			p = p.containers(undo)
		case p == is, p.bare && was != nil && is == nil:
			p = was
		case was != nil && is != nil:
			p = l.again(p, except(was.Moves, is.Moves)).without(except(is.Moves, was.Moves))
		}
		parts = append(parts, p)
	}
	for _, p := range before.Parts {
		if is := after.Part(p.by); (is == nil || is.bare) && l.Part(p.by) == nil {
			parts = append(parts, p)
		}
	}
	if !slices.ContainsFunc(parts, func(p *Part) bool { return !p.bare }) {
		// Nothing of neverask's is in what it made.
		l.state = state{}
		return
	}
	if before.Created || !after.Created {
		l.Created, l.Dirs = before.Created, before.Dirs
	}
	l.Parts = parts
}

func (s state) Part(by string) *Part {
	if i := slices.IndexFunc(s.Parts, func(p *Part) bool { return p.by == by }); i >= 0 {
		return s.Parts[i]
	}
	return nil
}

// containers returns what an undo has left of a part: the containers that it made
// and that were not empty.
func (p *Part) containers(undo settings.Receipt) *Part {
	left := &Part{by: p.by, bare: true}
	for _, e := range p.Edits {
		gone := slices.ContainsFunc(undo.Edits, func(u settings.Edit) bool {
			return u.Removed() && u.Key == e.Key && slices.Equal(u.Path, e.Path)
		})
		if e.Root || e.Makes() && !gone {
			left.Edits = append(left.Edits, e)
		}
	}
	return left
}

// TakenBack returns the change that has made another one moot without being its undo,
// if one has. Of a change that was no undo a part may still stand. A rewind is moot under
// every newer change: it gives back what others moved, took out or put in since, even
// where the file has the very same bytes again.
func (l Account) TakenBack(r settings.Receipt) (by string, ok bool) {
	first, makes := l.Origin(r)
	if first.Rewinds != "" {
		return l.above(r)
	}
	if first.Op == OpRestore {
		for id, moves := range l.returned(first) {
			p, then := l.Part(id), l.after[r.ID].Part(id)
			if p != nil && slices.ContainsFunc(moves, func(e settings.Edit) bool { return has(p.Moves, e) == makes }) || then.stands() && !p.stands() {
				return l.turned[id], true
			}
		}
	}
	for _, part := range turns(l.before[r.ID], l.after[r.ID]) {
		is := l.remains(part)
		if is != l.after[r.ID].remains(part) && (is == 0 || part != first.ID || !makes) {
			return l.turned[part], true
		}
	}
	return "", false
}

// above returns the newest change on top of another that was not taken back in its turn.
func (l Account) above(r settings.Receipt) (id string, ok bool) {
	under := slices.IndexFunc(l.Changes, func(c settings.Receipt) bool { return c.ID == r.ID })
	stack := []string{r.ID}
	for _, c := range l.Changes[under+1:] {
		if top := len(stack) - 1; top > 0 && c.Undoes == stack[top] {
			stack = stack[:top]
		} else {
			stack = append(stack, c.ID)
		}
	}
	return stack[len(stack)-1], len(stack) > 1
}

// MovedSince reports whether another change moved hooks of others out of the way that
// did not when the change r was made.
func (l Account) MovedSince(r settings.Receipt) bool {
	first, _ := l.Origin(r)
	then := l.after[r.ID]
	return slices.ContainsFunc(l.Parts, func(p *Part) bool { return len(p.Moves) > 0 && p.by != first.ID && then.Part(p.by) == nil })
}

// Installs are the edits by which neverask has ever put anything of its own into the
// file, also those that were taken back.
func (l Account) Installs() (all []settings.Edit) {
	for _, r := range l.Changes {
		if r.Op == OpInstall || r.Op == OpRecover {
			all = append(all, r.Edits...)
		}
	}
	return all
}

// Latest is the ID of the newest change of a file, if there is any.
func Latest(history []settings.Receipt, target string) string {
	for _, r := range slices.Backward(history) {
		if r.Target == target && r.State != settings.Failed {
			return r.ID
		}
	}
	return ""
}

// Edits are those of all parts, oldest first.
func (s state) Edits() (all []settings.Edit) {
	for _, p := range s.Parts {
		all = append(all, p.Edits...)
	}
	return all
}

// Displaced are the edits by which hooks of others were moved out of the way.
func (s state) Displaced() (all []settings.Edit) {
	for _, p := range s.Parts {
		all = append(all, p.Moves...)
	}
	return all
}

func (l Account) displaces(e settings.Edit) bool { return config.Displaces(e, l.Owner) }

// Commands returns the hook binaries that edits have added.
func Commands(edits []settings.Edit) (found []string) {
	for _, e := range edits {
		for _, c := range gjson.Get(e.New, "hooks.#.command").Array() {
			if strings.HasPrefix(filepath.Base(c.String()), paths.HookName) {
				found = append(found, c.String())
			}
		}
	}
	return found
}

// Rewiden gives groups that come back the matcher that they had before a way out
// narrowed them, if that stood when the change r took them out and does not stand
// once the plan is applied: they were not there to be widened.
func Rewiden(sp settings.Plan, r settings.Receipt, history []settings.Receipt, owner config.Owner) (settings.Plan, error) {
	at := slices.IndexFunc(history, func(h settings.Receipt) bool { return h.ID == r.ID })
	planned := settings.Receipt{ID: "planned", Target: r.Target, Undoes: sp.Undoes, Edits: sp.Edits, After: r.Before, State: settings.Applied}
	then := Of(history[:max(at, 0)], r.Target, owner).Displaced()
	stands := Of(append(slices.Clip(history), planned), r.Target, owner).Displaced()
	then = Unlike(then, stands)
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

// Unlike are the edits that are not among others.
func Unlike(edits, others []settings.Edit) []settings.Edit {
	return slices.DeleteFunc(edits, func(e settings.Edit) bool {
		return slices.ContainsFunc(others, func(o settings.Edit) bool {
			return settings.SameValue(o.Old, e.Old) && settings.SameValue(o.New, e.New)
		})
	})
}

// Installed reports whether a pack should be in the file as far as the journal
// knows.
func (l Account) Installed(p config.Pack) bool {
	n := 0
	for _, e := range l.Edits() {
		if len(e.Path) != 2 || e.Path[0] != "hooks" {
			continue
		}
		for raw, by := range map[string]int{e.Old: -1, e.New: 1} {
			n += by * len(l.Owner.Groups([]config.Group{config.ParseGroup(e.Path[1], raw)}, p))
		}
	}
	return n > 0
}
