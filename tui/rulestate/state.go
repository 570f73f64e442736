package rulestate

import (
	"path/filepath"
	"slices"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// State is the state that Home, Rules and the Log share.
type State struct {
	Rules       *Rules
	Questions   *Questions
	Suggestions *Suggestions

	InSession bool   // Claude Code has started this program, so its keys may be the model's
	Unhooked  bool   // all settings files can be read, and none has the question hooks
	Off       string // why no rule answers: neverask is off until a time, or settings are broken
	Unknown   bool   // no settings file has the question hooks, but the broken one may
	Broken    *BrokenFile
	Stopped   bool   // neverask is off in all projects
	Unable    string // why no rule answers though the question hooks are installed, safe to draw
	Away      bool   // the person is away, so more is answered
	// ToolsUnable says it of tool rules and their hook.
	ToolsUnable string
	// Theirs says what third-party hooks do with questions, if known.
	Theirs func() string
	// Contested says it of those that are in the way, if known, and counts them.
	Contested func() (what string, count kit.Badge)

	known [2]int // the versions that suggestions were asked for
}

// A BrokenFile is a settings file of which nobody can tell what is installed in it.
type BrokenFile struct {
	Path      string
	Line, Col int
	ByHand    bool // neverask cannot repair it
}

// Name returns the name of the file, safe to draw.
func (f BrokenFile) Name() string { return kit.Clean("", filepath.Base(f.Path)) }

// Opening returns the key that opens it at the fault.
func (f BrokenFile) Opening() kit.Binding { return kit.Opening(f.Path, f.Line, f.Col) }

// New returns a state that has read nothing yet.
func New(b Backend, readOnly, inSession bool) *State {
	return &State{
		Rules:       newRules(b, readOnly),
		Questions:   &Questions{backend: b, Log: b.QuestionLog()},
		Suggestions: &Suggestions{backend: b, readOnly: readOnly, latest: new(atomic.Int64)},
		InSession:   inSession,
	}
}

// Load reads the rules and the questions, and follows them.
func (s *State) Load() tea.Cmd { return tea.Batch(s.Rules.Load(), s.Questions.Load()) }

// Rest ends the work in the background.
func (s *State) Rest() {
	s.Rules.Rest()
	s.Questions.Rest()
}

// Receive takes what was read, and looks for suggestions if it has changed.
func (s *State) Receive(msg tea.Msg) tea.Cmd {
	rules, changed := s.Rules.receive(msg)
	cmds := []tea.Cmd{rules, s.Questions.receive(msg), s.Suggestions.receive(msg, s.Questions.All)}
	if changed {
		s.Suggestions.without(s.Rules.List)
	}
	if msg, ok := msg.(lintedMsg); ok && msg.asked == s.Suggestions.latest.Load() {
		s.Rules.linted(msg.found, msg.version)
		s.Rules.Lines.Effects = effectsByID(msg.effects)
	}
	if known := [2]int{s.Rules.Version, s.Questions.Version}; known != s.known {
		s.known = known
		cmds = append(cmds, s.Suggestions.follow(known, s.Questions.All))
	}
	return tea.Batch(cmds...)
}

// Searching says that suggestions may be about to arrive; "" if not.
func (s *State) Searching() string {
	none := s.Questions.All != nil && len(s.Questions.All.List) == 0
	if s.Questions.Loading() == "" && (none || !s.Suggestions.Looking()) {
		return ""
	}
	return "looking for suggestions in your past answers …"
}

// Usage says how often a rule has answered.
func (s *State) Usage(r question.Rule) Usage {
	if s.Questions.All == nil {
		return Usage{}
	}
	return s.Questions.All.usage[r.ID]
}

// Signs returns the mode of a rule, or why Claude asks in spite of it, and its most urgent finding.
// The detail has all findings. Until a rule is checked against past questions, Signs does not
// claim that it answers.
func (s *State) Signs(r question.Rule) (mode, mark kit.Badge) {
	mode = drawing.ModeBadge(r.Mode)
	if s.Questions.Err == nil && (s.Rules.Checked == 0 || s.Rules.unsure[r.ID]) {
		mode = kit.Mark("·", mode.Word, kit.Calm)
	}
	for _, f := range slices.Backward(s.Rules.About(r)) {
		switch f.Kind {
		case drawing.NoEffect, drawing.Idle, drawing.NoOption, drawing.Unanswered, drawing.Paused, drawing.AlwaysNew:
			mode = drawing.FindingBadge(f)
		default:
			mark = drawing.FindingBadge(f)
		}
	}
	if r.OneWay != "" {
		mark = kit.Mark("⚠", "irreversible", kit.Warn)
	}
	if s.Silent() != "" {
		mode = kit.Mark("○", "off", kit.Calm)
	}
	return mode, mark
}

// Silent says why no rules answer, or returns "" if they do.
func (s *State) Silent() string {
	switch {
	case s.Rules.Err != nil:
		return "the file of rules is broken"
	case s.Stopped:
		return s.Off
	case s.Unknown:
		return s.Broken.Name() + " is broken"
	case s.Unhooked:
		return "hooks not installed"
	}
	return s.Unable
}

// InTheWay says what third-party hooks do with questions before a rule's answer counts, or returns "".
func (s *State) InTheWay() string {
	if s.Contested == nil {
		return ""
	}
	what, _ := s.Contested()
	return what
}

// SilentNote says above a decision why it does not apply now; nil if it does.
func (s *State) SilentNote(width int, st *kit.Styles) (all []string) {
	if why := s.Silent(); why != "" {
		all = kit.Noted(kit.Mark("○", "off", kit.Calm), why+", so no rule answers; otherwise:", width, st)
	}
	if theirs := s.InTheWay(); theirs != "" {
		all = append(all,
			kit.Noted(kit.Mark("▲", "conflict", kit.Warn), theirs+" · press C to decide; otherwise:", width, st)...)
	}
	return all
}

// Install returns the key that installs the question hooks, if they are not installed.
func (s *State) Install() []kit.Binding {
	if !s.Unhooked || s.Rules.ReadOnly {
		return nil
	}
	return []kit.Binding{change.Install("the hooks")}
}
