package home

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// The client and other programs write settings files from what they read long
// before, and so take hooks out. While the screens are open, what is lost is told
// of on the status line and on Home, and is put back by a plan.

// outside is the hooks that settings files have lost without neverask.
type outside struct {
	place *Place // which tells of it
	lost  []installer.OutsideChange
	stop  context.CancelFunc // ends the wait for the next change
}

type (
	outsideMsg struct {
		state   *outside
		lost    []installer.OutsideChange
		changed bool // a file has
		ended   bool // the wait was ended, and lost is nothing new
	}
	outsideDueMsg struct{ state *outside }
	acceptedMsg   struct {
		state *outside
		lost  []installer.OutsideChange
		err   error
	}
)

func (outsideDueMsg) Still() bool { return true }

func (msg outsideMsg) Still() bool {
	return !msg.changed && slices.EqualFunc(msg.lost, msg.state.lost, installer.OutsideChange.Same)
}

// Await waits for hooks that are lost, or come back, for as long as the program runs.
func (o *Place) Await() tea.Cmd { return o.outside.await() }

// Remark says what disappeared, on one line; empty when nothing has.
func (o *Place) Remark(st *kit.Styles) string {
	if len(o.outside.lost) == 0 {
		return ""
	}
	return outsideText(o.home, o.outside.lost, st)
}

// RemarkBindings are the keys about that, on every place.
func (o *Place) RemarkBindings() []kit.Binding {
	if len(o.outside.lost) == 0 {
		return nil
	}
	name := "restore…"
	if o.state.Rules.ReadOnly {
		name = "what disappeared"
	}
	return []kit.Binding{kit.Bind(name, o.outside.open, "b").Means("hooks that disappeared, and how to restore them")}
}

// Outside shows what disappeared.
func Outside(o *Place) func(*kit.Model) tea.Cmd { return o.outside.open }

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

// Take takes what there is to know, and waits for what comes next.
func (msg outsideMsg) Take(m *kit.Model) tea.Cmd {
	a, next := msg.state, m.After(kit.Pause, outsideDueMsg{msg.state})
	if msg.ended {
		return next
	}
	known := func(d installer.OutsideChange) bool {
		return slices.ContainsFunc(a.lost, func(k installer.OutsideChange) bool { return k.Path == d.Path && k.ID == d.ID })
	}
	switch news := slices.DeleteFunc(slices.Clone(msg.lost), known); {
	case len(news) > 0:
		m.Say(outsideText(m.Home, news, m.Styles))
	case len(a.lost) > 0 && len(msg.lost) == 0:
		m.Say("all hooks are back")
	}
	another := !slices.EqualFunc(msg.lost, a.lost, installer.OutsideChange.Same)
	a.set(msg.lost)
	if msg.changed || another {
		return tea.Batch(a.reload(m), next)
	}
	return next
}

// reload reads again what the active tab shows, and what is installed, which pages over
// it and other tabs say too.
func (a *outside) reload(m *kit.Model) tea.Cmd {
	if m.Host.Base().Layer == kit.Layer(a.place) {
		return m.Reload()
	}
	return tea.Batch(m.Reload(), a.place.installs.Load())
}

// set is where the list changes.
func (a *outside) set(lost []installer.OutsideChange) {
	a.lost = lost
}

// outsideText says what was lost, on one line.
func outsideText(home string, lost []installer.OutsideChange, st *kit.Styles) string {
	b := kit.Mark("▲", diffview.Count(len(lost), "hook")+" disappeared (not removed by neverask)", kit.Warn)
	return b.Draw(st) + ": " + outsideNames(home, lost)
}

// outsideNames names what is lost, neverask's own as such.
func outsideNames(home string, lost []installer.OutsideChange) string {
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

func outsideName(home string, d installer.OutsideChange) string {
	if d.Ours {
		return kit.Clean(home, d.What())
	}
	_, h := d.Handler()
	return survey.HookName(home, h)
}

// cards is about lost hooks.
func (a *outside) cards() []card {
	if len(a.lost) == 0 {
		return nil
	}
	return []card{{
		id: "lost", badge: kit.Mark("▲", "", kit.Warn), title: diffview.Count(len(a.lost), "hook") + " disappeared",
		text: "Not removed by neverask: " + outsideNames(a.place.home, a.lost), verb: "see", do: a.open,
	}}
}

// has reports whether hooks of neverask's own are lost from a file.
func (a *outside) has(path string) bool {
	return slices.ContainsFunc(a.lost, func(d installer.OutsideChange) bool { return d.Ours && d.Path == path })
}

// outsidePage is the page about lost hooks.
type outsidePage struct {
	state *outside
	home  string
	now   func() time.Time
	back  Backend
	pane  kit.Pane
}

func (*outsidePage) Crumb() string { return "Lost hooks" }

func (a *outside) open(m *kit.Model) tea.Cmd {
	m.Push(&outsidePage{state: a, home: m.Home, now: m.Now, back: a.place.backend})
	return nil
}

// Again is what a plan calls for; the guard sees by itself what came of it.
func (l *outsidePage) Again(*kit.Model) tea.Cmd { return nil }

func (l *outsidePage) chosen() (d installer.OutsideChange, ok bool) {
	if len(l.state.lost) == 0 {
		return d, false
	}
	l.pane.Move(0, len(l.state.lost))
	return l.state.lost[l.pane.Chosen], true
}

func (l *outsidePage) Move(by int) { l.pane.Move(by, len(l.state.lost)) }

func (l *outsidePage) Count() int { return len(l.state.lost) }

func (l *outsidePage) Click(row int) func(*kit.Model) tea.Cmd {
	return l.pane.Click(row, l.Count(), nil, nil)
}

func (l *outsidePage) Bindings() (all []kit.Binding) {
	if d, ok := l.chosen(); ok {
		one := []installer.OutsideChange{d}
		if len(l.state.lost) > 1 {
			all = append(all, kit.Bind("restore all…", l.recover(slices.Clone(l.state.lost)), "B").Means("restore all of them; shows the change first").Writing())
		}
		all = append(all, kit.Bind("restore…", l.recover(one), "b", "enter").Means("restore this one; shows the change first").Writing())
		all = append(all, kit.Bind("confirm", l.accept(one), "c").Means("I made this change; keep it").Writing())
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

// recover asks for the plan that puts hooks back.
func (l *outsidePage) recover(lost []installer.OutsideChange) func(*kit.Model) tea.Cmd {
	t := change.TargetOf(l.back, config.Source{File: lost[0].Path})
	return func(m *kit.Model) tea.Cmd {
		return change.Begin(m, change.Operation{
			Target: t, Plan: func() (installer.Plan, error) { return l.back.Recover(context.Background(), lost) },
			Cannot: "restore what disappeared", Title: "Restore what disappeared from ", Done: "Restored",
			Made: func() { l.state.dismiss(lost) },
		})
	}
}

// accept takes a loss for known. No settings file changes.
func (l *outsidePage) accept(lost []installer.OutsideChange) func(*kit.Model) tea.Cmd {
	b := l.back
	return func(*kit.Model) tea.Cmd {
		return func() tea.Msg { return acceptedMsg{l.state, lost, b.Accept(context.Background(), lost)} }
	}
}

func (msg acceptedMsg) Take(m *kit.Model) tea.Cmd {
	if msg.err != nil {
		m.Say("could not save that: " + kit.Clean(m.Home, msg.err.Error()))
		return nil
	}
	msg.state.dismiss(msg.lost)
	m.Say("kept: this counts as your change")
	return nil
}

// dismiss takes hooks out of the alarm that are no longer lost. The guard begins
// anew, because what it waits with is of before.
func (a *outside) dismiss(lost []installer.OutsideChange) {
	a.set(slices.DeleteFunc(slices.Clone(a.lost), func(d installer.OutsideChange) bool {
		return slices.ContainsFunc(lost, func(k installer.OutsideChange) bool { return k.Path == d.Path && k.ID == d.ID })
	}))
	a.stop()
}

func (l *outsidePage) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{}
	d, ok := l.chosen()
	if !ok {
		rows := []string{"", "  " + st.Ok.Render("✓") + " " + st.Strong.Render("All hooks are in place.")}
		return p.Of(rows)
	}
	p.Subject = kit.Short(l.home, d.Path)
	p.Head = append([]string{" " + st.Strong.Render("Disappeared (not removed by neverask)")}, kit.Spaced(height, "")...)
	return l.pane.Lay(p, width, height, len(l.state.lost), st,
		func(i, width int) string { return l.row(i, width, st) },
		func(width, _ int) []string { return l.detail(d, width, st) })
}

func (l *outsidePage) row(i, width int, st *kit.Styles) string {
	d := l.state.lost[i]
	style, left := kit.RowStart(i == l.pane.Chosen, st)
	s := left + kit.Pad(outsideBadge(d).Draw(st), 11) + kit.Pad(kit.Fit(diffview.Visible(d.Item.Event), min(20, width/3)-1), min(20, width/3))
	return kit.Fit(s+style.Render(outsideName(l.home, d)), width)
}

func outsideBadge(d installer.OutsideChange) kit.Badge {
	if d.Now == nil {
		return kit.Mark("✗", "lost", kit.Bad)
	}
	return kit.Mark("▲", string(d.Kind), kit.Warn)
}

func (l *outsidePage) detail(d installer.OutsideChange, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(outsideName(l.home, d), 1, width), st.Strong)
	all = append(all, kit.Noted(outsideBadge(d), "another program rewrote the file, and the hook no longer runs as it did", width, st)...)
	add := func(label, text string) { all = append(all, kit.Labelled(label, text, width, st)...) }
	add("from", kit.Short(l.home, d.Path))
	g, h := d.Handler()
	add("at", diffview.Visible(g.Event)+", for "+kit.Clean("", dispatch.Words(g.Matcher)))
	add("ran", survey.HookName(l.home, h))
	if d.Now != nil {
		now, handler := d.Now.Parts()
		add("now", kit.Clean("", dispatch.Words(now.Matcher))+": "+kit.Clean(l.home, change.Compact(handler.Raw)))
	}
	add("noticed", diffview.Since(l.now(), d.Noticed))
	return all
}
