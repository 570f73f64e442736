package home

import (
	"cmp"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/tui/change"
	"neverask/tui/follow"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// Place is the first tab: what is installed in a scope, what is wrong, and the best
// suggestion.
type Place struct {
	backend    Backend
	home       string
	now        func() time.Time
	state      *follow.State
	installs   *survey.Installs
	thirdParty *survey.ThirdParty
	outside    *outside

	client     *clientFound // nil until it is looked at
	week       transcript.Counts
	scope      int // of the status that is shown
	generation int // of the last load
	memo       kit.Memo
	asked      askedLast
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

// New is the place.
func New(b Backend, state *follow.State, installs *survey.Installs, thirdParty *survey.ThirdParty, home string, now func() time.Time) *Place {
	o := &Place{backend: b, home: home, now: now, state: state, installs: installs, thirdParty: thirdParty}
	o.outside = &outside{place: o}
	return o
}

// Name is the name of the place.
func (o *Place) Name() string { return "Home" }

// Leave ends what is done in the background.
func (o *Place) Leave() { o.state.Rest() }

// Load reads the settings and the log apart, because the log may be long.
func (o *Place) Load() tea.Cmd {
	o.generation++
	b, generation, since := o.backend, o.generation, o.now().AddDate(0, 0, -7)
	count := func() tea.Msg { return countedMsg{generation, b.Counts(since)} }
	style := func() tea.Msg { return clientMsg{generation, findClient(b)} }
	return tea.Batch(o.installs.Load(), count, style, o.thirdParty.Load(), o.state.Load())
}

// Receive takes what was read.
func (o *Place) Receive(msg tea.Msg) tea.Cmd {
	o.memo = kit.Memo{}
	switch msg := msg.(type) {
	case survey.InspectedMsg:
		o.state.Unhooked, o.state.Off = !o.installs.Has(config.Questions), o.off()
		o.state.Stopped = slices.ContainsFunc(o.installs.Statuses, func(s status.Status) bool { return s.AllOff })
		if o.state.Unhooked && slices.ContainsFunc(o.installs.Statuses, broken) {
			o.state.Unhooked, o.state.Off = false, cmp.Or(o.state.Off, "a settings file is broken, so no rule answers")
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

// Bindings are the keys that do something now.
func (o *Place) Bindings() []kit.Binding {
	if o.installs.Statuses == nil {
		return nil
	}
	failing := o.client != nil && o.client.failing > 0 || broken(o.installs.Statuses[o.scope])
	var all []kit.Binding
	// What the rows name comes first, so that it is on the narrowest line too.
	if o.off() != "" {
		all = append(all, kit.Bind("on", o.switchOn, "O").Means("let rules answer again").Writing())
	}
	if failing {
		all = append(all, kit.Doctor())
	}
	if slices.ContainsFunc(o.installs.Statuses, installable) {
		all = append(all, kit.Bind("install…", o.install, "i").Means("install hooks, or add more; shows the change first").Writing())
	}
	if s := o.thirdParty.Found; s != nil && len(s.Conflicts)+len(s.Blocking()) > 0 {
		all = append(all, kit.Bind("conflicts", kit.Going("Conflicts"), "5").Means("what other hooks do on questions, and your options"))
	}
	if slices.ContainsFunc(o.installs.Statuses, survey.Installed) {
		all = append(all, kit.Bind("uninstall…", o.uninstall, "u").Means("remove hooks; shows the change first").Writing().Lesser())
		if o.off() == "" {
			all = append(all, kit.Bind("off for 2 h", o.switchOff, "O").Means("be asked everything for two hours; press again to end it").Writing())
		}
	}
	if !failing {
		all = append(all, kit.Doctor())
	}
	if len(o.installs.Statuses) > 1 {
		scope := kit.Bind("other file…", kit.Sifting("Which settings file?", o.scopes), "o").Means("show what is installed in another settings file")
		if !o.fresh() { // there are more keys then
			scope = scope.Lesser()
		}
		all = append(all, scope)
	}
	return append(all, o.state.Suggestions.Bindings()...)
}

// off says that neverask is switched off, and until when; "" where it is not.
func (o *Place) off() string {
	if i := slices.IndexFunc(o.installs.Statuses, func(s status.Status) bool { return s.Off != "" }); i >= 0 {
		return kit.Clean(o.home, o.installs.Statuses[i].Off)
	}
	return ""
}

func (o *Place) switchOff(m *kit.Model) tea.Cmd {
	until := o.now().Add(2 * time.Hour)
	if err := o.backend.Switch(until); err != nil {
		m.Say("not switched off: " + kit.Clean(o.home, err.Error()))
		return nil
	}
	m.Say("off until " + until.Local().Format("15:04") + ": Claude asks you everything · O turns it on again")
	return o.installs.Load()
}

func (o *Place) switchOn(m *kit.Model) tea.Cmd {
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

func (o *Place) install(m *kit.Model) tea.Cmd {
	return o.choose(m, o.installs.Statuses, wish{})
}

// Install begins an install that another place asks for.
func (o *Place) Install(m *kit.Model, msg change.InstallMsg) tea.Cmd {
	if o.installs.Statuses == nil {
		return nil // they are being read
	}
	return o.choose(m, o.installs.Statuses, wish{ticked: msg.Packs, choices: msg.Choices})
}

func (o *Place) uninstall(m *kit.Model) tea.Cmd {
	there := slices.DeleteFunc(slices.Clone(o.installs.Statuses), func(s status.Status) bool { return !survey.Installed(s) })
	return o.choose(m, there, wish{removes: true})
}

// choose asks for the settings file and the packs, when there is a choice. The
// file on the screen is chosen already; with a broken one nothing goes on.
func (o *Place) choose(m *kit.Model, statuses []status.Status, c wish) tea.Cmd {
	if s := newScopes(o, c, statuses, 0); len(statuses) == 1 && len(s.packs(0)) == 0 {
		return s.choose(m)
	}
	here := slices.IndexFunc(statuses, func(s status.Status) bool { return s.Target == o.installs.Statuses[o.scope].Target })
	m.Abandon()
	s := newScopes(o, c, statuses, max(here, 0))
	if broken(statuses[s.chosen]) {
		s.at = s.chosen // where the repair is named
	}
	m.Push(s)
	return nil
}

// scopes are the settings files of which it is shown what is installed.
func (o *Place) scopes() (all []kit.Sift) {
	for i, s := range o.installs.Statuses {
		all = append(all, kit.Sift{Group: "What is installed there; the rest of Home is about all files", Name: change.Subject(o.home, s.Target), Rows: -1, On: o.scope == i, Do: func() tea.Cmd {
			o.scope, o.memo = i, kit.Memo{}
			return nil
		}})
	}
	return all
}
