package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/tui/change"
	"neverask/tui/doctor"
	"neverask/tui/follow"
	"neverask/tui/kit"
	"neverask/tui/setting"
	"neverask/tui/survey"
)

// overview is the first tab: what is installed in a scope, what is wrong, and
// the best suggestion.
type overview struct {
	backend     Backend
	home        string
	now         func() time.Time
	state       *follow.State
	installs    *survey.Installs
	others      *survey.ThirdParty
	examination *doctor.Examination
	outside     *outsideState

	client     *clientFound // nil until it is looked at
	week       transcript.Counts
	scope      int // of the status that is shown
	generation int // of the last load
	memo       kit.Memo
}

type (
	clientMsg struct {
		generation int
		client     clientFound
	}
	countedMsg struct {
		generation int
		week       transcript.Counts
	}
)

func newOverview(o Options, state *follow.State) *overview {
	v := &overview{backend: o.Backend, home: o.Home, now: o.Now, state: state, installs: survey.NewInstalls(o.Backend), others: survey.NewThirdParty(o.Backend), examination: doctor.New(o.Backend, o.Home, o.ReadOnly)}
	v.outside = &outsideState{overview: v}
	return v
}

func (o *overview) Name() string { return "Home" }

func (o *overview) Leave() { o.state.Rest() }

// Load reads the settings and the log apart, because the log may be long.
func (o *overview) Load() tea.Cmd {
	o.generation++
	b, generation, since := o.backend, o.generation, o.now().AddDate(0, 0, -7)
	count := func() tea.Msg { return countedMsg{generation, b.Counts(since)} }
	style := func() tea.Msg { return clientMsg{generation, findClient(b)} }
	return tea.Batch(o.installs.Load(), count, style, o.others.Load(), o.state.Load())
}

func (o *overview) Receive(msg tea.Msg) tea.Cmd {
	o.memo = kit.Memo{}
	switch msg := msg.(type) {
	case survey.InspectedMsg:
		o.state.Unhooked = !o.installs.Has(config.Questions)
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

func (o *overview) Bindings() []kit.Binding {
	if o.installs.Statuses == nil {
		return nil
	}
	var all []kit.Binding
	if slices.ContainsFunc(o.installs.Statuses, installable) {
		all = append(all, kit.Bind("install…", o.install, "i").Means("install hooks, or add more; shows the change first").Writing())
	}
	if slices.ContainsFunc(o.installs.Statuses, survey.Installed) {
		all = append(all, kit.Bind("uninstall…", o.uninstall, "u").Means("remove hooks; shows the change first").Writing())
	}
	if len(o.installs.Statuses) > 1 {
		all = append(all, kit.Bind("scope", o.turn, "s").Means("the next settings file: user, project, local"))
	}
	if s := o.others.Found; s != nil && len(s.Conflicts)+len(s.Blocking()) > 0 {
		keys := []string{"c"}
		if len(o.state.Suggestions.List) == 0 {
			keys = append(keys, "enter")
		}
		all = append(all, kit.Bind("conflicts", o.conflicts, keys...).Means("what other hooks do on questions, and your options"))
	}
	if slices.ContainsFunc(o.installs.Statuses, survey.Installed) {
		if o.off() {
			all = append(all, kit.Bind("on", o.switchOn, "O").Means("let rules answer again").Writing())
		} else {
			all = append(all, kit.Quiet("O", "be asked everything for two hours; press again to end it", o.switchOff, "O").Writing())
		}
	}
	all = append(all, kit.Bind("doctor", o.examination.Visit, "d").Means("find and fix what stops hooks from running"),
		kit.Bind("settings", func(m *kit.Model) tea.Cmd { return setting.Open(m, o.backend) }, "o").Means("the settings that affect hooks and questions, and where each comes from").Lesser())
	all = append(all, o.state.Proposals.Bindings()...)
	if len(o.state.Suggestions.List) > 0 {
		all = append(all, kit.Bind("review…", o.suggestions, "enter").Means("review rules suggested by your past answers"))
	}
	return all
}

// suggestions asks for the review of them.
func (o *overview) suggestions(m *kit.Model) tea.Cmd { return m.Send(change.ReviewMsg{}) }

// off reports whether neverask is switched off.
func (o *overview) off() bool {
	return slices.ContainsFunc(o.installs.Statuses, func(s status.Status) bool {
		return slices.ContainsFunc(s.Problems, func(p installer.Problem) bool { return p.ID == "off" })
	})
}

func (o *overview) switchOff(m *kit.Model) tea.Cmd {
	until := o.now().Add(2 * time.Hour)
	if err := o.backend.Switch(until); err != nil {
		m.Say("not switched off: " + kit.Clean(o.home, err.Error()))
		return nil
	}
	m.Say("off until " + until.Local().Format("15:04") + ": Claude asks you everything · O to end it")
	return o.installs.Load()
}

func (o *overview) switchOn(m *kit.Model) tea.Cmd {
	if err := o.backend.Switch(time.Time{}); err != nil {
		m.Say("not switched on: " + kit.Clean(o.home, err.Error()))
		return nil
	}
	m.Say("on: your rules answer again")
	return o.installs.Load()
}

// installable reports whether there is a pack to add or something to mend.
func installable(s status.Status) bool {
	return !s.Installed || !s.Hook.Current || s.Hook.Altered || len(s.There()) < len(config.Packs())
}

func (o *overview) install(m *kit.Model) tea.Cmd {
	return o.choose(m, o.installs.Statuses, wish{})
}

func (o *overview) uninstall(m *kit.Model) tea.Cmd {
	there := slices.DeleteFunc(slices.Clone(o.installs.Statuses), func(s status.Status) bool { return !survey.Installed(s) })
	return o.choose(m, there, wish{removes: true})
}

// choose asks for the settings file and the packs, when there is a choice. The
// file on the screen is chosen already.
func (o *overview) choose(m *kit.Model, statuses []status.Status, c wish) tea.Cmd {
	if s := newScopes(o, c, statuses, 0); len(statuses) == 1 && len(s.packs(0)) == 0 {
		return s.choose(m)
	}
	here := slices.IndexFunc(statuses, func(s status.Status) bool { return s.Target == o.installs.Statuses[o.scope].Target })
	m.Abandon()
	m.Push(newScopes(o, c, statuses, max(here, 0)))
	return nil
}

// conflicts opens the tab of the conflicts.
func (o *overview) conflicts(m *kit.Model) tea.Cmd {
	return m.Send(kit.GoMsg{Place: "Conflicts"})
}

func (o *overview) turn(m *kit.Model) tea.Cmd {
	o.scope = (o.scope + 1) % len(o.installs.Statuses)
	o.memo = kit.Memo{}
	m.ToTop()
	return nil
}
