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
	"neverask/hooks/app/watch"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// The client and other programs write settings files from what they read long
// before, and so take hooks out. While the screens are open, what is lost is told
// of on the status line and on Home, and is put back by a plan.

// outsideState is what settings files have lost without neverask: hooks, and settings.
type outsideState struct {
	overview *overview // which tells of it
	lost     []installer.OutsideChange
	stop     context.CancelFunc // ends the wait for the next change
}

type (
	outsideMsg struct {
		state   *outsideState
		lost    []installer.OutsideChange
		changed bool // a file has
		ended   bool // the wait was ended, and lost is nothing new
	}
	outsideDueMsg struct{ state *outsideState }
	acceptedMsg   struct {
		state *outsideState
		lost  []installer.OutsideChange
		err   error
	}
)

func (outsideDueMsg) still() bool { return true }

func (msg outsideMsg) still() bool {
	return !msg.changed && slices.EqualFunc(msg.lost, msg.state.lost, installer.OutsideChange.Same)
}

// await waits for hooks that are lost, or come back.
func (a *outsideState) await() tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	a.stop = stop
	b, known := a.overview.backend, a.lost
	return func() tea.Msg {
		defer stop()
		lost, changed := b.Watch(ctx, known)
		return outsideMsg{a, lost, changed, ctx.Err() != nil}
	}
}

func (msg outsideDueMsg) take(*model) tea.Cmd { return msg.state.await() }

// take takes what there is to know, and waits for what comes next.
func (msg outsideMsg) take(m *model) tea.Cmd {
	a, next := msg.state, m.after(pause, outsideDueMsg{msg.state})
	if msg.ended {
		return next
	}
	known := func(d installer.OutsideChange) bool {
		return slices.ContainsFunc(a.lost, func(k installer.OutsideChange) bool { return k.Path == d.Path && k.ID == d.ID })
	}
	switch news := slices.DeleteFunc(slices.Clone(msg.lost), known); {
	case len(news) > 0:
		m.say(outsideText(m.Home, news, m.styles))
	case len(a.lost) > 0 && len(msg.lost) == 0:
		m.say("everything is there again as you know it")
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
func (a *outsideState) reload(m *model) tea.Cmd {
	if m.host.base().layer == layer(a.overview) {
		return m.reload()
	}
	return tea.Batch(m.reload(), a.overview.inspect())
}

// set is where the list changes.
func (a *outsideState) set(lost []installer.OutsideChange) {
	a.lost = lost
	a.overview.memo = memo{}
}

// outsideText says what was lost, on one line.
func outsideText(home string, lost []installer.OutsideChange, st *styles) string {
	verb := "were"
	if len(lost) == 1 {
		verb = "was"
	}
	b := mark("▲", fmt.Sprintf("%s %s lost without neverask", diffview.Count(len(lost), outsideNoun(lost)), verb), warn)
	return b.draw(st) + ": " + outsideNames(home, lost)
}

// outsideNoun is what lost things are: hooks, settings, or both.
func outsideNoun(lost []installer.OutsideChange) string {
	isSetting := func(d installer.OutsideChange) bool { return d.Item.IsSetting() }
	isHook := func(d installer.OutsideChange) bool { return !d.Item.IsSetting() }
	switch {
	case !slices.ContainsFunc(lost, isSetting):
		return "hook"
	case !slices.ContainsFunc(lost, isHook):
		return "setting"
	}
	return "hooks and setting" // always several
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
		names = append(names, diffview.Visible(d.Subject())+" "+outsideName(home, d))
	}
	return strings.Join(names, ", ")
}

func outsideName(home string, d installer.OutsideChange) string {
	if d.Ours || d.Item.IsSetting() {
		return clean(home, d.What())
	}
	_, h := d.Handler()
	return hookName(home, h)
}

// entry is the line of the overview about lost hooks.
func (a *outsideState) entry(home string) (line entry, there bool) {
	if len(a.lost) == 0 {
		return entry{}, false
	}
	var files []string
	for _, d := range a.lost {
		if f := short(home, d.Path); !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	text := outsideNames(home, a.lost) + ", from " + strings.Join(files, ", ") + "; b puts them back"
	return entry{label: "Lost", badge: mark("▲", fmt.Sprint(len(a.lost)), warn), text: text}, true
}

// outsidePage is the page about lost hooks and settings.
type outsidePage struct {
	outsideState *outsideState
	home         string
	now          func() time.Time
	back         Backend
	pane         pane
}

func (*outsidePage) crumb() string { return "Changed outside" }

func (a *outsideState) open(m *model) tea.Cmd {
	m.push(&outsidePage{outsideState: a, home: m.Home, now: m.Now, back: a.overview.backend})
	m.say("")
	return nil
}

// again is what a plan calls for; the guard sees by itself what came of it.
func (l *outsidePage) again(*model) tea.Cmd { return nil }

func (l *outsidePage) chosen() (d installer.OutsideChange, ok bool) {
	if len(l.outsideState.lost) == 0 {
		return d, false
	}
	l.pane.move(0, len(l.outsideState.lost))
	return l.outsideState.lost[l.pane.chosen], true
}

func (l *outsidePage) move(by int) { l.pane.move(by, len(l.outsideState.lost)) }

func (l *outsidePage) count() int { return len(l.outsideState.lost) }

func (l *outsidePage) click(row int) func(*model) tea.Cmd {
	i, ok := l.pane.at(row)
	if !ok || i >= len(l.outsideState.lost) {
		return nil
	}
	l.pane.chosen = i
	return nil
}

func (l *outsidePage) bindings() (all []binding) {
	if d, ok := l.chosen(); ok {
		one := []installer.OutsideChange{d}
		if len(l.outsideState.lost) > 1 {
			all = append(all, bind("put all back…", l.recover(slices.Clone(l.outsideState.lost)), "b").means("put all of them back; shows the change first").writing())
			all = append(all, bind("put back…", l.recover(one), "enter").means("put this one back; shows the change first").writing())
		} else {
			all = append(all, bind("put back…", l.recover(one), "b", "enter").means("put it back; shows the change first").writing())
		}
		all = append(all, bind("it was me", l.accept(one), "x").means("leave it as it is now, and take that for known").writing())
	}
	return append(all, bind("back", (*model).back, "esc"))
}

// recover asks for the plan that puts hooks back.
func (l *outsidePage) recover(lost []installer.OutsideChange) func(*model) tea.Cmd {
	t := targetOf(l.back, config.Source{File: lost[0].Path})
	return func(m *model) tea.Cmd {
		return m.begin(change{op: "recover", target: t, made: func() { l.outsideState.dismiss(lost) }, make: func(b Backend) (installer.Plan, error) {
			return b.Recover(context.Background(), lost)
		}})
	}
}

// accept takes a loss for known. No settings file changes.
func (l *outsidePage) accept(lost []installer.OutsideChange) func(*model) tea.Cmd {
	b := l.back
	return func(*model) tea.Cmd {
		return func() tea.Msg { return acceptedMsg{l.outsideState, lost, b.Accept(context.Background(), lost)} }
	}
}

func (msg acceptedMsg) take(m *model) tea.Cmd {
	if msg.err != nil {
		m.say("it could not be remembered: " + clean(m.Home, msg.err.Error()))
		return nil
	}
	msg.state.dismiss(msg.lost)
	m.say("known from now on")
	return nil
}

// dismiss takes hooks out of the alarm that are no longer lost. The guard begins
// anew, because what it waits with is of before.
func (a *outsideState) dismiss(lost []installer.OutsideChange) {
	a.set(slices.DeleteFunc(slices.Clone(a.lost), func(d installer.OutsideChange) bool {
		return slices.ContainsFunc(lost, func(k installer.OutsideChange) bool { return k.Path == d.Path && k.ID == d.ID })
	}))
	a.stop()
}

func (l *outsidePage) page(width, height int, st *styles) page {
	p := page{}
	d, ok := l.chosen()
	if !ok {
		rows := []string{"", "  " + st.ok.Render("✓") + " " + st.strong.Render("Everything is there as you know it.")}
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
		return p
	}
	p.subject = short(l.home, d.Path)
	p.head = append([]string{" " + st.strong.Render("Lost without neverask")}, spaced(height, "")...)
	return l.pane.lay(p, width, height, len(l.outsideState.lost), st,
		func(i, width int) string { return l.row(i, width, st) },
		func(width, _ int) []string { return l.detail(d, width, st) })
}

func (l *outsidePage) row(i, width int, st *styles) string {
	d := l.outsideState.lost[i]
	style, left := rowStart(i == l.pane.chosen, st)
	s := left + pad(outsideBadge(d).draw(st), 11) + pad(fit(diffview.Visible(d.Subject()), min(20, width/3)-1), min(20, width/3))
	return fit(s+style.Render(outsideName(l.home, d)), width)
}

func outsideBadge(d installer.OutsideChange) badge {
	if d.Kind == watch.Lost {
		return mark("✗", "lost", bad)
	}
	return mark("▲", string(d.Kind), warn)
}

func (l *outsidePage) detail(d installer.OutsideChange, width int, st *styles) []string {
	name, what := outsideName(l.home, d), "the hook does not run as it did"
	if d.Item.IsSetting() {
		name, what = diffview.Visible(d.Subject()), "Claude Code does without this setting"
	}
	all := styled(indented(name, 1, width), st.strong)
	all = append(all, noted(outsideBadge(d), "another program has written the file, and "+what, width, st)...)
	add := func(label, text string) { all = append(all, labelled(label, text, width, st)...) }
	add("from", short(l.home, d.Path))
	if d.Item.IsSetting() {
		add("was", clean("", d.What()))
		add("noticed", since(l.now(), d.Noticed))
		return all
	}
	g, h := d.Handler()
	add("at", diffview.Visible(g.Event)+", for "+clean("", dispatch.Words(g.Matcher)))
	add("ran", hookName(l.home, h))
	if d.Now != nil {
		now, handler := d.Now.Parts()
		add("now", clean("", dispatch.Words(now.Matcher))+": "+clean(l.home, compact(handler.Raw)))
	}
	add("noticed", since(l.now(), d.Noticed))
	return all
}
