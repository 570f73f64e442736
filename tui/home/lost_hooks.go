package home

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/tui/change"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Claude Code and other programs write settings files from an old copy, and so remove
// hooks. While the screens are open, lost hooks are announced on the status line and
// on Home, and restored by a plan.

// outside watches for lost hooks.
type outside struct {
	place *Place // the place that announces them
	lost  []planner.OutsideChange
	stop  context.CancelFunc // ends the current wait
}

type (
	outsideMsg struct {
		state   *outside
		lost    []planner.OutsideChange
		changed bool // whether a file has changed
		ended   bool // the wait was stopped, so lost is not new
	}
	outsideDueMsg struct{ state *outside }
	acceptedMsg   struct {
		state *outside
		lost  []planner.OutsideChange
		err   error
	}
)

func (outsideDueMsg) Still() bool { return true }

func (msg outsideMsg) Still() bool {
	return !msg.changed && slices.EqualFunc(msg.lost, msg.state.lost, planner.OutsideChange.Same)
}

// Await waits for hooks to be lost or come back, as long as the program runs.
func (o *Place) Await() tea.Cmd { return o.outside.await() }

// Remark says which hooks disappeared, on one line, or returns "".
func (o *Place) Remark(st *kit.Styles) string {
	if len(o.outside.lost) == 0 {
		return ""
	}
	return outsideText(o.home, o.outside.lost, st)
}

// RemarkBindings returns the keys about lost hooks, for every place.
func (o *Place) RemarkBindings() []kit.Binding {
	if len(o.outside.lost) == 0 {
		return nil
	}
	name := "restore…"
	if o.state.Rules.ReadOnly {
		name = "what disappeared"
	}
	return []kit.Binding{kit.Bind(name, hookstate.Looking(o.outside.first()),
		"b").Means("hooks that disappeared, and how to restore them")}
}

func (a *outside) await() tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	a.stop = stop
	b, known := a.place.backend, a.lost
	return func() tea.Msg {
		defer stop()
		lost, changed := b.Watch(ctx, known)
		return outsideMsg{a, lost, changed, ctx.Err() != nil}
	}
}

func (msg outsideDueMsg) Take(*kit.Model) tea.Cmd { return msg.state.await() }

// Take updates the lost hooks, and waits for the next change.
func (msg outsideMsg) Take(m *kit.Model) tea.Cmd {
	a, next := msg.state, m.After(kit.Pause, outsideDueMsg{msg.state})
	if msg.ended {
		return next
	}
	known := func(d planner.OutsideChange) bool {
		return slices.ContainsFunc(a.lost, func(k planner.OutsideChange) bool { return k.Path == d.Path && k.ID == d.ID })
	}
	switch news := slices.DeleteFunc(slices.Clone(msg.lost), known); {
	case len(news) > 0:
		m.Say(outsideText(m.Home, news, m.Styles))
	case len(a.lost) > 0 && len(msg.lost) == 0:
		m.Say("✓ all hooks are back")
	}
	another := !slices.EqualFunc(msg.lost, a.lost, planner.OutsideChange.Same)
	a.set(msg.lost)
	if msg.changed || another {
		return tea.Batch(a.reload(m), next)
	}
	return next
}

// reload reads the active place again, and what is installed and whether neverask is off, which
// other places and pages show, too.
func (a *outside) reload(m *kit.Model) tea.Cmd {
	if m.Host.Base().Layer == kit.Layer(a.place) {
		return m.Reload()
	}
	return tea.Batch(m.Reload(), a.place.installs.Load())
}

// set replaces the list of lost hooks.
func (a *outside) set(lost []planner.OutsideChange) {
	a.lost = lost
}

// outsideText says which hooks were lost, on one line.
func outsideText(home string, lost []planner.OutsideChange, st *kit.Styles) string {
	b := kit.Mark("▲", diffview.Count(len(lost), "hook")+" disappeared (not removed by neverask)", kit.Warn)
	return b.Draw(st) + ": " + outsideNames(home, lost)
}

// outsideNames names lost hooks, and marks neverask's own.
func outsideNames(home string, lost []planner.OutsideChange) string {
	const most = 2
	var names []string
	for i, d := range lost {
		if i == most && len(lost) > most {
			names = append(names, fmt.Sprintf("%d more", len(lost)-most))
			break
		}
		names = append(names, diffview.Visible(d.Item.Event)+" "+outsideName(home, d))
	}
	return strings.Join(names, ", ")
}

func outsideName(home string, d planner.OutsideChange) string {
	if d.Ours {
		return kit.Clean(home, d.What())
	}
	_, h := d.Handler()
	return hookstate.HookName(home, h)
}

// cards returns the card about lost hooks.
func (a *outside) cards() []card {
	if len(a.lost) == 0 {
		return nil
	}
	return []card{{
		id: "lost", badge: kit.Mark("▲", "", kit.Warn), title: diffview.Count(len(a.lost), "hook") + " disappeared",
		text: "Not removed by neverask: " + outsideNames(a.place.home, a.lost), verb: "see", do: hookstate.Looking(a.first()),
	}}
}

// first returns the key of the first lost hook.
func (a *outside) first() string { return lostKey(a.lost[0]) }

func lostKey(d planner.OutsideChange) string { return "lost " + d.Path + " " + d.ID }

// noticed returns the lost hooks, one by one.
func (a *outside) noticed() (all []hookstate.Noticed) {
	for _, d := range a.lost {
		happened := "disappeared"
		if d.Now != nil {
			happened = "was " + string(d.Kind)
		}
		all = append(all, hookstate.Noticed{
			Key: lostKey(d), Severity: doctor.Warning, File: d.Path,
			Message: diffview.Visible(d.Item.Event) + " hook " + happened + ": " + outsideName(a.place.home, d),
			Why:     "another program rewrote the file, and the hook no longer runs as it did",
			Fix:     "restore it, or accept it if you meant it",
			Detail:  func(width int, st *kit.Styles) []string { return a.detail(d, width, st) }, Keys: a.keys(d),
		})
	}
	return all
}

// keys returns the keys that act on a lost hook.
func (a *outside) keys(d planner.OutsideChange) []kit.Binding {
	one := []planner.OutsideChange{d}
	all := []kit.Binding{kit.Bind("restore…", a.recover(one), "enter",
		"b").Means("restore the hook; shows the change first").Writing()}
	if len(a.lost) > 1 {
		all = append(all, kit.Bind("restore all…", a.recover(slices.Clone(a.lost)),
			"B").Means("restore all hooks that disappeared; shows the change first").Writing())
	}
	return append(all,
		kit.Bind("accept", a.accept(one), "A").Means("accept the change: you made it yourself; keep it").Writing())
}

// recover requests the plan that restores hooks.
func (a *outside) recover(lost []planner.OutsideChange) func(*kit.Model) tea.Cmd {
	b := a.place.backend
	t := change.TargetOf(b, config.Source{File: lost[0].Path})
	return func(m *kit.Model) tea.Cmd {
		return change.Begin(m, change.Operation{
			Target: t, Plan: func() (planner.Plan, error) { return b.Recover(context.Background(), lost) },
			Cannot: "restore what disappeared", Title: "Restore what disappeared from ", Done: "restored what disappeared",
			Made: func() { a.dismiss(lost) },
		})
	}
}

// accept marks a loss as intended. No settings file changes.
func (a *outside) accept(lost []planner.OutsideChange) func(*kit.Model) tea.Cmd {
	b := a.place.backend
	return func(*kit.Model) tea.Cmd {
		return func() tea.Msg { return acceptedMsg{a, lost, b.Accept(context.Background(), lost)} }
	}
}

func (msg acceptedMsg) Take(m *kit.Model) tea.Cmd {
	if msg.err != nil {
		m.Say("✗ could not save that: " + kit.Clean(m.Home, msg.err.Error()))
		return nil
	}
	msg.state.dismiss(msg.lost)
	m.Say("✓ kept: this counts as your change")
	return m.Host.Receive(msg)
}

// dismiss removes hooks that are no longer lost, and restarts the wait, which still
// has the old list.
func (a *outside) dismiss(lost []planner.OutsideChange) {
	a.set(slices.DeleteFunc(slices.Clone(a.lost), func(d planner.OutsideChange) bool {
		return slices.ContainsFunc(lost, func(k planner.OutsideChange) bool { return k.Path == d.Path && k.ID == d.ID })
	}))
	a.stop()
}

func (a *outside) detail(d planner.OutsideChange, width int, st *kit.Styles) (all []string) {
	home := a.place.home
	add := func(label, text string) { all = append(all, kit.Labelled(label, text, width, st)...) }
	g, h := d.Handler()
	add("at", diffview.Visible(g.Event)+", for "+kit.Clean("", dispatch.Words(g.Matcher)))
	add("ran", hookstate.HookName(home, h))
	if d.Now != nil {
		now, handler := d.Now.Parts()
		add("now", kit.Clean("", dispatch.Words(now.Matcher))+": "+kit.Clean(home, change.Compact(handler.Raw)))
	}
	add("noticed", diffview.Since(a.place.now(), d.Noticed))
	return all
}

// problems returns the problems of a file that no other card is about, with the key that helps, if any.
func (a *outside) problems(s status.Status) (all []planner.Problem) {
	for _, p := range s.Beside(a.lost) {
		if !a.place.state.Rules.ReadOnly {
			p.Fix = change.Fix(p)
		}
		all = append(all, p)
	}
	return all
}
