package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// A list is the listed suggestions and rules in their order, and the chosen one.
type list struct {
	state  *rulestate.State
	home   string
	offers [][]suggest.Suggestion // listed first; similar ones share a row
	shown  []int                  // indices of the listed question rules
	tools  []int                  // indices of the listed tool rules, which come next
	lines  []int                  // indices of the listed standing answers, which come last
	keys   []string               // of the rows
	pane   kit.Pane
	moved  bool // whether the person has chosen a row, or changed one
	since  int  // the version of the rules that were listed first

	order order
	mode  question.Mode // only these; "" for all
	scope string        // only those of this project; "" for all
	find  kit.Find

	siftable bool // a filter by mode or project would hide something
	// What the columns must have room for.
	questions int  // the width of the widest question, with its mark
	answers   int  // the width of the widest answer
	scopes    int  // the width of the widest place; 0 if places take no column
	used      bool // whether any has answered
}

// order is a way to sort rules.
type order int

const (
	inFileOrder order = iota
	byQuestion
	byMode
	byUse
	byLastUse
	byScope
	orders
)

var orderNames = [orders]string{"in the order of the file", "by question",
	"by mode", "most used first", "last used first", "by project"}

// again rebuilds the list, and keeps the chosen rule chosen.
func (l *list) again() {
	rules := l.state.Rules
	key, offered := l.key(l.pane.Chosen), len(l.offers) > 0
	if l.since == 0 {
		l.since = rules.Version
	}
	l.moved = l.moved || rules.Version != l.since
	if rules.Wanted != "" && rules.Has(rules.Wanted) {
		key, rules.Wanted, l.moved = rules.Wanted, "", true
	}
	needle := l.find.Needle()
	find(l, needle)
	measure(l)
	l.sort()
	l.keys = l.keys[:0]
	for row := range l.Count() {
		l.keys = append(l.keys, l.identify(row))
	}
	l.pane.KeepHit(&l.find, l.Count(), func(i int) bool { return l.key(i) == key })
	if !l.moved && !offered && len(l.offers) > 0 {
		l.pane.Chosen, l.pane.Top = 0, 0 // suggestions come late, and stand above
	}
}

// find finds the rows that match the filter and the search.
func find(l *list, needle kit.Needle) {
	rules := l.state.Rules
	l.shown = needle.Among(len(rules.List), func(i int) *kit.SearchText {
		r, text := rules.List[i], rules.Texts[i]
		if l.mode != "" && r.Mode != l.mode || l.scope != "" && r.Project != l.scope {
			return nil
		}
		if len(needle.Words) > 0 {
			now, mark := l.state.Signs(r)
			text = text.And(now.Word + " " + mark.Word)
		}
		return &text
	})
	l.offers, l.tools, l.lines = l.offersFound(needle), l.toolsFound(needle), l.linesFound(needle)
}

// measure finds what the columns of the list must have room for.
func measure(l *list) {
	rules := l.state.Rules
	l.questions, l.answers, l.scopes, l.used = 0, 0, 0, false
	placed, beside := 0, 0 // the rows of a project, and the width of a question with its place
	row := func(question, answer, project string) {
		l.questions, l.answers = max(l.questions, kit.Width(question)), max(l.answers, kit.Width(answer))
		if project != "" {
			placed, beside = placed+1, kit.Width(question+"  "+drawing.Scope(l.home, project))
			l.scopes = max(l.scopes, kit.Width(drawing.Scope(l.home, project)), kit.Width(drawing.Scope(l.home, "")))
		}
	}
	for _, i := range l.shown {
		r := rules.List[i]
		_, mark := l.state.Signs(r)
		text := drawing.MatchText(r.Match)
		if mark.Word != "" {
			text += "  " + mark.Sign + " " + mark.Word
		}
		row(text, drawing.AnswerText(r.Effective()), r.Project)
		l.used = l.used || l.state.Usage(r).Times > 0
	}
	for _, i := range l.tools {
		r := rules.Tools.List[i]
		row(l.calls(r), kit.Clean("", r.Message), r.Project)
	}
	for _, i := range l.lines {
		row("“"+diffview.Visible(rules.Lines.List[i].Text)+"”", "advice", rules.Lines.List[i].Project)
	}
	for _, offered := range l.offers {
		row(offerText(offered, kit.Far), offerAnswer(offered[0]), offered[0].Where())
	}
	switch {
	case l.order == byScope:
	case l.scope != "": // which the head says of all rows
		l.scopes = 0
	case placed == 1: // a column would be empty in all other rows
		l.scopes, l.questions = 0, max(l.questions, beside)
	}
}

// placeBehind says behind a question where a rule of a project applies, if places take no column; "" if there is no
// room beside the rest of the question's column.
func placeBehind(l *list, project string, c ruleColumns, rest int, st *kit.Styles) string {
	where, room := drawing.Scope(l.home, project), c.question-1-rest-len("  ")
	if project == "" || l.scopes > 0 || l.scope != "" || room < min(leastScope, kit.Width(where)) {
		return ""
	}
	return "  " + st.Muted.Render(kit.FitPath(where, room))
}

// at returns the chosen row, counted from the first rule.
func (l *list) at() int { return l.pane.Chosen - len(l.offers) }

// key returns the key of the suggestion or rule in a row, as of when the list was made.
func (l *list) key(row int) string {
	if row >= len(l.keys) {
		return ""
	}
	return l.keys[row]
}

// identify computes the key of a row.
func (l *list) identify(row int) string {
	if row < len(l.offers) {
		return offerKey(l.offers[row][0])
	}
	row -= len(l.offers)
	switch tool := row - len(l.shown); {
	case tool < 0 && l.shown[row] < len(l.state.Rules.List):
		return l.state.Rules.List[l.shown[row]].ID
	case tool >= 0 && tool < len(l.tools) && l.tools[tool] < len(l.state.Rules.Tools.List):
		return rulestate.ToolKey(l.state.Rules.Tools.List[l.tools[tool]])
	}
	if line, ok := l.lineIn(row); ok {
		return rulestate.StandingAnswerKey(line)
	}
	return ""
}

func (l *list) sort() {
	rules := l.state.Rules.List
	var less func(a, b int) int
	switch l.order {
	case byQuestion:
		keys := map[int]string{}
		for _, i := range l.shown {
			keys[i] = counted(l.state.Rules.Texts[i].Lower)
		}
		less = func(a, b int) int { return cmp.Compare(keys[a], keys[b]) }
	case byMode:
		less = func(a, b int) int { return cmp.Compare(modeRank(rules[a].Mode), modeRank(rules[b].Mode)) }
	case byUse:
		less = func(a, b int) int { return l.state.Usage(rules[b]).Times - l.state.Usage(rules[a]).Times }
	case byLastUse:
		less = func(a, b int) int { return l.state.Usage(rules[b]).Last.Compare(l.state.Usage(rules[a]).Last) }
	case byScope:
		less = func(a, b int) int { return cmp.Compare(rules[a].Project, rules[b].Project) }
	default:
		return
	}
	slices.SortStableFunc(l.shown, less)
}

var number = regexp.MustCompile(`[0-9]+`)

// counted pads the numbers in a text, so that 2 sorts before 10.
func counted(s string) string {
	return number.ReplaceAllStringFunc(s, func(n string) string { return strings.Repeat("0", max(0, 20-len(n))) + n })
}

func modeRank(m question.Mode) int { return slices.Index(drawing.ModeOrder, m) }

// Chosen returns the question rule that keys act on.
func (l *list) Chosen() (question.Rule, bool) {
	at := l.at()
	if at < 0 || at >= len(l.shown) || l.shown[at] >= len(l.state.Rules.List) {
		return question.Rule{}, false
	}
	return l.state.Rules.List[l.shown[at]], true
}

// filtered reports whether a filter may hide rules.
func (l *list) filtered() bool { return l.mode != "" || l.scope != "" || l.find.Line.Text != "" }

// Move chooses another rule.
func (l *list) Move(by int) {
	l.moved = true
	l.pane.Move(by, l.Count())
}

// Count returns how many rows are listed.
func (l *list) Count() int { return len(l.offers) + len(l.shown) + len(l.tools) + len(l.lines) }

// all lists all rules again.
func (l *list) all() {
	l.find, l.mode, l.scope = kit.Find{}, "", ""
}

// turnOrder sorts the rules in the next order. If a rule was chosen, the first one is.
func (l *list) turnOrder() {
	l.order = (l.order + 1) % orders
	l.again()
	l.pane.Chosen = min(l.pane.Chosen, len(l.offers))
}

// sorted reports whether the order differs from that of the file. Only question rules are sorted.
func sorted(l *list) bool { return l.order != inFileOrder && len(l.state.Rules.List) > 1 }

// sifts returns the filters by mode and by project. Each counts the rows that match it, the
// other filter and the search.
func sifts(t *Place) (all []kit.Sift) {
	needle := t.find.Needle()
	add := func(group, name string, mode question.Mode, scope string) {
		rows := list{state: t.state, mode: mode, scope: scope}
		find(&rows, needle)
		all = append(all, kit.Sift{
			Group: group, Name: name, Rows: rows.Count(), On: t.mode == mode && t.scope == scope, Do: func() tea.Cmd {
				t.mode, t.scope = mode, scope
				return t.relist()
			}})
	}
	add("All", "all", "", "")
	for _, mode := range drawing.ModeOrder {
		add("By mode", drawing.ModeBadge(mode).Word, mode, t.scope)
	}
	scopes := slices.Clone(t.state.Rules.Projects)
	for _, s := range t.state.Suggestions.List {
		scopes = append(scopes, s.Where())
	}
	slices.Sort(scopes)
	for _, scope := range slices.Compact(scopes) {
		if scope != "" {
			add("By project", kit.Short(t.home, scope), t.mode, scope)
		}
	}
	return all
}

// Typing returns the search line while it is being typed, or nil.
func (l *list) Typing() *kit.Input { return l.find.Typing() }

// movable reports whether the list is in the order of the file.
func (l *list) movable() bool {
	return l.state.Rules.Editable() && l.order == inFileOrder && !l.filtered() && len(l.shown) > 1 &&
		l.at() >= 0 && l.at() < len(l.shown)
}

// total returns how many rules there are, listed or not, without suggestions.
func (l *list) total() int {
	return len(l.state.Rules.List) + len(l.state.Rules.Tools.List) + len(l.state.Rules.Lines.List)
}

// nothing reports whether there are neither rules nor suggestions, listed or not.
func nothing(l *list) bool { return l.total()+len(l.state.Suggestions.List) == 0 }

// installing returns the keys that install the hooks that the rules need and lack.
func (l *list) installing() []kit.Binding {
	all := l.state.Install()
	if len(all) == 0 && l.toolsIdle() && l.state.Broken == nil && !l.state.Rules.ReadOnly {
		all = append(all, change.Install("the hook for tool rules"))
	}
	return all
}
