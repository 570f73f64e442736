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
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Place is the first place: figures of the last weeks, cards, and what is installed.
type Place struct {
	backend    Backend
	home       string
	now        func() time.Time
	state      *rulestate.State
	installs   *hookstate.Installs
	thirdParty *hookstate.ThirdParty
	outside    *outside

	client     *clientFound // nil until the first reading
	generation int          // of the last call of Load
	figures    figures
	asked      askedLast

	at    int    // the chosen card or, after the cards, latest question; -1 for neither
	id    string // the ID of the chosen card, if the person chose it
	lines []int  // the card of each row, as last drawn, or noCard
}

// noCard stands for the rows above the cards, and between them.
const noCard = -1

type clientMsg struct {
	generation int
	client     clientFound
}

// New returns the place.
func New(b Backend, state *rulestate.State, installs *hookstate.Installs,
	thirdParty *hookstate.ThirdParty, home string, now func() time.Time) *Place {
	o := &Place{backend: b, home: home, now: now, state: state, installs: installs, thirdParty: thirdParty}
	o.outside = &outside{place: o}
	return o
}

// Name returns the name of the place.
func (o *Place) Name() string { return "Home" }

// Leave ends the work in the background.
func (o *Place) Leave() { o.state.Rest() }

// Load reads the settings and, separately because that may take long, the questions.
func (o *Place) Load() tea.Cmd {
	o.generation++
	b, generation := o.backend, o.generation
	find := func() tea.Msg { return clientMsg{generation, findClient(b)} }
	return tea.Batch(o.installs.Load(), find, o.thirdParty.Load(), o.state.Load())
}

// Receive takes what was read.
func (o *Place) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case hookstate.InspectedMsg:
		o.state.Unhooked, o.state.Off = !o.installs.Has(config.QuestionHooks), o.off()
		o.state.Unable = kit.Clean(o.home, o.installs.Unable[config.QuestionHooks])
		o.state.ToolsUnable = kit.Clean(o.home, o.installs.Unable[config.ToolRuleHook])
		o.state.Away = (report{o}).isAway()
		o.state.Stopped = slices.ContainsFunc(o.installs.Statuses, func(s status.Status) bool { return s.AllOff })
		o.state.Broken = o.installs.Broken()
		if o.state.Unknown = o.state.Unhooked && o.state.Broken != nil; o.state.Unknown {
			o.state.Unhooked, o.state.Off = false, cmp.Or(o.state.Off, "a settings file is broken, so no rule answers")
		}
	case clientMsg:
		if msg.generation == o.generation {
			o.client = &msg.client
		}
	}
	return nil
}

// pick keeps the card or the question chosen that the person went to, or else chooses the most urgent card.
func (o *Place) pick(cards []card) {
	o.at = min(len(cards), 1) - 1
	if i := slices.IndexFunc(cards, func(c card) bool { return c.id == o.id }); o.id != "" && i >= 0 {
		o.at = i
	}
	if i := slices.IndexFunc(o.asked.listed(), o.asked.chosen.is); i >= 0 {
		o.at = len(cards) + i
	}
}

// chosen returns the card that keys act on; ok is false if there is none.
func (o *Place) chosen() (c card, ok bool) {
	if o.installs.Statuses == nil {
		return c, false
	}
	cards := report{o}.cards()
	if o.pick(cards); o.at < 0 || o.at >= len(cards) {
		return c, false
	}
	return cards[o.at], true
}

// Count returns how many cards and latest questions there are.
func (o *Place) Count() int {
	if o.installs.Statuses == nil {
		return 0
	}
	return len(report{o}.cards()) + len(o.asked.listed())
}

// Move chooses another card or, after the last one, another of the latest questions.
func (o *Place) Move(by int) {
	cards, asked := report{o}.cards(), o.asked.listed()
	o.pick(cards)
	o.at = max(min(max(o.at+by, 0), len(cards)+len(asked)-1), 0)
	switch i := o.at - len(cards); {
	case i < 0:
		o.id, o.asked.chosen = cards[o.at].id, askedID{}
	case i < len(asked):
		o.id, o.asked.chosen = "", idOf(asked[i])
	}
}

// Click does what the clicked card offers.
func (o *Place) Click(row int) func(*kit.Model) tea.Cmd {
	cards := report{o}.cards()
	if row >= len(o.lines) || o.lines[row] == noCard || o.lines[row] >= len(cards) {
		return nil
	}
	c := cards[o.lines[row]]
	o.id, o.asked.chosen = c.id, askedID{}
	if c.write && o.state.Rules.ReadOnly {
		return (*kit.Model).Refuse
	}
	return c.do
}

// ClickAt opens the question that was clicked on, or does what the clicked card offers.
func (o *Place) ClickAt(x, row int) func(*kit.Model) tea.Cmd {
	if q := o.asked.at(x, row); q != nil {
		return opening(q)
	}
	return o.Click(row)
}

// opening returns the key function that opens a question in the Log.
func opening(q *transcript.Question) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd { return m.Send(rulestate.QuestionMsg{Question: q}) }
}

// Bindings returns the keys that do something now.
func (o *Place) Bindings() (all []kit.Binding) {
	if o.installs.Statuses == nil {
		return nil
	}
	c, _ := o.chosen()
	bind := func(b kit.Binding, writes bool) {
		if writes {
			b = b.Writing()
		}
		all = append(all, b)
	}
	if c.do != nil {
		bind(kit.Bind(c.verb, c.do, "enter").Means(c.verb+": "+c.title), c.write)
	}
	if q := o.asked.listed(); c.do == nil {
		if i := slices.IndexFunc(q, o.asked.chosen.is); i >= 0 {
			bind(kit.Bind("show", opening(q[i]), "enter").Means("show the question in the Log"), false)
		}
	}
	unknown := o.state.Unknown && o.fresh()
	switch {
	case c.file != "":
		bind(kit.Opening(c.file, c.line, c.col), true)
	case unknown:
		bind(o.state.Broken.Opening(), true)
	}
	for _, b := range o.state.Suggestions.Bindings() {
		b.Quiet = b.Quiet || c.id == "settle" // enter does the same
		all = append(all, b)
	}
	if o.off() != "" {
		all = append(all, report{o}.switchBindings()...)
	}
	all = append(all, report{o}.hookBindings(c.id)...)
	if o.state.Rules.Editable() {
		all = append(all,
			kit.Quiet("a", "add…", addRule, "a").Means("add a rule, from a past question or from scratch").Writing())
	}
	return append(all, report{o}.awayBinding().Writing())
}

// hookBindings returns the keys that install and uninstall the hooks and turn them off; the chosen card may do the
// first.
func (o report) hookBindings(chosen string) (all []kit.Binding) {
	unknown := o.state.Unknown && o.fresh()
	if !unknown && slices.ContainsFunc(o.installs.Statuses, installable) {
		b := kit.Bind("install…", o.install, "i").Means("install hooks, or add more; shows the change first").Writing()
		b.Quiet = !o.fresh() || chosen == "install"
		all = append(all, b)
	}
	if slices.ContainsFunc(o.installs.Statuses, hookstate.Installed) {
		if o.off() == "" {
			all = append(all, o.switchBindings()...)
		}
		all = append(all,
			kit.Bind("uninstall…", o.uninstall, "u").Means("uninstall the hooks; shows the change first").Lesser().Writing())
	} else if unknown {
		refuse := func(m *kit.Model) tea.Cmd {
			how := " is broken · D to repair it, o to open it"
			if o.state.Broken.ByHand {
				how = " is broken · o to open it"
			}
			m.Say("not while " + o.state.Broken.Name() + how)
			return nil
		}
		while := " the hooks: not while " + o.state.Broken.Name() + " is broken"
		all = append(all, kit.Quiet("i", "install…", refuse, "i").Means("install"+while).Writing(),
			kit.Quiet("u", "uninstall…", refuse, "u").Means("uninstall"+while).Writing())
	}
	return all
}

// SharedBindings returns the keys about the hooks that work on all places.
func (o *Place) SharedBindings() (all []kit.Binding) {
	if o.installs.Statuses == nil {
		return nil
	}
	if o.off() != "" {
		all = report{o}.switchBindings()
	}
	return append(append(all, report{o}.hookBindings("")...), report{o}.awayBinding().Writing())
}

// addRule asks what a new rule is made from.
func addRule(m *kit.Model) tea.Cmd { return m.Send(rulestate.AddRuleMsg{}) }

// installable reports whether the question hooks are missing, or something needs fixing.
func installable(s status.Status) bool {
	return s.Of(config.QuestionHooks).State != status.Whole || !s.Installed || !s.Hook.Current || s.Hook.Altered
}

func (o *Place) install(m *kit.Model) tea.Cmd {
	return o.choose(m, o.installs.Statuses, wish{})
}

// Install begins an install requested by another place.
func (o *Place) Install(m *kit.Model, msg change.InstallMsg) tea.Cmd {
	if o.installs.Statuses == nil {
		return nil // they are being read
	}
	return o.choose(m, o.installs.Statuses, wish{choices: msg.Choices})
}

func (o *Place) uninstall(m *kit.Model) tea.Cmd {
	there := slices.DeleteFunc(slices.Clone(o.installs.Statuses), func(s status.Status) bool {
		return !hookstate.Installed(s)
	})
	return o.choose(m, there, wish{removes: true})
}

// choose asks for the settings file, if there is a choice. The first file with neverask's hooks is
// preselected, or else the preferred one.
func (o *Place) choose(m *kit.Model, statuses []status.Status, c wish) tea.Cmd {
	m.Abandon()
	s := &scopes{
		backend: o.backend, home: o.home, wish: c, statuses: statuses,
		at: max(slices.IndexFunc(statuses, hookstate.Installed), 0),
	}
	if len(statuses) == 1 && !statuses[0].Broken() {
		return s.choose(m)
	}
	m.Push(s)
	return nil
}

// fresh reports whether nothing is installed anywhere.
func (o *Place) fresh() bool { return !slices.ContainsFunc(o.installs.Statuses, hookstate.Installed) }

// first reports whether this is the first run. It cannot know what is installed in a file
// that cannot be read.
func (o *Place) first() bool {
	return o.fresh() && !slices.ContainsFunc(o.installs.Statuses, status.Status.Broken)
}
