package home

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// A card tells the person one thing, and what enter does about it.
type card struct {
	id    string // its identity, independent of its texts
	badge kit.Badge
	title string
	text  string                   // whole sentences of ours end in a full stop; what others say, and a line of each, do not
	verb  string                   // what enter does
	do    func(*kit.Model) tea.Cmd // nil if there is nothing to do here
	write bool                     // whether do leads to a change
	file  string                   // the file that o opens, at line; or ""
	line  int
	col   int
	each  []subject // if there are several
	read  bool      // whether text and each begin with a question, which is to be read: up to the first separator
}

// A subject is one of several that a card is about.
type subject struct {
	sign string // of its severity, or "·" if they do not differ in it
	text string
}

// alike returns subjects of the same severity.
func alike(texts []string) (all []subject) {
	for _, t := range texts {
		all = append(all, subject{"·", t})
	}
	return all
}

// urgency orders cards: errors, warnings, and others.
func (c card) urgency() int {
	if i := strings.Index("✗▲", c.badge.Sign); i >= 0 {
		return i
	}
	return len("✗▲")
}

// report makes the cards of the place.
type report struct{ *Place }

// cards returns the cards, the most urgent first: the person is away or neverask is off, errors,
// warnings, decisions to make, and notes. Before the first install, the card to install comes right
// after broken files.
func (o report) cards() (all []card) {
	add := func(more ...card) { all = append(all, more...) }
	fresh := o.first()
	suggested, rules := o.suggestionCards(), len(o.state.Rules.List)+len(o.state.Rules.Tools.List) > 0
	states, problems, notes := o.problemCards()
	add(states...)
	add(o.brokenCards()...)
	if fresh {
		add(o.installCard())
	}
	first := len(all)
	if !rules {
		add(suggested...)
	}
	add(o.failingCards()...)
	add(o.outside.cards()...)
	add(o.conflictCards()...)
	add(problems...)
	add(o.ruleCards()...)
	add(o.contraryCards()...)
	add(o.findingCards(all)...)
	if len(all) == 0 { // what needs the person comes before what they may do
		add(o.addCard()...)
	}
	add(o.clientCards()...)
	if rules {
		add(suggested...)
	}
	slices.SortStableFunc(all[first:], func(a, b card) int { return a.urgency() - b.urgency() })
	add(notes...)
	return all
}

// addCard returns the card of somebody who has the hooks and no rule, and for whom nothing is suggested.
func (o report) addCard() []card {
	rules := o.state.Rules
	if len(rules.List)+len(rules.Tools.List)+len(rules.Lines.List) > 0 || !rules.Editable() || rules.Lost != nil ||
		o.fresh() || len(o.suggestionCards()) > 0 {
		return nil
	}
	c := card{id: "add", badge: kit.Mark("○", "", kit.Calm), verb: "add a rule…", do: addRule, write: true}
	c.title, c.text = o.unruled()
	return []card{c}
}

// unruled says what happens to questions while there are no rules.
func (o report) unruled() (title, text string) {
	title, text = "No rules yet: Claude asks you everything",
		"After Claude has asked you something a few times, suggestions appear here."
	if theirs := o.thirdParty.Theirs(o.home, !o.fresh()); theirs != "" {
		title, text = "No rules yet", kit.Capital(theirs)+". "+text
	}
	return title, text
}

// brokenCards returns the cards about errors in settings files and in the file of rules.
func (o report) brokenCards() (all []card) {
	if s := o.thirdParty.Found; s != nil {
		for _, found := range s.Mistakes() {
			f := found[0]
			c := card{
				id: "broken " + f.File, badge: kit.Mark("▲", "", kit.Warn),
				title: "Problem in " + kit.Clean("", filepath.Base(f.File)),
				text:  kit.FileAt(o.home, f.File, f.Line, f.Col) + ": " + kit.Clean(o.home, f.Msg) + more(len(found)-1),
				verb:  "see", do: hookstate.Looking(f.File), file: f.File, line: f.Line, col: f.Col,
			}
			for _, f := range found {
				c.each = append(c.each, subject{"·", kit.FileAt(o.home, f.File, f.Line, f.Col) + ": " + kit.Clean(o.home, f.Msg)})
			}
			if f.Off.Whole() {
				c.badge, c.title = kit.Mark("✗", "", kit.Bad), kit.Clean("", filepath.Base(f.File))+" is broken"
			}
			all = append(all, c)
		}
	}
	for _, s := range o.installs.Statuses {
		told := slices.ContainsFunc(all, func(c card) bool { return c.file == s.Target.Path })
		for _, p := range s.Problems {
			if slices.Contains(mistakes, p.ID) && !told {
				told = true
				all = append(all, card{
					id: "broken " + s.Target.Path, badge: kit.Mark("✗", "", kit.Bad),
					title: kit.Clean("", filepath.Base(s.Target.Path)) + " is broken",
					text:  kit.Clean(o.home, p.Message), verb: "see", do: hookstate.Looking(s.Target.Path),
					file: s.Target.Path, line: p.Line, col: p.Col,
				})
			}
		}
	}
	if book := o.state.Rules; book.Err != nil {
		line, col := 0, 0
		if fault, ok := errors.AsType[*question.SyntaxError](book.Err); ok {
			line, col = fault.Line, fault.Column
		}
		all = append(all, card{
			id: "broken rules", badge: kit.Mark("✗", "", kit.Bad), title: "The file of rules is broken",
			text: "So Claude asks you everything: " + kit.Clean(o.home, book.Err.Error()),
			verb: "open it in your editor", do: func(m *kit.Model) tea.Cmd { return m.Edit(book.Path, line, col) },
			write: true, file: book.Path, line: line, col: col,
		})
	}
	return all
}

// clientCards returns a card if Claude Code was not found.
func (o report) clientCards() []card {
	if o.client == nil || !o.client.Missing() {
		return nil
	}
	return []card{{
		id: "client", badge: kit.Mark("○", "", kit.Warn), title: "Claude Code was not found",
		text: "It is not in PATH or in one of the usual install locations, and neverask works only with it.",
		verb: "see", do: hookstate.Looking("client-missing"),
	}}
}

func (o report) installCard() card {
	text := "neverask answers the questions that you have settled and leaves the rest to you."
	if !o.state.Rules.ReadOnly {
		text += " You see the exact change first, and z undoes it."
	}
	return card{
		id: "install", badge: kit.Mark("○", "", kit.Calm), title: "Install neverask's hooks",
		text: text, verb: "install…", do: o.install, write: true,
	}
}

// suggestionCards returns the card about suggested rules. During the search it is a placeholder, so that
// nothing moves.
func (o report) suggestionCards() []card {
	list, past := o.state.Suggestions.List, o.state.Questions
	waiting := o.state.Suggestions.Waiting()
	if waiting == 0 {
		if text := past.Loading(); text != "" || past.All != nil && len(past.All.List) > 0 &&
			(o.state.Suggestions.Unknown() || len(o.state.Rules.List) == 0 && o.state.Suggestions.Looking()) {
			return []card{{
				id: "settle", badge: kit.Mark("·", "", kit.Calm), title: "Looking for answers to settle …",
				text: kit.Capital(cmp.Or(text, "comparing your past answers")),
			}}
		}
		return nil
	}
	would := 0
	for _, s := range list[:waiting] {
		would += s.Answered
	}
	title := diffview.Count(waiting, "answer") + " to settle"
	if would > 0 {
		title += fmt.Sprintf(" · would spare %d of %s", would, diffview.Count(len(past.All.List), "question"))
	}
	var each []string
	for _, s := range list[:waiting] {
		each = append(each, o.suggestion(s))
	}
	return []card{{
		each: alike(each), read: true,
		id: "settle", badge: kit.Mark("◆", "", kit.Action), title: title, text: o.suggestion(list[0]) + more(waiting-1),
		verb: "review", do: func(m *kit.Model) tea.Cmd { return m.Send(change.ReviewMsg{}) },
	}}
}

// suggestion names a suggestion, its evidence and the only project it is for.
func (o report) suggestion(s suggest.Suggestion) string {
	text := drawing.Suggestion(s, kit.Far) + " · " + diffview.Visible(s.Evidence(diffview.Last(o.now(), s.Last)))
	if project := s.Where(); project != "" {
		text += " · " + drawing.Scope(o.home, project)
	}
	return text
}

// failingCards returns the card about hooks and other commands in settings that cannot run.
func (o report) failingCards() []card {
	c := o.client
	if c == nil || len(c.failing) == 0 {
		return nil
	}
	first := c.failing[0].Hook
	var each []string
	for _, f := range c.failing {
		each = append(each, kit.Clean(o.home, f.Why))
	}
	return []card{{
		each: alike(each),
		id:   "failing", badge: kit.Mark("✗", "", kit.Bad),
		title: diffview.Count(len(c.failing), doctor.Failed(c.failing)) + " cannot run",
		text:  kit.Clean(o.home, failingText(c.failing)), verb: "see",
		do: hookstate.Looking(kit.FileAt("", first.Source.File, first.Handler.Line, 0)),
	}}
}

// failingText says why the first cannot run, how many others there are, and how many do not matter
// while all hooks are off. all has those last.
func failingText(all []doctor.Failure) string {
	moot, first := 0, strings.TrimSuffix(all[0].Why, doctor.Moot)
	for _, f := range all {
		if strings.HasSuffix(f.Why, doctor.Moot) {
			moot++
		}
	}
	end := doctor.Moot
	if moot > 1 {
		end = strings.Replace(end, "does", "do", 1)
	}
	switch moot {
	case 0:
		return first + more(len(all)-1)
	case len(all):
		return first + more(len(all)-1) + end
	}
	return first + more(len(all)-1-moot) + ", and " + diffview.Count(moot, "hook") + end
}

// more says how many others there are.
func more(n int) string {
	if n < 1 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}

// findingCards returns the card about other errors and warnings of the doctor than those that the other cards are about.
func (o report) findingCards(others []card) []card {
	if o.client == nil {
		return nil
	}
	number := map[doctor.Severity]int{}
	c := card{id: "findings", badge: kit.Mark("▲", "", kit.Warn), verb: "see"}
	for _, f := range o.client.findings {
		told := f.ID == "hooks-switched-off" ||
			slices.ContainsFunc(others, func(c card) bool { return c.file == f.File && f.ID != "mode-wide" }) ||
			slices.ContainsFunc(o.client.failing, func(other doctor.Failure) bool {
				return other.Hook.Source.File == f.File && other.Hook.Handler.Line == f.Line
			})
		if told {
			continue
		}
		sign := "▲"
		if f.Severity == doctor.Error {
			sign, c.badge = "✗", kit.Mark("✗", "", kit.Bad)
		}
		number[f.Severity]++
		if c.each = append(c.each, subject{sign, kit.Clean(o.home, f.Message)}); len(c.each) == 1 {
			c.do = hookstate.Looking(kit.FileAt("", f.File, f.Line, 0))
		}
	}
	if len(c.each) == 0 {
		return nil
	}
	c.title = diffview.Count(number[doctor.Warning], "warning")
	if n := number[doctor.Error]; n == len(c.each) {
		c.title = diffview.Count(n, "error")
	} else if n > 0 {
		c.title = diffview.Count(n, "error") + " and ▲ " + c.title
	}
	c.title += map[bool]string{true: " needs a look", false: " need a look"}[len(c.each) == 1]
	c.text = kit.Capital(c.each[0].text) + more(len(c.each)-1)
	return []card{c}
}

// conflictCards returns the cards about third-party hooks and settings that interfere with questions.
func (o report) conflictCards() (all []card) {
	t := o.thirdParty
	c := card{id: "conflicts", verb: "decide…", do: kit.Going("Conflicts")}
	if t.Err != nil {
		c.badge, c.title, c.text, c.verb =
			kit.Mark("✗", "", kit.Bad), "Other hooks could not be checked", kit.Clean(o.home, t.Err.Error()), "see"
		return []card{c}
	}
	if t.Found == nil {
		return nil
	}
	open, blocking := t.Found.Open(), t.Found.Blocking()
	if len(open) > 0 {
		worst := open[0]
		c.badge = hookstate.OpenBadge(open)
		c.title = c.badge.Word
		c.text = kit.Fit(hookstate.ScriptName(o.home, worst), 44) + ": " +
			kit.Clean(o.home, worst.Sentence) + more(len(open)-1)
		for _, one := range open {
			c.each = append(c.each, subject{hookstate.SeverityBadge(one.Severity).Sign,
				hookstate.ScriptName(o.home, one) + ": " + kit.Clean(o.home, one.Sentence)})
		}
		all = append(all, c)
		c.each = nil
		blocking = slices.DeleteFunc(blocking, func(w config.Switch) bool { return w.Name != "disableAllHooks" })
	}
	if len(blocking) > 0 {
		c.id, c.badge, c.title = "settings", kit.Mark("✗", "", kit.Bad),
			diffview.Count(len(blocking), "setting")+" in the way"
		c.text, c.verb = kit.Clean(o.home, blocking[0].Name+": "+blocking[0].Effect)+more(len(blocking)-1), "see"
		all = append(all, c)
	}
	return all
}

// ruleCards returns the cards about rules without effect: their hook is missing, they contradict each
// other, or they never answer; and about rules added outside neverask.
func (o report) ruleCards() (all []card) {
	rules := o.state.Rules
	if n := len(rules.Tools.List); n > 0 && !rules.Tools.Hooked && !o.fresh() {
		all = append(all, card{
			id: "tool rules", badge: kit.Mark("▲", "", kit.Warn), title: diffview.Count(n, "tool rule") + " without effect",
			text: "The hook that runs them is not installed.",
			verb: "install…", do: o.install, write: true,
		})
	}
	for _, trouble := range preferences.Troubles {
		of := rules.FindingsFor(trouble)
		if len(of) == 0 {
			continue
		}
		r, _ := rules.Rule(of[0].Rule)
		title := diffview.Count(len(of), "rule") + " " + string(trouble)
		if trouble == preferences.Unanswering {
			title = diffview.Count(len(of), "rule") +
				map[bool]string{true: " never answers", false: " never answer"}[len(of) == 1]
		}
		c := card{
			id: string(trouble), badge: kit.Mark("▲", "", kit.Warn), title: title,
			text: drawing.Quoted(r) + ": " + kit.Clean(o.home, of[0].Message) + more(len(of)-1),
			verb: "see", do: seeing(r.ID, o.state),
		}
		for _, f := range of {
			r, _ := rules.Rule(f.Rule)
			c.each = append(c.each, subject{"·", drawing.Quoted(r) + ": " + kit.Clean(o.home, f.Message)})
		}
		if len(of) > 1 {
			c.do = hookstate.Looking(ruleKey(r.ID))
		}
		all = append(all, c)
	}
	if n := len(rules.Appeared); n > 0 {
		all = append(all, card{
			id: "appeared", badge: kit.Mark("▲", "", kit.Warn), title: diffview.Count(n, "rule") + " from outside neverask",
			text: "The file of rules was changed outside neverask.", verb: "see", do: kit.Going("Rules"),
		})
	}
	return all
}

// mistakes are the problems in settings files that brokenCards is about.
var mistakes = []string{"settings-unreadable", "settings-invalid", "entry-rejected"}

// hasOwnCard reports whether another card is about a problem.
func (o report) hasOwnCard(p planner.Problem) bool {
	return p.ID == "preferences-broken" || p.ID == "hooks-disabled" && o.thirdParty.Found != nil ||
		p.ID == "entry-moved" || // a finding of the doctor
		slices.Contains(mistakes, p.ID)
}

// problemCards returns the cards that the person is away or neverask is off, those about other problems of settings
// files, and notes.
func (o report) problemCards() (states, problems, notes []card) {
	known := map[string]bool{}
	for _, s := range o.installs.Statuses {
		for _, p := range o.outside.problems(s) {
			if o.hasOwnCard(p) || known[p.ID+p.Message] {
				continue
			}
			known[p.ID+p.Message] = true
			c := o.problemCard(p)
			switch {
			case p.ID == "away":
				states = append(states, o.awayCard(c))
				continue
			case p.ID == "off":
				c.badge, c.title, c.verb, c.do, c.write =
					kit.Mark("○", "", kit.Calm), "neverask is off", "turn it on", o.switchOn, true
				states = append(states, c)
				continue
			case p.Severity == "error":
				c.badge = kit.Mark("✗", "", kit.Bad)
			case p.Severity == "warning":
				c.badge = kit.Mark("▲", "", kit.Warn)
			default:
				c.badge = kit.Mark("·", "", kit.Calm)
				notes = append(notes, c)
				continue
			}
			problems = append(problems, c)
		}
	}
	return states, problems, notes
}

// fixedByInstall has the problems that an install fixes.
var fixedByInstall = map[string]bool{
	"entry-missing": true, "hook-missing": true, "hook-altered": true, "hook-outdated": true, "matcher-stale": true,
}

// problemTitles has short titles of problems.
var problemTitles = map[string]string{
	"entry-missing": "Hooks of neverask are missing", "hook-missing": "The hook program is missing",
	"hook-altered":  "The hook program was changed",
	"hook-outdated": "The hook program is of another build", "matcher-stale": "The hook of tool rules is outdated",
	"preferences-gone": "The rules are gone",
	"rule-disabled":    "A rule is broken", "rule-paused": "A rule asks again",
	"answers-unconfirmed": "Unconfirmed answers",
	"changed-in-session":  "Changed from a session", "hook-complaints": "The hook had problems",
	"late-write": "A change came in between", "away": "Away",
}

// problemCard returns the card about a problem: enter fixes it if an install does, or else shows it.
func (o report) problemCard(p planner.Problem) card {
	message := kit.Curled(kit.Clean(o.home, p.Message))
	c := card{
		id: p.ID + p.Message, title: cmp.Or(problemTitles[p.ID], "Something to look at"), text: kit.Capital(message),
		verb: "see", do: hookstate.Looking(p.ID + p.Message),
	}
	if p.Rule != "" {
		c.do = seeing(p.Rule, o.state)
	} else if fixedByInstall[p.ID] {
		c.verb, c.do, c.write = "install…", o.install, true
	}
	return c
}
