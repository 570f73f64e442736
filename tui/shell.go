package tui

import (
	"path/filepath"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/session"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/conflicts"
	"neverask/tui/doctor"
	homeplace "neverask/tui/home"
	"neverask/tui/hooklist"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/log"
	"neverask/tui/rules"
	"neverask/tui/rulestate"
)

// shell is the program: the places, and what they have in common.
type shell struct {
	*kit.Model
	Options Options
	dark    bool // whether the background is dark

	state     *rulestate.State
	changes   *change.Flow
	conflicts *conflicts.Place
	home      *homeplace.Place // the first place
	doctor    *doctor.Examination
	installs  *hookstate.Installs
	rules     *rules.Place
	log       *log.Place
	tabs      []place
	pages     []page
	active    int
	back      int // the place that esc leads back to from the active one

	undo    *undoable
	reading int    // counts the readings of undo
	themed  string // the previous theme, if choosing a theme was the last change

	unread *kit.Menu // the palette, while its hooks are being read
}

// place is a tab and its scroll position.
type place struct {
	tab   tab
	shown kit.Shown
}

// A tab is a place or a page.
type tab interface {
	kit.Layer
	Name() string
	// Load returns the command that reads the tab's data.
	Load() tea.Cmd
	// Receive takes the results of the tab's commands, and ignores other
	// messages.
	Receive(tea.Msg) tea.Cmd
}

// A page lies over a place, and reads its data while shown.
type page struct {
	tab
	about string
	shown bool
}

// A follower is a tab that follows the rules and the questions while shown. Leave
// ends that, and all readings; it is not called if another follower is shown
// next.
type follower interface {
	tab
	Leave()
}

func newShell(o Options) *shell {
	getenv := func(name string) string { return lookup(o.Environ, name) }
	m := &kit.Model{
		Home: o.Home, ReadOnly: o.ReadOnly, Now: o.Now, After: kit.After,
		Getenv: getenv, InSession: session.Inside(getenv),
	}
	s := &shell{Model: m, Options: o, dark: startsDark(o.Environ)}
	m.Host = s
	s.restyle()
	s.state = rulestate.New(o.Backend, o.ReadOnly, m.InSession)
	s.rules = rules.New(o.Backend, s.state, o.Home, o.Now)
	s.rules.Here = func() string { return here(o.Backend) }
	thirdParty := hookstate.NewThirdParty(o.Backend)
	s.installs = hookstate.NewInstalls(o.Backend)
	s.log = log.New(o.Backend, s.state, s.installs, o.Home, o.Now)
	s.log.Here = s.rules.Here
	s.state.Contested = func() (string, kit.Badge) {
		return thirdParty.Contested(o.Home, s.installs.Has(config.QuestionHooks))
	}
	s.state.Theirs = func() string { return thirdParty.Theirs(o.Home, s.installs.Has(config.QuestionHooks)) }
	s.home = homeplace.New(o.Backend, s.state, s.installs, thirdParty, o.Home, o.Now)
	s.doctor = doctor.New(o.Backend, o.Home, o.ReadOnly)
	s.doctor.Conflicts = thirdParty.Open
	s.doctor.Silent = func() string {
		if len(s.state.Rules.List) == 0 {
			return ""
		}
		return s.state.Silent()
	}
	s.changes = &change.Flow{
		Backend: o.Backend, Home: o.Home, Waiting: s.state.Suggestions.Waiting, Written: justWritten(s),
	}
	s.conflicts = conflicts.New(o.Backend, thirdParty, s.installs, o.Home, o.Now)
	// Ordered by number.
	for _, t := range []tab{
		s.home, s.rules, s.log, hooklist.New(o.Backend, thirdParty, s.installs, o.Home, o.Now),
	} {
		s.tabs = append(s.tabs, place{t, kit.Shown{Layer: t}})
	}
	s.pages = []page{
		{tab: s.conflicts, about: "third-party hooks that run on questions"},
		{tab: change.NewChanges(o.Backend, o.Home, o.Backups, o.Now), about: "what neverask changed, and undoing it"},
	}
	return s
}

// placeAbout describes the places.
var placeAbout = map[string]string{
	"Home": "what needs you, and what the last weeks came to", "Rules": "what is answered for you",
	"Log": "what Claude asked and who answered, and what its tools did", "Hooks": "every hook of every source",
}

// place returns the index of the place with a name, or -1.
func (s *shell) place(name string) int {
	return slices.IndexFunc(s.tabs, func(p place) bool { return p.tab.Name() == name })
}

// Init loads the first place.
func (s *shell) Init() tea.Cmd { return tea.Batch(s.Reload(), s.home.Await()) }

// Update dispatches a message.
func (s *shell) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := s.Model.Update(msg)
	s.rest()
	return s, cmd
}

// rest ends the readings of pages that are no longer shown.
func (s *shell) rest() {
	for i := range s.pages {
		p := &s.pages[i]
		if !p.shown || s.shows(p.tab) {
			continue
		}
		p.shown = false
		if t, ok := p.tab.(interface{ Left() }); ok {
			t.Left()
		}
	}
}

// shows reports whether a page is among the layers.
func (s *shell) shows(t tab) bool {
	return slices.ContainsFunc(s.Layers, func(l kit.Shown) bool { return l.Layer == kit.Layer(t) })
}

// reload loads the active place, and the pages over it.
func (s *shell) reload() tea.Cmd {
	cmds := []tea.Cmd{s.tabs[s.active].tab.Load(), s.readLastChange()}
	for _, p := range s.pages {
		if s.shows(p.tab) {
			cmds = append(cmds, p.tab.Load())
		}
	}
	return tea.Batch(cmds...)
}

// visit shows a page over the place.
func (s *shell) visit(i int) tea.Cmd {
	p := &s.pages[i]
	for s.shows(p.tab) && !s.Shows(p.tab) {
		s.Pop()
	}
	if !s.shows(p.tab) {
		s.Push(p.tab)
	}
	p.shown = true
	return p.tab.Load()
}

// Receive handles messages for the whole program, and passes all others to the state, the
// places and the pages.
func (s *shell) Receive(msg tea.Msg) tea.Cmd {
	if cmd, taken := s.changes.Receive(s.Model, msg); taken {
		return cmd
	}
	switch msg := msg.(type) {
	case tea.BackgroundColorMsg:
		if s.Styles.Back == nil { // otherwise it may be the background that the theme paints
			s.dark = msg.IsDark()
			s.restyle()
		}
		return nil
	case tea.ResumeMsg:
		return s.Reload()
	case kit.ReloadMsg:
		return s.reload()
	case lastChangeMsg:
		msg.on(s)
		return nil
	case kit.GoMsg:
		return s.goTo(msg.Place)
	case hookstate.DecideMsg:
		s.conflicts.Choose(msg.Conflict)
		return kit.Conflicts().Do(s.Model)
	case hookstate.TestMsg:
		return s.conflicts.Test(s.Model, msg.Conflict)
	case hookstate.LookMsg:
		return look(s, msg.At)
	case change.ReviewMsg:
		return s.rules.Review(s.Model)
	case rulestate.NewRuleMsg:
		return s.rules.NewRule(s.Model, msg)
	case rulestate.AddRuleMsg:
		return s.rules.Add(s.Model)
	case rulestate.MeanwhileMsg:
		return tea.Batch(s.goTo("Log"), s.log.ShowMeanwhile(msg.Since))
	case rulestate.QuestionMsg:
		return tea.Batch(s.goTo("Log"), s.log.OpenQuestion(s.Model, msg.Question))
	case rulestate.RuleMsg:
		from := s.active
		cmd := s.rules.Show(s.Model, msg.Key)
		if s.active != from {
			s.back = from
		}
		return cmd
	case change.InstallMsg:
		return s.home.Install(s.Model, msg)
	case change.InstallIntoMsg:
		return s.conflicts.Install(s.Model, msg)
	}
	return s.deliver(msg)
}

// here returns the directory that the person works in.
func here(b Backend) string {
	for _, t := range b.Targets() {
		if t.Scope == settings.Project {
			return filepath.Dir(filepath.Dir(t.Path))
		}
	}
	return ""
}

// look opens the doctor's page.
func look(s *shell, at string) tea.Cmd {
	s.doctor.Notice(s.home.Noticed())
	return s.doctor.Visit(s.Model, at)
}

func (s *shell) deliver(msg tea.Msg) tea.Cmd {
	cmds := []tea.Cmd{s.state.Receive(msg)}
	for _, p := range s.tabs {
		cmds = append(cmds, p.tab.Receive(msg))
	}
	for _, p := range s.pages {
		cmds = append(cmds, p.tab.Receive(msg))
	}
	if slices.ContainsFunc(s.Layers, func(l kit.Shown) bool { return l.Layer == kit.Layer(s.doctor) }) {
		s.doctor.Notice(s.home.Noticed())
	}
	if i := s.place("Hooks"); s.unread != nil && len(s.tabs[i].tab.Bindings()) > 0 {
		s.unread.Add(slices.Concat(s.placeEntries(i), things(s.tabs[i].tab)))
		s.unread = nil
	}
	return tea.Batch(cmds...)
}

func (s *shell) Base() *kit.Shown { return &s.tabs[s.active].shown }

// refresh reloads at the person's request, and drops what the layer has cached.
func (s *shell) refresh(*kit.Model) tea.Cmd {
	if t, ok := s.Current().Layer.(interface{ Forget() }); ok {
		t.Forget()
	}
	return tea.Batch(s.Reload(), s.installs.Load()) // every place shows whether neverask is off
}

// open opens the place at an index, which wraps around.
func (s *shell) open(i int) tea.Cmd {
	before, following := s.tabs[s.active].tab.(follower)
	leaving := s.active
	s.back = 0
	s.active = (i + len(s.tabs)) % len(s.tabs)
	if t, ok := s.tabs[leaving].tab.(interface{ Left() }); ok && leaving != s.active {
		t.Left()
	}
	if _, goesOn := s.tabs[s.active].tab.(follower); following && !goesOn {
		before.Leave()
	}
	s.themed = ""
	s.Say("")
	return s.Reload()
}

// goTo opens a place or a page by its name.
func (s *shell) goTo(name string) tea.Cmd {
	if name == kit.DoctorCrumb {
		return look(s, "")
	}
	if i := slices.IndexFunc(s.pages, func(p page) bool { return p.tab.Name() == name }); i >= 0 {
		return s.visit(i)
	}
	return s.leaveFor(s.place(name))
}

// leaveFor opens a place from any layer, after a question if something was typed there.
func (s *shell) leaveFor(i int) tea.Cmd {
	if _, asking := s.Current().Layer.(*kit.Confirm); asking {
		s.Pop()
	}
	return kit.Discard(s.Model, func(*kit.Model) tea.Cmd {
		if !s.OnPlace() {
			s.doctor.Halt()
			s.ToPlace()
		}
		return s.open(i)
	})
}

func (s *shell) Choose(zone int) tea.Cmd { return s.leaveFor(zone) }

func (s *shell) Remark() string {
	if text := s.home.Remark(s.Styles); text != "" && s.OnPlace() {
		return text
	}
	if s.ReadOnly {
		return s.Styles.Muted.Render(kit.ReadOnlyText)
	}
	return ""
}

// Crumbs names the place.
func (s *shell) Crumbs() []string { return []string{s.tabs[s.active].tab.Name()} }

// Keys returns the keys that all places share.
func (s *shell) Keys() (first, last []kit.Binding) {
	switch {
	case s.OnPlace():
		first = s.home.RemarkBindings()
		if !s.Typing() { // tab does not leave while typing
			last = s.tabBindings()
		}
	case s.Leavable(), !s.Writing():
		last = numberKeys(s)
	}
	onPage := slices.ContainsFunc(s.pages, func(p page) bool { return s.Shows(p.tab) })
	if onPage && !s.Typing() {
		last = append(last, kit.Bind("reload", s.refresh, "r").Means("reload what is shown").Lesser())
	}
	if s.OnPlace() || s.Leavable() {
		if !s.Titled(kit.DoctorCrumb) {
			last = append(last, kit.Doctor().Quietly())
		}
		if !s.Titled("Conflicts") {
			last = append(last, kit.Conflicts().Quietly())
		}
		if !s.Typing() {
			for _, b := range s.home.SharedBindings() {
				last = append(last, b.Quietly())
			}
		}
		if s.OnPlace() && s.active == 0 {
			last = append(last, kit.Quiet("/", "find", s.palette, "/").Means("find a place, a rule, a hook or a question"))
		}
		last = append(last, kit.Bind("go to", s.palette, ":",
			"ctrl+p").Means("go to or do anything: places, actions, rules, hooks, questions; ctrl+p does, too").Kept())
	}
	// After all others, so that a narrow help line loses undo first.
	if s.OnPlace() && !s.Typing() ||
		s.Leavable() && (onPage && !s.Titled("Changes") || s.Titled(kit.DoctorCrumb) || s.Titled(kit.DetailsCrumb)) {
		last = append(last, s.undoBindings()...)
	}
	return first, last
}

// tabBindings returns the keys that work only on a place itself.
func (s *shell) tabBindings() (all []kit.Binding) {
	opening := func(i int) func(*kit.Model) tea.Cmd { return func(*kit.Model) tea.Cmd { return s.open(i) } }
	if s.active > 0 {
		back := kit.Bind("back", opening(s.back), "esc").Means("back to " + s.tabs[s.back].tab.Name())
		back.Quiet = s.active < 4 // places' own keys fill the help line
		all = append(all, back)
	}
	all = append(all, kit.Bind("reload", s.refresh, "r").Means("reload what is shown").Lesser(),
		kit.Bind("next place", opening(s.active+1), "tab").Lesser(),
		kit.Quiet("shift+tab", "previous place", opening(s.active-1), "shift+tab"))
	return append(all, numberKeys(s)...)
}

// numberKeys returns the number keys of the places, which work from any layer.
func numberKeys(s *shell) (all []kit.Binding) {
	for i, p := range s.tabs {
		n := strconv.Itoa(i + 1)
		all = append(all, kit.Quiet(n, p.tab.Name(), func(*kit.Model) tea.Cmd { return s.leaveFor(i) },
			n).Means(p.tab.Name()+": "+placeAbout[p.tab.Name()]))
	}
	return all
}
