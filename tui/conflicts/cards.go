package conflicts

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/others/conflict"
	"neverask/tui/change"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// cards shows conflicts one by one, each with its options: before an install those that must be decided, otherwise
// all.
type cards struct {
	known *known
	wish  wish // an install, or the settling of one conflict
	ids   []string
	at    int
	// passed are the cards left with enter; their choice is decided.
	passed map[string]bool
	// marked are the resolutions marked instead of the recommended ones, by ID. Each review begins with the
	// recommendations.
	marked map[string]conflict.Resolution

	// The card scrolls by itself, because keys both scroll and choose.
	top, room, total int
	spans            [][2]int        // the rows of each resolution
	ended            map[string]bool // the conflicts whose last resolution was on the screen, by ID
}

func (k *cards) Crumb() string {
	if k.installing() {
		return "Conflicts" // the plan after them is about all of them
	}
	if c, there := k.known.Conflict(k.ids[k.at]); there { // no change has settled it meanwhile
		if name := hookstate.ScriptName(k.known.home, c); !strings.Contains(name, " ") {
			return name
		}
	}
	return "Conflict"
}

func newCards(o *known, c wish, list []conflict.Conflict) *cards {
	k := &cards{
		known: o, wish: c, passed: map[string]bool{}, marked: map[string]conflict.Resolution{}, ended: map[string]bool{},
	}
	for _, one := range list {
		k.ids = append(k.ids, one.ID)
	}
	for _, one := range c.options.Choices {
		k.marked[one.Conflict.ID], k.passed[one.Conflict.ID] = one.Resolution, true
	}
	return k
}

func (k *cards) installing() bool { return !k.wish.settles }

// current returns the conflict on the screen.
func (k *cards) current() conflict.Conflict {
	c, _ := k.known.Conflict(k.ids[k.at])
	return c
}

// resolution returns the resolution that is marked.
func (k *cards) resolution(c conflict.Conflict) conflict.Resolution {
	if w, ok := k.marked[c.ID]; ok && slices.Contains(c.Resolutions, w) {
		return w
	}
	return c.Suggested
}

// Freshen drops the cards of hooks that are gone. It reports whether any is
// left.
func (k *cards) Freshen() bool {
	here := ""
	if k.at < len(k.ids) {
		here = k.ids[k.at]
	}
	k.ids = slices.DeleteFunc(k.ids, func(id string) bool { _, there := k.known.Conflict(id); return !there })
	k.at = max(slices.Index(k.ids, here), 0)
	return len(k.ids) > 0
}

// undecided returns the first card from an index on, wrapping around, that was not passed, or -1.
func (k *cards) undecided(from int) int {
	for i := range k.ids {
		at := (from + i) % len(k.ids)
		if !k.passed[k.ids[at]] {
			return at
		}
	}
	return -1
}

func (k *cards) Page(width, height int, st *kit.Styles) kit.Page {
	c := k.current()
	d := &card{
		home: k.known.home, now: k.known.now(), width: min(width-1, 110),
		st: st, bare: !k.installing() && k.wish.target.Path == "", dense: height < low,
	}
	p := kit.Page{}
	if k.wish.target.Path != "" {
		p.Subject = change.Subject(k.known.home, k.wish.target)
	}
	p.Head = []string{k.head(c, width, st)}
	if height >= roomy {
		p.Head = append(p.Head, "")
	}
	k.room = max(height-len(p.Head), 1)
	k.spans = d.decision(c, k.known.state(c), c.Resolutions, k.resolution(c), k.room)
	k.total = len(d.rows)
	k.top = max(min(k.top, k.total-k.room), 0)
	if k.spans[len(k.spans)-1][1] <= k.top+k.room {
		k.ended[c.ID] = true
	}
	p.Rows = min(k.total-k.top, k.room)
	p.Row = func(i int) string { return d.rows[k.top+i] }
	p.Above, p.Total = k.top, k.total
	return p
}

// roomy is the page height from which a card has a blank line below its head, and low that below which it has none.
const (
	roomy = 20
	low   = 10
)

// head says which card this is, and what is decided.
func (k *cards) head(c conflict.Conflict, width int, st *kit.Styles) string {
	what, decided, open := "Conflict", "✓ decided: ", "to be decided"
	if !c.Severity.Decide() {
		what = "Hook"
	}
	alike := slices.DeleteFunc(slices.Clone(k.ids), func(id string) bool {
		other, _ := k.known.Conflict(id)
		return other.Severity.Decide() != c.Severity.Decide()
	})
	if n := len(alike); n > 1 {
		what = fmt.Sprintf("%s %d of %d", what, slices.Index(alike, c.ID)+1, n)
	}
	if width < kit.Wide {
		decided, open = "✓ ", ""
	}
	left := " " + st.Strong.Render(what) + "   " + hookstate.SeverityBadge(c.Severity).Draw(st)
	switch {
	case !k.installing():
		return kit.Fit(left, width)
	case k.passed[c.ID]:
		return kit.Ends(left, st.Ok.Render(decided+string(k.resolution(c)))+" ", width)
	}
	return kit.Ends(left, st.Muted.Render(open)+" ", width)
}

// chosen returns the place of the chosen resolution among those offered.
func (k *cards) chosen() int {
	c := k.current()
	return max(slices.Index(c.Resolutions, k.resolution(c)), 0)
}

// inSight reports whether the chosen resolution is on the screen, or as much of it as fits.
func (k *cards) inSight() bool {
	i := k.chosen()
	if i >= len(k.spans) {
		return false
	}
	from, to := k.spans[i][0], k.spans[i][1]
	return k.top <= from && min(to, from+k.room) <= k.top+k.room
}

func (k *cards) Bindings() []kit.Binding {
	c := k.current()
	var all []kit.Binding
	switch {
	case !k.ended[c.ID]:
		all = append(all, kit.Bind("read on", k.readOn, "enter"))
	case k.inSight():
		all = append(all, k.enter(k.resolution(c)).Writing())
	default:
		all = append(all,
			kit.Bind("show choice", k.showChoice, "enter").Means("show the chosen option, which enter then takes"))
	}
	all = append(append(all, k.known.testing(c)...), opening(c))
	if len(k.ids) > 1 {
		next := kit.Bind("other conflict", k.turn(1), "right", "l", "tab")
		next.SetHelp("← →", "other hook")
		all = append(all, next, kit.Quiet("← →", "the hook before", k.turn(-1), "left", "h", "shift+tab"))
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

// enter returns the key that takes a resolution.
func (k *cards) enter(w conflict.Resolution) kit.Binding {
	switch {
	case k.installing() && w == conflict.Leave:
		return kit.Bind("leave", k.decide, "enter").Means("choose this option and continue")
	case k.installing():
		return kit.Bind(string(w)+"…", k.decide, "enter").Means("choose this option and continue; shows the change first")
	case w == conflict.Leave:
		return kit.Bind("leave", k.decide, "enter").Means("leave everything as it is")
	case k.wish.target.Path == "":
		return kit.Bind(string(w)+" and install…", k.decide,
			"enter").Means("install neverask with this option; shows the change first")
	}
	return kit.Bind(string(w)+"…", k.decide, "enter").Means("choose this option; shows the change first")
}

func (k *cards) turn(by int) func(*kit.Model) tea.Cmd {
	return func(*kit.Model) tea.Cmd {
		k.show((k.at + by + len(k.ids)) % len(k.ids))
		return nil
	}
}

func (k *cards) show(at int) { k.at, k.top = at, 0 }

// readOn shows the next rows.
func (k *cards) readOn(*kit.Model) tea.Cmd {
	k.scroll(k.room)
	return nil
}

// showChoice scrolls to the chosen resolution.
func (k *cards) showChoice(*kit.Model) tea.Cmd {
	if i := k.chosen(); i < len(k.spans) {
		k.top = max(min(k.spans[i][0], k.total-k.room), 0)
	}
	return nil
}

// Move chooses another resolution, or scrolls until the chosen one is on the screen. By more than one, it only
// scrolls.
func (k *cards) Move(by int) {
	if by < -1 || by > 1 || !k.inSight() {
		k.scroll(by)
		return
	}
	c := k.current()
	resolutions, at := c.Resolutions, k.chosen()+by
	switch {
	case at < 0:
		k.scroll(by)
	case at < len(resolutions):
		k.choose(at)
		k.top = max(min(k.top, k.spans[at][0]), k.spans[at][1]-k.room)
	}
}

func (k *cards) scroll(by int) {
	k.top = max(min(k.top+by, k.total-k.room), 0)
}

// choose marks a resolution. A decided card is open again until enter.
func (k *cards) choose(at int) {
	c := k.current()
	k.marked[c.ID] = c.Resolutions[at]
	delete(k.passed, c.ID)
}

// Click chooses a resolution; a second click on it takes it.
func (k *cards) Click(row int) func(*kit.Model) tea.Cmd {
	row += k.top
	i := slices.IndexFunc(k.spans, func(s [2]int) bool { return s[0] <= row && row < s[1] })
	switch {
	case i < 0:
		return nil
	case i == k.chosen():
		return k.decide
	}
	k.choose(i)
	return nil
}

// open shows the first undecided card, or begins the plan if there is none.
func (k *cards) open(m *kit.Model) tea.Cmd {
	if k.all() {
		return change.Begin(m, k.known.operation(k.decided(k.wish)))
	}
	k.show(k.undecided(0))
	m.Push(k)
	return nil
}

// cardsOf finds the cards among the layers.
func cardsOf(m *kit.Model) *cards {
	for _, l := range m.Layers {
		if k, ok := l.Layer.(*cards); ok {
			return k
		}
	}
	return nil
}

// all reports whether every card is decided.
func (k *cards) all() bool { return k.undecided(0) < 0 }

// decided returns the change with what was decided.
func (k *cards) decided(c wish) wish {
	c.options.Choices = nil
	for _, id := range k.ids {
		if one, ok := k.known.Conflict(id); ok && k.passed[id] {
			c.options.Choices = append(c.options.Choices, conflict.Choice{Conflict: one, Resolution: k.resolution(one)})
		}
	}
	return c
}

// decide takes the marked resolution of the conflict on the screen.
func (k *cards) decide(m *kit.Model) tea.Cmd {
	c := k.current()
	w := k.resolution(c)
	if !k.installing() {
		return k.resolve(m, c, w)
	}
	k.marked[c.ID] = w // keep it even if another is recommended later
	k.passed[c.ID] = true
	if next := k.undecided(k.at + 1); next >= 0 {
		k.show(next)
		return nil
	}
	return change.Begin(m, k.known.operation(k.decided(k.wish)))
}
