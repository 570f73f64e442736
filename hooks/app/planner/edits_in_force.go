package planner

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/settings"
)

// The kinds of changes that determine what is in force in a settings file.
const (
	OpInstall   = "install"
	OpReduce    = "record off" // removes activity recording from a file, and leaves the rest
	OpUninstall = "uninstall"
	OpResolve   = "resolve" // moves third-party hooks out of the way in another file
	OpRestore   = "restore" // restores them
	OpRecover   = "recover" // restores lost hooks
)

// BackMark marks a change that restored what resolutions of conflicts had removed from its
// file.
const BackMark = "back"

// returnMark begins the mark of a change that restored what an edit of another change had moved.
// That change's ID follows, and the index of the edit.
const returnMark = "return:"

// An Account lists what neverask has added to and removed from one settings file, and not
// undone since: edits of its changes, each counted once. A change brings edits into force or
// takes some out of force, and its undo does the opposite.
type Account struct {
	Owner   config.Owner
	Changes []settings.Receipt // the file's changes, oldest first, without failed ones

	inForce map[piece]bool
	effects []effect // the effect of each change
	since   int      // the first change since the file last had nothing of neverask's
}

// A piece is one edit of a change, by their positions.
type piece struct{ change, edit int }

// theFile is the index of a piece that stands for the creation of the file.
const theFile = -1

// An effect lists the pieces that a change brings into force, and those that it takes out.
type effect struct{ in, out []piece }

// AccountOf follows the changes of a file. owner recognises the installed binary's hooks.
func AccountOf(history []settings.Receipt, target string, owner config.Owner) Account {
	a := Account{Owner: owner, inForce: map[piece]bool{}}
	for _, r := range history {
		if r.Target != target || r.State == settings.Failed {
			continue
		}
		a.Changes = append(a.Changes, r)
		if r.Op == OpInstall {
			a.Owner = owning(a.Owner, r.Edits)
		}
	}
	for i := range a.Changes {
		e := a.effectOf(i)
		if len(a.inForce) == 0 {
			a.since = i
		}
		for _, p := range e.out {
			delete(a.inForce, p)
		}
		for _, p := range e.in {
			a.inForce[p] = true
		}
		a.effects = append(a.effects, e)
	}
	return a
}

// effectOf returns how a change alters what was in force.
func (a Account) effectOf(i int) (e effect) {
	switch r := a.Changes[i]; r.Op {
	case OpInstall, OpResolve, OpReduce, OpRecover:
		back := slices.Contains(r.Marks, BackMark)
		if back {
			e.out = a.moved()
		}
		e.in = a.pieces(i, func(e settings.Edit) bool {
			// Restored third-party hooks are not ours, and stay.
			return !back && r.Op != OpRecover || !config.TouchesOthers(e, a.Owner)
		})
		if r.Created() {
			e.in = append(e.in, piece{i, theFile})
		}
	case OpRestore:
		if e.out = a.returned(r); len(r.Marks) == 0 {
			e.out = a.moved()
		}
	case OpUninstall:
		e.out = a.sorted()
	default:
		if j := a.find(r.Undoes); j >= 0 && j < i {
			e = a.undoing(i, a.effects[j])
		}
	}
	return e
}

// undoing returns the effect of the undo at i of a change: containers that the change created stay in force while
// they contain something of neverask's.
func (a Account) undoing(i int, undone effect) (e effect) {
	for _, p := range undone.in {
		if a.inForce[p] && (!a.makes(p) || a.removes(i, p)) {
			e.out = append(e.out, p)
		}
	}
	for _, p := range undone.out {
		if !a.inForce[p] {
			e.in = append(e.in, p)
		}
	}
	if j := a.find(a.Changes[i].Undoes); len(undone.in)+len(undone.out) == 0 {
		e.in = a.left(i, j)
	}
	whole := map[int]bool{} // the changes with more than that in force
	for p := range a.inForce {
		whole[p.change] = whole[p.change] || !a.makes(p)
	}
	for p := range a.inForce {
		if !whole[p.change] && !slices.Contains(e.out, p) && a.removes(i, p) {
			e.out = append(e.out, p)
		}
	}
	stays := func(p piece) bool { return !a.makes(p) && !slices.Contains(e.out, p) }
	if !slices.ContainsFunc(e.in, stays) && !slices.ContainsFunc(a.sorted(), stays) {
		e = effect{out: a.sorted()} // its containers have nothing of neverask's
	}
	return e
}

// left returns the containers that the undo at i of a change left in place because they contain something of
// neverask's.
func (a Account) left(i, change int) (all []piece) {
	all = a.pieces(change, func(e settings.Edit) bool {
		return e.AddsContainer() || e.Root && a.Changes[change].Created()
	})
	if a.Changes[change].Created() {
		all = append(all, piece{change, theFile})
	}
	return slices.DeleteFunc(all, func(p piece) bool { return a.removes(i, p) })
}

// makes reports whether a piece creates a container, or the file itself.
func (a Account) makes(p piece) bool {
	return p.edit == theFile || a.edit(p).AddsContainer() || a.edit(p).Root
}

// removes reports whether a change removes what a piece has created from the file.
func (a Account) removes(i int, p piece) bool {
	r := a.Changes[i]
	if p.edit == theFile || r.After == "" {
		return r.After == ""
	}
	made := a.edit(p)
	return slices.ContainsFunc(r.Edits, func(e settings.Edit) bool {
		return made.Root && e.Root || e.Removed() && e.Key == made.Key && slices.Equal(e.Path, made.Path)
	})
}

func (a Account) edit(p piece) settings.Edit { return a.Changes[p.change].Edits[p.edit] }

// pieces returns the edits of a change that want accepts.
func (a Account) pieces(i int, want func(settings.Edit) bool) (all []piece) {
	for at, e := range a.Changes[i].Edits {
		if want(e) {
			all = append(all, piece{i, at})
		}
	}
	return all
}

// sorted returns the pieces in force, in the order of their changes.
func (a Account) sorted() []piece {
	all := make([]piece, 0, len(a.inForce))
	for p := range a.inForce {
		all = append(all, p)
	}
	slices.SortFunc(all, func(p, q piece) int {
		if p.change != q.change {
			return p.change - q.change
		}
		return p.edit - q.edit
	})
	return all
}

// moves reports whether a piece keeps third-party hooks away from questions.
func (a Account) moves(p piece) bool {
	return p.edit != theFile && config.Displaces(a.edit(p), a.Owner)
}

// moved returns the pieces in force that keep third-party hooks away from questions.
func (a Account) moved() []piece {
	return slices.DeleteFunc(a.sorted(), func(p piece) bool { return !a.moves(p) })
}

// everMoved returns all edits that ever kept third-party hooks away from questions, in force or not.
func (a Account) everMoved() (edits []settings.Edit) {
	for i, r := range a.Changes {
		if r.Op == OpInstall || r.Op == OpResolve {
			for _, p := range a.effects[i].in {
				if a.moves(p) {
					edits = append(edits, a.edit(p))
				}
			}
		}
	}
	return edits
}

// returned returns the pieces in force that a change has restored, according to its marks.
func (a Account) returned(r settings.Receipt) (all []piece) {
	for _, mark := range r.Marks {
		name, _ := strings.CutPrefix(mark, returnMark)
		id, place, _ := strings.Cut(name, "/")
		at, err := strconv.Atoi(place)
		if p := (piece{a.find(id), at}); err == nil && a.inForce[p] {
			all = append(all, p)
		}
	}
	return all
}

// find returns the position of a change, or -1.
func (a Account) find(id string) int {
	return slices.IndexFunc(a.Changes, func(r settings.Receipt) bool { return r.ID == id })
}

// edits returns the edits of pieces. Created containers come first, because they existed before anything was added to
// them, by whichever change.
func (a Account) edits(all []piece) (edits []settings.Edit) {
	for _, makes := range []bool{true, false} {
		for _, p := range all {
			if p.edit != theFile && a.makes(p) == makes {
				edits = append(edits, a.edit(p))
			}
		}
	}
	return edits
}

// Edits returns the edits in force.
func (a Account) Edits() []settings.Edit { return a.edits(a.sorted()) }

// ParkedOrNarrowed returns the edits in force that keep third-party hooks away from questions, oldest first.
func (a Account) ParkedOrNarrowed() []settings.Edit { return a.edits(a.moved()) }

// Created reports whether neverask created the file, and returns the directories that it
// created for it.
func (a Account) Created() (dirs []string, created bool) {
	for p := range a.inForce {
		if p.edit == theFile {
			return a.Changes[p.change].Dirs, true
		}
	}
	return nil, false
}

// A Stake is the part of one change that is in force.
type Stake struct {
	Whole bool            // everything the change brought into force
	All   bool            // it brought all its edits into force
	Edits []settings.Edit // in force
	Moves []settings.Edit // those that keep third-party hooks away from questions
	Rest  []settings.Edit // and the others
	// Ended is the change, other than its undo, that took all of it out of force.
	Ended string
}

// StakeOf returns which part of a change is in force. ok is false for a change that brought
// nothing into force.
func (a Account) StakeOf(r settings.Receipt) (s Stake, ok bool) {
	i := a.find(r.ID)
	if i < 0 || len(a.effects[i].in) == 0 {
		return s, false
	}
	brought := a.effects[i].in
	gone := func(p piece) bool { return !a.inForce[p] }
	s.Whole = !slices.ContainsFunc(brought, func(p piece) bool { return gone(p) && !a.makes(p) })
	s.All = len(a.edits(brought)) == len(r.Edits)
	if !slices.ContainsFunc(brought, func(p piece) bool { return !gone(p) && !a.makes(p) }) {
		s.Ended = a.ender(brought)
	}
	s.Edits = a.edits(slices.DeleteFunc(slices.Clone(brought), gone))
	for _, e := range s.Edits {
		if config.Displaces(e, a.Owner) {
			s.Moves = append(s.Moves, e)
		} else {
			s.Rest = append(s.Rest, e)
		}
	}
	return s, true
}

// ender returns the newest change that took any of these pieces out of force.
func (a Account) ender(pieces []piece) string {
	for i, e := range slices.Backward(a.effects) {
		if slices.ContainsFunc(e.out, func(p piece) bool { return slices.Contains(pieces, p) }) {
			return a.Changes[i].ID
		}
	}
	return ""
}

// MovedSince reports whether a change after r moved third-party hooks out of the file, which
// must be restored.
func (a Account) MovedSince(r settings.Receipt) bool {
	i := a.find(r.ID)
	return slices.ContainsFunc(a.moved(), func(p piece) bool { return p.change > i })
}

// Original returns the content from before neverask added anything to the file, nil if there
// was no file. ok is true only if that content is still kept, and if nobody but neverask has
// written the file since, and only what an uninstall undoes.
func (a Account) Original(store *settings.Store, content []byte) (original []byte, ok bool) {
	if len(a.inForce) == 0 {
		return nil, false
	}
	own := []string{OpInstall, OpReduce, OpResolve, OpRestore, OpUninstall}
	after := settings.Digest(content)
	for i := len(a.Changes) - 1; i >= a.since; i-- {
		r := a.Changes[i]
		neutral := r.State == settings.Undone || r.Undoes != "" && a.find(r.Undoes) >= a.since
		if r.After != after || !neutral && !slices.Contains(own, r.Op) {
			return nil, false
		}
		after = r.Before
	}
	return store.Before(a.Changes[a.since])
}

// A Move says what one change did to a group of third-party hooks to keep them away from
// questions. It can be undone separately, as a whole.
type Move struct {
	By    settings.Receipt
	Edits []settings.Edit
	Marks []string // the mark of the change that restores it, with [OpRestore]
}

// ID identifies a move among all of the person's.
func (m Move) ID() string { return strings.TrimPrefix(m.Marks[0], returnMark) }

// Moves returns the moves in force, oldest first.
func (a Account) Moves() (all []Move) {
	moved := a.moved()
	for len(moved) > 0 {
		by := moved[0].change
		n := slices.IndexFunc(moved, func(p piece) bool { return p.change != by })
		if n < 0 {
			n = len(moved)
		}
		of := moved[:n]
		moved = moved[n:]
		for _, edits := range config.Displacements(a.edits(of)) {
			m := Move{By: a.Changes[by], Edits: edits}
			for _, p := range of[:len(edits)] {
				m.Marks = append(m.Marks, returnMark+m.By.ID+"/"+strconv.Itoa(p.edit))
			}
			of = of[len(edits):]
			all = append(all, m)
		}
	}
	return all
}

// Installs returns all edits that ever added something of neverask's own to the file, including undone ones.
func (a Account) Installs() (all []settings.Edit) {
	for _, r := range a.Changes {
		if r.Op == OpInstall || r.Op == OpRecover {
			all = append(all, r.Edits...)
		}
	}
	return all
}

// Installed reports whether an installable should be in the file, according to the change log.
func (a Account) Installed(p config.Installable) bool {
	n := 0
	for _, e := range a.Edits() {
		if len(e.Path) != 2 || e.Path[0] != "hooks" {
			continue
		}
		for raw, by := range map[string]int{e.Old: -1, e.New: 1} {
			n += by * len(a.Owner.Groups([]config.Group{config.ParseGroup(e.Path[1], raw)}, p))
		}
	}
	return n > 0
}

// RecordsArguments reports whether a file's activity recording includes the inputs of tools,
// or did until another program removed it.
func (a Account) RecordsArguments(groups []config.Group) bool {
	var added []config.Group
	for _, e := range slices.Backward(a.Edits()) {
		if len(e.Path) == 2 && e.Path[0] == "hooks" && e.New != "" {
			added = append(added, config.ParseGroup(e.Path[1], e.New))
		}
	}
	for _, g := range append(a.Owner.Groups(groups, config.ActivityRecording),
		a.Owner.Groups(added, config.ActivityRecording)...) {
		if g.Event == string(hooks.EventPreToolUse) {
			return slices.ContainsFunc(g.Handlers, func(h config.Handler) bool {
				return a.Owner.Owns(h) && config.RecordsArguments(h)
			})
		}
	}
	return false
}

// latest returns the ID of a file's newest change, or "".
func latest(history []settings.Receipt, target string) string {
	for _, r := range slices.Backward(history) {
		if r.Target == target && r.State != settings.Failed {
			return r.ID
		}
	}
	return ""
}

// owning returns an owner that also owns the hook binaries that edits have added.
func owning(owner config.Owner, edits []settings.Edit) config.Owner {
	for _, e := range edits {
		if len(e.Path) != 2 || !strings.Contains(e.New, paths.HookName) {
			continue
		}
		for _, c := range gjson.Get(e.New, "hooks.#.command").Array() {
			if command := c.String(); strings.HasPrefix(filepath.Base(command), paths.HookName) &&
				!slices.Contains(owner.Commands, command) {
				owner.Commands = append(slices.Clip(owner.Commands), command)
			}
		}
	}
	return owner
}
