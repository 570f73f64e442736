package rulestate

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/settings/saferead"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// Rules are the rules as last read, shared by the places that show them. The file is
// followed while one of these places is shown.
type Rules struct {
	backend RulesBackend
	Book    Book
	Path    string // of the file

	Said      question.Preferences // as it was read
	List      []question.Rule
	Texts     []kit.SearchText                 // what a filter searches, by rule
	Tools     Tools                            // the tool rules, listed after the question rules
	Lines     StandingAnswers                  // the standing answers, listed last
	Projects  []string                         // of the rules, in order, always including "" for everywhere
	positions map[string]int                   // of the rules, by ID
	findings  map[string][]preferences.Finding // by ID, from the rules alone; "" for rules without ID
	past      map[string][]preferences.Finding // by ID, from past questions
	unsure    map[string]bool                  // by ID, of rules not yet checked against past questions
	Appeared  []string                         // IDs of rules added outside neverask that the person has not seen
	Broken    []question.Problem
	Err       error            // why the file cannot be read; or nil
	Lost      *planner.Problem // set if the file was deleted
	Read      bool
	ReadOnly  bool // whether nothing may be changed
	Version   int  // grows with every reading
	Checked   int  // the version last checked against past questions; 0 for none

	stamp      saferead.Stamp
	generation int

	Wanted string // the ID of the rule to choose as soon as it is read
}

type (
	rulesDueMsg  struct{ generation int }
	rulesSeenMsg struct {
		generation int
		stamp      saferead.Stamp
	}
	rulesReadMsg struct {
		generation int
		stamp      saferead.Stamp
		rules      question.Preferences
		hays       []kit.SearchText
		tools      Tools
		lines      StandingAnswers
		broken     []question.Problem
		findings   map[string][]preferences.Finding
		appeared   []string
		err        error
		lost       *planner.Problem
	}
)

func (rulesDueMsg) Still() bool  { return true }
func (rulesSeenMsg) Still() bool { return true }

func newRules(b RulesBackend, readOnly bool) *Rules {
	r := &Rules{backend: b, ReadOnly: readOnly, unsure: map[string]bool{}}
	r.Book, r.Path = b.Book()
	return r
}

// Load reads the file, and follows it.
func (b *Rules) Load() tea.Cmd {
	b.generation++
	return b.readFile()
}

// Rest stops following the file.
func (b *Rules) Rest() { b.generation++ }

func (b *Rules) readFile() tea.Cmd {
	backend, book, path, generation := b.backend, b.Book, b.Path, b.generation
	return func() tea.Msg {
		// The stamp is taken before reading, so that a change in between is noticed later.
		msg := rulesReadMsg{generation: generation, stamp: backend.Stamp(path)}
		if msg.rules, msg.broken, msg.err = book.Read(); msg.err == nil {
			var broken []toolrule.Problem
			msg.tools, broken = readTools(backend, book)
			var untold []strictjson.Problem
			msg.lines, untold = readStandingAnswers(backend)
			msg.broken = slices.Concat(msg.broken, broken, untold)
		}
		if lost, gone := backend.LostPreferences(); gone {
			msg.lost = &lost
		}
		// Status and doctor report the error.
		msg.appeared, _ = backend.Appeared(context.Background())
		msg.hays = make([]kit.SearchText, len(msg.rules.Rules))
		for i, r := range msg.rules.Rules {
			msg.hays[i] = kit.NewSearchText(drawing.MatchText(r.Match)+" "+drawing.AnswerText(r.Answer),
				r.Project, r.Note, r.Match.Text).Called(r.ID)
		}
		msg.findings = map[string][]preferences.Finding{}
		for _, f := range preferences.Lint(msg.rules, msg.broken) {
			msg.findings[f.Rule] = append(msg.findings[f.Rule], f)
		}
		return msg
	}
}

// fresh marks a reading as newer than all readings under way.
func (b *Rules) fresh(msg rulesReadMsg) rulesReadMsg {
	b.generation++
	msg.generation = b.generation
	return msg
}

// receive follows the file; changed reports whether the rules were read.
func (b *Rules) receive(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case rulesDueMsg:
		if msg.generation == b.generation {
			backend, path := b.backend, b.Path
			return func() tea.Msg { return rulesSeenMsg{msg.generation, backend.Stamp(path)} }, false
		}
	case rulesSeenMsg:
		switch {
		case msg.generation != b.generation:
		case msg.stamp == b.stamp:
			return kit.Later(kit.Pause, rulesDueMsg{b.generation}), false
		default:
			return b.readFile(), false
		}
	case rulesReadMsg:
		if msg.generation == b.generation {
			b.take(msg)
			return kit.Later(kit.Pause, rulesDueMsg{b.generation}), true
		}
	}
	return nil, false
}

func (b *Rules) take(msg rulesReadMsg) {
	b.stamp, b.Err, b.Read, b.Lost = msg.stamp, msg.err, true, msg.lost
	if b.Checked == b.Version && reflect.DeepEqual(b.List, msg.rules.Rules) {
		b.Checked++
	}
	b.Version++
	if msg.err != nil {
		return // the last rules read stay visible, but cannot be edited
	}
	before := b.positions
	old := b.List
	msg.lines.Effects = b.Lines.Effects
	b.Tools, b.Lines = msg.tools, msg.lines
	b.Said, b.List = msg.rules, msg.rules.Rules
	b.Texts, b.Broken, b.findings, b.Appeared = msg.hays, msg.broken, msg.findings, msg.appeared
	b.positions = make(map[string]int, len(b.List))
	projects := []string{""}
	for i, r := range b.List {
		b.positions[r.ID] = i
		projects = append(projects, r.Project)
	}
	for _, r := range b.Tools.List {
		projects = append(projects, r.Project)
	}
	for _, l := range b.Lines.List {
		projects = append(projects, l.Project)
	}
	slices.Sort(projects)
	b.Projects = slices.Compact(projects)
	for id := range b.positions {
		if _, was := before[id]; !was {
			b.unsure[id] = true
		}
	}
	// Findings about a rule that has changed are no longer valid.
	maps.DeleteFunc(b.past, func(id string, _ []preferences.Finding) bool {
		r, there := b.Rule(id)
		return !there || !reflect.DeepEqual(r, old[before[id]])
	})
}

// linted takes the findings from past questions.
func (b *Rules) linted(found []preferences.Finding, version int) {
	b.Checked, b.past = version, map[string][]preferences.Finding{}
	if version == b.Version {
		clear(b.unsure)
	}
	for _, f := range found {
		if _, there := b.positions[f.Rule]; there {
			b.past[f.Rule] = append(b.past[f.Rule], f)
		}
	}
}

// About returns the findings about a rule. A rule that another one overrides is not reported as its
// duplicate, too.
func (b *Rules) About(r question.Rule) []preferences.Finding {
	found := preferences.MergeFindings(slices.Clip(b.findings[r.ID]), b.past[r.ID])
	if slices.ContainsFunc(found, func(f preferences.Finding) bool { return f.Kind == drawing.Idle }) {
		found = slices.DeleteFunc(slices.Clone(found), func(f preferences.Finding) bool {
			return f.Kind == drawing.Duplicate
		})
	}
	return found
}

// Has reports whether a rule or standing answer has a key.
func (b *Rules) Has(key string) bool {
	_, there := b.positions[key]
	return there || slices.ContainsFunc(b.Tools.List, func(r toolrule.Rule) bool { return ToolKey(r) == key }) ||
		slices.ContainsFunc(b.Lines.List, func(l standinganswer.Line) bool { return StandingAnswerKey(l) == key })
}

// Rule finds a rule by its ID.
func (b *Rules) Rule(id string) (question.Rule, bool) {
	i, ok := b.positions[id]
	if !ok {
		return question.Rule{}, false
	}
	return b.List[i], true
}

// Idle says how many rules do nothing, because they are about something irreversible, another rule
// always decides, or each question was new; "" for none.
func (b *Rules) Idle() string {
	var all []string
	say := func(of map[string][]preferences.Finding, kind, format string) {
		if n := count(of, kind); n > 0 {
			all = append(all, fmt.Sprintf(format, n))
		}
	}
	say(b.past, drawing.NoEffect, "%d without effect")
	say(b.past, drawing.Idle, "%d idle (covered by another rule)")
	say(b.past, drawing.AlwaysNew, "%d never answered (each question was new)")
	return strings.Join(all, " · ")
}

// FindingsFor returns the findings that report a trouble, one per rule, in the order of the rules.
func (b *Rules) FindingsFor(trouble preferences.Trouble) (all []preferences.Finding) {
	for _, r := range b.List {
		found := b.About(r)
		if i := slices.IndexFunc(found, func(f preferences.Finding) bool { return f.Trouble() == trouble }); i >= 0 {
			all = append(all, found[i])
		}
	}
	return all
}

// count returns how many rules have a finding of a given kind.
func count(of map[string][]preferences.Finding, kind string) (n int) {
	for _, found := range of {
		if slices.ContainsFunc(found, func(f preferences.Finding) bool { return f.Kind == kind }) {
			n++
		}
	}
	return n
}

// Stamp returns the stamp of the file as last read.
func (b *Rules) Stamp() saferead.Stamp { return b.stamp }

// Editable reports whether rules can be changed.
func (b *Rules) Editable() bool { return b.Read && b.Err == nil && !b.ReadOnly }
