package hooklist

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"neverask/hooks"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
)

// A found has all hooks of all sources, by event in the order of the sources,
// with parked ones last.
type found struct {
	sources config.Sources
	entries []entry
	events  []dispatch.About // all known events, then unknown ones that have hooks
	count   map[string]int   // number of hooks, by event
	kinds   []config.Kind
	parked  map[string]int // number of parked hooks, by event; "" is all events
	removed map[string]int // number of entries that run nothing, which the doctor has removed, by event; "" is all events
}

// failing counts the hooks that should run and cannot, as Home does.
func (l *found) failing() (n int) {
	for i := range l.entries {
		if l.entries[i].state == isFailing {
			n++
		}
	}
	return n
}

// readHooks reads the files of all sources.
func readHooks(b Backend) (*found, error) {
	l := &found{
		sources: b.Sources(), events: dispatch.Events(), count: map[string]int{},
		parked: map[string]int{}, removed: map[string]int{},
	}
	// Each takes a moment for thousands of hooks.
	var (
		standings []dispatch.HookState
		parked    []planner.Parked
		resolved  []conflicts.Resolved
		err       error
		wg        sync.WaitGroup
	)
	wg.Go(func() { standings = b.Standings(l.sources) })
	wg.Go(func() {
		var other error
		parked, err = b.Parked()
		resolved, other = b.Resolved()
		err = errors.Join(err, other)
	})
	all := l.sources.Hooks()
	wg.Wait()
	l.entries = make([]entry, 0, len(all)+len(parked))
	for i, h := range all {
		l.entries = append(l.entries, entry{Hook: h, state: state(standings[i].State.Words()), why: standings[i].Why})
	}
	for _, p := range parked {
		l.park(p)
	}
	for _, r := range resolved {
		l.resolve(r)
	}
	l.arrange()
	return l, err
}

// park adds a parked hook, as it was in its file.
func (l *found) park(p planner.Parked) {
	why := "neverask keeps it; it does not run"
	if p.Repaired() {
		why = "the doctor removed it, because Claude Code does not accept it; neverask keeps it"
	}
	for _, h := range p.Handlers {
		l.addParked(p, h, why)
	}
}

// resolve adds a hook that a resolution of a conflict has parked.
func (l *found) resolve(r conflicts.Resolved) {
	if r.Resolution == conflict.Park {
		l.addParked(r.Parked, r.Handler, "neverask keeps it because of a conflict; it does not run")
	}
}

// addParked adds a parked hook.
func (l *found) addParked(p planner.Parked, h config.Handler, why string) {
	hook := config.Hook{
		ID: fmt.Sprintf("%s/%s/%d", p.ID(), p.Event, len(l.entries)), Source: l.source(p.Receipt.Path),
		Group: config.Group{Event: p.Event, Matcher: p.Matcher, Handlers: p.Handlers}, Handler: h,
	}
	l.entries = append(l.entries, entry{Hook: hook, state: isParked, why: why, parked: &p})
	number := l.parked
	if hook.Handler.Summary() == "" { // planner.CountParked does not count it either
		number = l.removed
	}
	number[p.Event]++
	number[""]++
}

// source returns the source of a file.
func (l *found) source(file string) config.Source {
	if i := slices.IndexFunc(l.sources.List, func(s config.Source) bool { return s.File == file }); i >= 0 {
		return l.sources.List[i]
	}
	return config.Source{File: file}
}

// arrange sorts the entries, and collects the events.
func (l *found) arrange() {
	order := map[string]int{}
	for i, about := range l.events {
		order[string(about.Event)] = i - len(l.events)
	}
	slices.SortStableFunc(l.entries, func(x, y entry) int {
		a, b := x.Group.Event, y.Group.Event
		return cmp.Or(cmp.Compare(order[a], order[b]), strings.Compare(a, b))
	})
	kinds := map[config.Kind]bool{}
	for i := range l.entries {
		e := &l.entries[i]
		event := e.Group.Event
		if l.count[event]++; l.count[event] == 1 && order[event] == 0 {
			l.events = append(l.events, dispatch.About{Event: hooks.Event(event), What: "Claude Code has no such event"})
		}
		if !kinds[e.Source.Kind] {
			kinds[e.Source.Kind] = true
			l.kinds = append(l.kinds, e.Source.Kind)
		}
		e.text = searchText(e)
	}
}

// about describes an event.
func (l *found) about(event string) dispatch.About {
	i := slices.IndexFunc(l.events, func(a dispatch.About) bool { return string(a.Event) == event })
	return l.events[i]
}
