package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
)

// overview is the first tab: what is installed in a scope, what is wrong, and
// the best suggestion.
type overview struct {
	backend     Backend
	home        string
	now         func() time.Time
	rules       *preferencesTab // it owns the rules and the suggestions
	others      *others
	examination *examination
	outside     *outsideState

	statuses   []status.Status // of all targets; nil until they are read
	client     *clientFound    // nil until it is looked at
	week       transcript.Counts
	scope      int // of the status that is shown
	generation int // of the last load
	memo       memo
}

type (
	clientMsg struct {
		generation int
		client     clientFound
	}
	inspectedMsg struct {
		generation int
		statuses   []status.Status
	}
	countedMsg struct {
		generation int
		week       transcript.Counts
	}
)

func newOverview(o Options, rules *preferencesTab, others *others) *overview {
	v := &overview{backend: o.Backend, home: o.Home, now: o.Now, rules: rules, others: others, examination: newExamination(o)}
	v.outside = &outsideState{overview: v}
	return v
}

func (o *overview) name() string { return "Home" }

func (o *overview) leave() { o.rules.leave() }

func (o *overview) rulebook() *rulebook { return o.rules.book }

// load reads the settings and the log apart, because the log may be long.
func (o *overview) load() tea.Cmd {
	inspect := o.inspect()
	b, generation, since := o.backend, o.generation, o.now().AddDate(0, 0, -7)
	count := func() tea.Msg { return countedMsg{generation, b.Counts(since)} }
	style := func() tea.Msg { return clientMsg{generation, findClient(b)} }
	return tea.Batch(inspect, count, style, o.others.load(), o.rules.load())
}

// inspect looks at the settings files.
func (o *overview) inspect() tea.Cmd {
	o.generation++
	b, generation := o.backend, o.generation
	return func() tea.Msg {
		msg := inspectedMsg{generation: generation}
		for _, t := range targets(b) {
			msg.statuses = append(msg.statuses, b.Inspect(t))
		}
		return msg
	}
}

func (o *overview) receive(msg tea.Msg) tea.Cmd {
	o.memo = memo{}
	switch msg := msg.(type) {
	case inspectedMsg:
		if msg.generation == o.generation {
			o.statuses = msg.statuses
			o.rules.unhooked = !slices.ContainsFunc(msg.statuses, func(s status.Status) bool { return s.Pack(config.Questions).There() })
		}
	case clientMsg:
		if msg.generation == o.generation {
			o.client = &msg.client
		}
	case countedMsg:
		if msg.generation == o.generation {
			o.week = msg.week
		}
	}
	return nil
}

func (o *overview) bindings() []binding {
	if o.statuses == nil {
		return nil
	}
	var all []binding
	if slices.ContainsFunc(o.statuses, installable) {
		all = append(all, bind("install…", o.install, "i").means("install hooks, or add more; shows the change first").writing())
	}
	if slices.ContainsFunc(o.statuses, installed) {
		all = append(all, bind("uninstall…", o.uninstall, "u").means("remove hooks; shows the change first").writing())
	}
	if len(o.statuses) > 1 {
		all = append(all, bind("scope", o.turn, "s").means("the next settings file: user, project, local"))
	}
	if s := o.others.found; s != nil && len(s.Conflicts)+len(s.blocking()) > 0 {
		keys := []string{"c"}
		if len(o.rules.advice.list) == 0 {
			keys = append(keys, "enter")
		}
		all = append(all, bind("conflicts", o.conflicts, keys...).means("what other hooks do at questions, and the ways out"))
	}
	if slices.ContainsFunc(o.statuses, installed) {
		if o.off() {
			all = append(all, bind("on", o.switchOn, "O").means("let rules answer again").writing())
		} else {
			all = append(all, quiet("O", "be asked everything for two hours; the same key ends it", o.switchOff, "O").writing())
		}
	}
	all = append(all, bind("doctor", o.examination.visit, "d").means("what keeps hooks from running, and its repair"),
		bind("settings", o.settings, "o").means("the settings that decide about hooks and questions, and where each comes from").lesser())
	all = append(all, o.rules.proposals.bindings(o.rules)...)
	if len(o.rules.advice.list) > 0 {
		all = append(all, bind("review…", o.rules.review, "enter").means("go through the rules that your answers speak for"))
	}
	return all
}

// off reports whether neverask is switched off.
func (o *overview) off() bool {
	return slices.ContainsFunc(o.statuses, func(s status.Status) bool {
		return slices.ContainsFunc(s.Problems, func(p installer.Problem) bool { return p.ID == "off" })
	})
}

func (o *overview) switchOff(m *model) tea.Cmd {
	until := o.now().Add(2 * time.Hour)
	if err := o.backend.Switch(until); err != nil {
		m.say("not switched off: " + clean(o.home, err.Error()))
		return nil
	}
	m.say("off until " + until.Local().Format("15:04") + ": everything is asked · O ends that")
	return o.inspect()
}

func (o *overview) switchOn(m *model) tea.Cmd {
	if err := o.backend.Switch(time.Time{}); err != nil {
		m.say("not switched on: " + clean(o.home, err.Error()))
		return nil
	}
	m.say("on: what your rules answer is answered")
	return o.inspect()
}

// installable reports whether there is a pack to add or something to mend.
func installable(s status.Status) bool {
	return !s.Installed || !s.Hook.Current || s.Hook.Altered || len(s.There()) < len(config.Packs())
}

func installed(s status.Status) bool { return len(s.There()) > 0 }

func (o *overview) install(m *model) tea.Cmd {
	return o.choose(m, o.statuses, o.others.installing(nil))
}

func (o *overview) uninstall(m *model) tea.Cmd {
	there := slices.DeleteFunc(slices.Clone(o.statuses), func(s status.Status) bool { return !installed(s) })
	return o.choose(m, there, change{op: "uninstall"})
}

// choose asks for the settings file and the packs, when there is a choice. The
// file on the screen is chosen already.
func (o *overview) choose(m *model, statuses []status.Status, c change) tea.Cmd {
	if s := newScopes(o.home, c, statuses, 0); len(statuses) == 1 && len(s.packs(0)) == 0 {
		return s.choose(m)
	}
	here := slices.IndexFunc(statuses, func(s status.Status) bool { return s.Target == o.statuses[o.scope].Target })
	m.abandon()
	m.push(newScopes(o.home, c, statuses, max(here, 0)))
	return nil
}

// conflicts opens the tab of the conflicts.
func (o *overview) conflicts(m *model) tea.Cmd {
	return m.send(goMsg{place: "Conflicts"})
}

func (o *overview) turn(m *model) tea.Cmd {
	o.scope = (o.scope + 1) % len(o.statuses)
	o.memo = memo{}
	m.toTop()
	return nil
}
