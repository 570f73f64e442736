package tui

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
)

// The client and other programs write settings files from what they read long
// before, and so take hooks out. While the screens are open, what is lost is told
// of on the status line and on the Overview, and is put back by a plan.

// alarm is what settings files have lost without neverask.
type alarm struct {
	lost []installer.Drift
	stop context.CancelFunc // ends the wait for the next change
}

type (
	lossesMsg struct {
		lost    []installer.Drift
		changed bool // a file has
		ended   bool // the wait was ended, and lost is nothing new
	}
	lossesDueMsg struct{}
	acceptedMsg  struct {
		lost []installer.Drift
		err  error
	}
)

// guard waits for hooks that are lost, or come back.
func (m *model) guard() tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	m.alarm.stop = stop
	b, known := m.Backend, m.alarm.lost
	return func() tea.Msg {
		defer stop()
		lost, changed := b.Watch(ctx, known)
		return lossesMsg{lost, changed, ctx.Err() != nil}
	}
}

// lost takes what there is to know, and waits for what comes next.
func (m *model) lost(msg lossesMsg) tea.Cmd {
	if msg.ended {
		return m.after(pause, lossesDueMsg{})
	}
	known := func(d installer.Drift) bool {
		return slices.ContainsFunc(m.alarm.lost, func(k installer.Drift) bool { return k.Path == d.Path && k.ID == d.ID })
	}
	switch news := slices.DeleteFunc(slices.Clone(msg.lost), known); {
	case len(news) > 0:
		m.say(lossText(m.Home, news, m.styles))
	case len(m.alarm.lost) > 0 && len(msg.lost) == 0:
		m.say("every hook is there again as you know it")
	}
	another := !slices.EqualFunc(msg.lost, m.alarm.lost, func(a, b installer.Drift) bool { return a.Path == b.Path && a.ID == b.ID && a.Kind == b.Kind })
	m.setLost(msg.lost)
	next := m.after(pause, lossesDueMsg{})
	if msg.changed || another {
		return tea.Batch(m.lookAnew(), next)
	}
	return next
}

// lookAnew reads again what the active tab shows, and what is installed, which
// pages over it and other tabs say too.
func (m *model) lookAnew() tea.Cmd {
	if m.tabs[m.active].tab == tab(m.ground) {
		return m.reload()
	}
	return tea.Batch(m.reload(), m.ground.inspect())
}

// setLost is where the list changes.
func (m *model) setLost(lost []installer.Drift) {
	m.alarm.lost = lost
	m.ground.memo = memo{}
	for _, s := range m.layers {
		if l, ok := s.layer.(*losses); ok {
			l.pane.move(0, len(lost))
		}
	}
}

// lossText says what was lost, on one line.
func lossText(home string, lost []installer.Drift, st *styles) string {
	verb := "were"
	if len(lost) == 1 {
		verb = "was"
	}
	b := badge{"▲", fmt.Sprintf("%s %s lost without neverask", diffview.Count(len(lost), "hook"), verb), warn}
	return b.draw(st) + ": " + lossNames(home, lost)
}

// lossNames names lost hooks, neverask's own as such.
func lossNames(home string, lost []installer.Drift) string {
	const most = 2
	var names []string
	for i, d := range lost {
		if i == most && len(lost) > most {
			names = append(names, fmt.Sprintf("%d more", len(lost)-most))
			break
		}
		names = append(names, diffview.Visible(d.Hook.Event)+" "+lossName(home, d))
	}
	return strings.Join(names, ", ")
}

func lossName(home string, d installer.Drift) string {
	if d.Ours {
		return "neverask's own"
	}
	_, h := d.Handler()
	return hookName(home, h)
}

// entry is the line of the overview about lost hooks.
func (a *alarm) entry(home string, width int, st *styles) []string {
	if len(a.lost) == 0 {
		return nil
	}
	var files []string
	for _, d := range a.lost {
		if f := short(home, d.Path); !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	text := lossNames(home, a.lost) + ", from " + strings.Join(files, ", ") + "; b puts them back"
	return entry{"Lost hooks", badge{"▲", fmt.Sprint(len(a.lost)), warn}, text}.draw(width, st)
}

// losses is the page about lost hooks.
type losses struct {
	alarm *alarm
	home  string
	now   func() time.Time
	back  Backend
	pane  pane
}

func (m *model) openLosses() tea.Cmd {
	m.push(&losses{alarm: m.alarm, home: m.Home, now: m.Now, back: m.Backend})
	m.say("")
	return nil
}

// again is what a plan calls for; the guard sees by itself what came of it.
func (l *losses) again() tea.Cmd { return nil }

func (l *losses) chosen() (d installer.Drift, ok bool) {
	if len(l.alarm.lost) == 0 {
		return d, false
	}
	return l.alarm.lost[l.pane.chosen], true
}

func (l *losses) move(by int) { l.pane.move(by, len(l.alarm.lost)) }

func (l *losses) count() int { return len(l.alarm.lost) }

func (l *losses) click(row int) func(*model) tea.Cmd {
	i, ok := l.pane.at(row)
	if !ok || i >= len(l.alarm.lost) {
		return nil
	}
	l.pane.chosen = i
	return nil
}

func (l *losses) bindings() (all []binding) {
	if d, ok := l.chosen(); ok {
		one := []installer.Drift{d}
		if len(l.alarm.lost) > 1 {
			all = append(all, bind("put all back…", l.recover(slices.Clone(l.alarm.lost)), "b").means("put all of them back; shows the change first").writing())
			all = append(all, bind("put back…", l.recover(one), "enter").means("put this one back; shows the change first").writing())
		} else {
			all = append(all, bind("put back…", l.recover(one), "b", "enter").means("put it back; shows the change first").writing())
		}
		all = append(all, bind("it was me", l.accept(one), "x").means("leave it as it is now, and take that for known").writing())
	}
	return append(all, bind("back", (*model).back, "esc"))
}

// recover asks for the plan that puts hooks back.
func (l *losses) recover(lost []installer.Drift) func(*model) tea.Cmd {
	t := targetOf(l.back, config.Source{File: lost[0].Path})
	return func(m *model) tea.Cmd {
		return m.begin(change{op: "recover", target: t, lost: lost, make: func(b Backend) (installer.Plan, error) {
			return b.Recover(context.Background(), lost)
		}})
	}
}

// accept takes a loss for known. No settings file changes.
func (l *losses) accept(lost []installer.Drift) func(*model) tea.Cmd {
	b := l.back
	return func(m *model) tea.Cmd {
		return func() tea.Msg { return acceptedMsg{lost, b.Accept(context.Background(), lost)} }
	}
}

func (m *model) accepted(msg acceptedMsg) tea.Cmd {
	if msg.err != nil {
		m.say("it could not be remembered: " + clean(m.Home, msg.err.Error()))
		return nil
	}
	m.dismiss(msg.lost)
	m.say("known from now on")
	return nil
}

// dismiss takes hooks out of the alarm that are no longer lost. The guard begins
// anew, because what it waits with is of before.
func (m *model) dismiss(lost []installer.Drift) {
	m.setLost(slices.DeleteFunc(slices.Clone(m.alarm.lost), func(d installer.Drift) bool {
		return slices.ContainsFunc(lost, func(a installer.Drift) bool { return a.Path == d.Path && a.ID == d.ID })
	}))
	m.alarm.stop()
}

func (l *losses) page(width, height int, st *styles) page {
	p := page{}
	d, ok := l.chosen()
	if !ok {
		rows := []string{"", "  " + st.ok.Render("✓") + " " + st.strong.Render("Every hook is there as you know it.")}
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
		return p
	}
	p.subject = short(l.home, d.Path)
	p.head = append([]string{" " + st.strong.Render("Lost without neverask")}, spaced(height, "")...)
	return l.pane.lay(p, width, height, len(l.alarm.lost), st,
		func(i, width int) string { return l.row(i, width, st) },
		func(width, _ int) []string { return l.detail(d, width, st) })
}

func (l *losses) row(i, width int, st *styles) string {
	d := l.alarm.lost[i]
	look, left := plain, "  "
	if i == l.pane.chosen {
		look, left = st.selected, st.selected.Render("▸ ")
	}
	s := left + pad(lossBadge(d).draw(st), 11) + pad(diffview.Visible(d.Hook.Event), min(20, width/3))
	return fit(s+look.Render(lossName(l.home, d)), width)
}

func lossBadge(d installer.Drift) badge {
	if d.Kind == installer.Lost {
		return badge{"✗", "lost", bad}
	}
	return badge{"▲", string(d.Kind), warn}
}

func (l *losses) detail(d installer.Drift, width int, st *styles) []string {
	g, h := d.Handler()
	all := styled(indented(lossName(l.home, d), 1, width), st.strong)
	all = append(all, noted(lossBadge(d), "another program has written the file, and the hook does not run as it did", width, st)...)
	add := func(label, text string) { all = append(all, labelled(label, text, width, st)...) }
	add("from", short(l.home, d.Path))
	add("at", diffview.Visible(g.Event)+", for "+clean("", dispatch.Words(g.Matcher)))
	add("ran", hookName(l.home, h))
	if d.Now != nil {
		now, handler := d.Now.Parts()
		add("now", clean("", dispatch.Words(now.Matcher))+": "+clean(l.home, compact(handler.Raw)))
	}
	add("noticed", since(l.now(), d.Noticed))
	return all
}
