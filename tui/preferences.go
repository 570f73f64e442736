package tui

import (
	"cmp"
	"slices"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// preferencesTab is the second tab: the rules, what each would do, and the ways
// to change them.
type preferencesTab struct {
	backend Backend
	home    string
	now     func() time.Time
	state   *follow.State

	shown []int // indices of the rules that are listed
	pane  kit.Pane

	order   order
	mode    question.Mode // only these; "" for all
	scope   string        // only those of this project; "" for all
	find    kit.Input
	finding bool // find is being typed

	facts  map[string]facts // by ID, of the versions below
	known  [3]int           // of the rules, the questions and the proposals
	latest *atomic.Int64    // the last facts that were asked for
	form   *ruleForm        // the open form, which waits for counts
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

var orderNames = [orders]string{"in the order of the file", "by question", "by mode", "most used first", "last used first", "by project"}

func newPreferences(o Options, state *follow.State) *preferencesTab {
	return &preferencesTab{backend: o.Backend, home: o.Home, now: o.Now, state: state, latest: new(atomic.Int64)}
}

func (t *preferencesTab) Name() string { return "Rules" }

func (t *preferencesTab) Load() tea.Cmd { return t.state.Load() }

// Leave ends what is done in the background.
func (t *preferencesTab) Leave() { t.state.Rest() }

func (t *preferencesTab) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case factsMsg:
		if msg.known == t.known {
			t.facts[msg.id] = msg.facts
		}
	case countMsg:
		if t.form != nil {
			t.form.counted(msg)
		}
	}
	known := [3]int{t.state.Rules.Version, t.state.Questions.Version, t.state.Proposals.Version}
	if known == t.known {
		return nil
	}
	t.known = known
	t.facts = map[string]facts{}
	t.list()
	return t.Follow()
}

// list makes the list anew and keeps the choice on its rule.
func (t *preferencesTab) list() {
	chosen, _ := t.chosen()
	key := follow.Key(chosen)
	if t.state.Rules.Wanted != "" {
		if t.state.Rules.Has(t.state.Rules.Wanted) {
			key, t.state.Rules.Wanted = t.state.Rules.Wanted, ""
		}
	}
	needle := kit.NewNeedle(t.find.Text)
	t.shown = t.shown[:0]
	for i, r := range t.state.Rules.List {
		if (t.mode == "" || r.Mode == t.mode) && (t.scope == "" || r.Project == t.scope) && needle.In(t.state.Rules.Texts[i]) {
			t.shown = append(t.shown, i)
		}
	}
	t.sort()
	at := slices.IndexFunc(t.shown, func(i int) bool { return follow.Key(t.state.Rules.List[i]) == key })
	if at < 0 {
		at = min(t.pane.Chosen, len(t.shown)-1)
	}
	t.pane.Chosen = max(at, 0)
}

func (t *preferencesTab) sort() {
	rules := t.state.Rules.List
	var less func(a, b int) int
	switch t.order {
	case byQuestion:
		less = func(a, b int) int { return cmp.Compare(t.state.Rules.Texts[a].Lower, t.state.Rules.Texts[b].Lower) }
	case byMode:
		less = func(a, b int) int { return cmp.Compare(modeRank(rules[a].Mode), modeRank(rules[b].Mode)) }
	case byUse:
		less = func(a, b int) int { return t.state.Usage(rules[b]).Times - t.state.Usage(rules[a]).Times }
	case byLastUse:
		less = func(a, b int) int { return t.state.Usage(rules[b]).Last.Compare(t.state.Usage(rules[a]).Last) }
	case byScope:
		less = func(a, b int) int { return cmp.Compare(rules[a].Project, rules[b].Project) }
	default:
		return
	}
	slices.SortStableFunc(t.shown, less)
}

func modeRank(m question.Mode) int { return slices.Index(drawing.ModeOrder, m) }

// chosen is the rule that keys are about.
func (t *preferencesTab) chosen() (question.Rule, bool) {
	if t.pane.Chosen >= len(t.shown) || t.shown[t.pane.Chosen] >= len(t.state.Rules.List) {
		return question.Rule{}, false
	}
	return t.state.Rules.List[t.shown[t.pane.Chosen]], true
}

// filtered reports whether rules may be left out of the list.
func (t *preferencesTab) filtered() bool { return t.mode != "" || t.scope != "" || t.find.Text != "" }

func (t *preferencesTab) Move(by int) { t.pane.Move(by, len(t.shown)) }

// Click chooses a rule; a second click on it opens it.
func (t *preferencesTab) Click(row int) func(*kit.Model) tea.Cmd {
	return t.pane.Click(row, len(t.shown), t.openDetail, func(*kit.Model) tea.Cmd { return t.Follow() })
}

// Count is how many rules are listed.
func (t *preferencesTab) Count() int { return len(t.shown) }

func (t *preferencesTab) Typing() *kit.Input {
	if t.finding {
		return &t.find
	}
	return nil
}

func (t *preferencesTab) TypedText(*kit.Model) tea.Cmd {
	t.list()
	return t.Follow()
}
