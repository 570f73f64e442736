package tui

import (
	"cmp"
	"slices"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/session"
	"neverask/hooks/rule/question"
	"neverask/tui/kit"
)

// preferencesTab is the second tab: the rules, what each would do, and the ways
// to change them.
type preferencesTab struct {
	backend Backend
	home    string
	now     func() time.Time
	book    *rulebook
	past    *past

	shown []int // indices of the rules that are listed
	pane  kit.Pane

	order   order
	mode    question.Mode // only these; "" for all
	scope   string        // only those of this project; "" for all
	find    kit.Input
	finding bool // find is being typed

	facts  map[string]facts // by ID, of the versions below
	known  [2]int
	latest *atomic.Int64 // the last facts that were asked for
	form   *ruleForm     // the open form, which waits for counts
	advice *advice

	proposals *proposals
	inSession bool // Claude Code has started this program, so its keys may be the model's
	unhooked  bool // no settings file has the question hooks
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

func newPreferences(o Options, book *rulebook, past *past) *preferencesTab {
	return &preferencesTab{
		backend: o.Backend, home: o.Home, now: o.Now, book: book, past: past,
		latest: new(atomic.Int64), advice: newAdvice(o),
		proposals: &proposals{backend: o.Backend}, inSession: session.Inside(func(name string) string { return lookup(o.Environ, name) }),
	}
}

func (t *preferencesTab) Name() string { return "Rules" }

func (t *preferencesTab) Load() tea.Cmd { return tea.Batch(t.book.load(), t.past.load()) }

// Leave ends what is done in the background.
func (t *preferencesTab) Leave() {
	t.book.rest()
	t.past.rest()
	t.proposals.rest()
}

func (t *preferencesTab) Receive(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	cmd, changed := t.book.receive(msg)
	cmds = append(cmds, cmd)
	cmd, more := t.past.receive(msg)
	cmds = append(cmds, cmd, t.advice.receive(msg, t.past.seen))
	cmd, others := t.proposals.receive(msg)
	if cmds = append(cmds, cmd); others {
		t.facts = map[string]facts{} // what is decided has changed with them
		cmds = append(cmds, t.Follow())
	}
	if changed {
		cmds = append(cmds, t.proposals.follow(t.book))
	}
	switch msg := msg.(type) {
	case factsMsg:
		if msg.known == t.known {
			t.facts[msg.id] = msg.facts
		}
	case lintedMsg:
		if msg.asked == t.advice.latest.Load() {
			t.book.linted(msg.found)
		}
	case countMsg:
		if t.form != nil {
			t.form.counted(msg)
		}
	}
	if changed || more && t.past.version != t.known[1] {
		t.known = [2]int{t.book.version, t.past.version}
		t.facts = map[string]facts{}
		t.list()
		cmds = append(cmds, t.Follow(), t.advice.follow(t.known, t.past.seen))
	}
	return tea.Batch(cmds...)
}

// list makes the list anew and keeps the choice on its rule.
func (t *preferencesTab) list() {
	chosen, _ := t.chosen()
	key := ruleKey(chosen)
	if t.book.wanted != "" {
		if _, there := t.book.positions[t.book.wanted]; there {
			key, t.book.wanted = t.book.wanted, ""
		}
	}
	needle := kit.NewNeedle(t.find.Text)
	t.shown = t.shown[:0]
	for i, r := range t.book.rules {
		if (t.mode == "" || r.Mode == t.mode) && (t.scope == "" || r.Project == t.scope) && needle.In(t.book.hays[i]) {
			t.shown = append(t.shown, i)
		}
	}
	t.sort()
	at := slices.IndexFunc(t.shown, func(i int) bool { return ruleKey(t.book.rules[i]) == key })
	if at < 0 {
		at = min(t.pane.Chosen, len(t.shown)-1)
	}
	t.pane.Chosen = max(at, 0)
}

func (t *preferencesTab) sort() {
	rules := t.book.rules
	var less func(a, b int) int
	switch t.order {
	case byQuestion:
		less = func(a, b int) int { return cmp.Compare(t.book.hays[a].Lower, t.book.hays[b].Lower) }
	case byMode:
		less = func(a, b int) int { return cmp.Compare(modeRank(rules[a].Mode), modeRank(rules[b].Mode)) }
	case byUse:
		less = func(a, b int) int { return t.usage(rules[b]).times - t.usage(rules[a]).times }
	case byLastUse:
		less = func(a, b int) int { return t.usage(rules[b]).last.Compare(t.usage(rules[a]).last) }
	case byScope:
		less = func(a, b int) int { return cmp.Compare(rules[a].Project, rules[b].Project) }
	default:
		return
	}
	slices.SortStableFunc(t.shown, less)
}

var modeOrder = []question.Mode{question.NeverAsk, question.AskOnlyForOneWay, question.PreferMode, question.AlwaysAsk}

func modeRank(m question.Mode) int { return slices.Index(modeOrder, m) }

func (t *preferencesTab) usage(r question.Rule) usage {
	if t.past.seen == nil {
		return usage{}
	}
	if r.Trusted != nil && t.book.shared(r.ID) {
		return t.past.seen.usedIn(r)
	}
	return t.past.seen.usage[r.ID]
}

// chosen is the rule that keys are about.
func (t *preferencesTab) chosen() (question.Rule, bool) {
	if t.pane.Chosen >= len(t.shown) || t.shown[t.pane.Chosen] >= len(t.book.rules) {
		return question.Rule{}, false
	}
	return t.book.rules[t.shown[t.pane.Chosen]], true
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
