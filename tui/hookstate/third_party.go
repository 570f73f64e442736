package hookstate

import (
	"cmp"
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

// ThirdParty is the latest review of the third-party hooks that run on questions.
type ThirdParty struct {
	Found *Review // nil until the first review
	Err   error   // of the last review

	backend    Backend
	generation int
}

// A Review has the conflicts that matter most first.
type Review struct{ conflicts.Review }

// NewThirdParty returns a ThirdParty without a review yet.
func NewThirdParty(b Backend) *ThirdParty {
	return &ThirdParty{backend: b}
}

// FoundMsg has the result of a review.
type FoundMsg struct {
	thirdParty *ThirdParty
	generation int
	review     Review
	err        error
}

// Load reviews the third-party hooks in the background.
func (o *ThirdParty) Load() tea.Cmd {
	o.generation++
	generation := o.generation
	return func() tea.Msg {
		r, err := o.Look(context.Background())
		return FoundMsg{o, generation, r, err}
	}
}

// Look makes a review.
func (o *ThirdParty) Look(ctx context.Context) (r Review, err error) {
	r.Review, err = o.backend.Review(ctx, conflicts.Options{})
	slices.SortStableFunc(r.Conflicts, byUrgency)
	return r, err
}

// urgency orders severities.
var urgency = map[conflict.Severity]int{conflict.Blocks: 0, conflict.Races: 1, conflict.Slows: 2, conflict.Info: 3}

func byUrgency(a, b conflict.Conflict) int {
	return cmp.Compare(urgency[a.Severity], urgency[b.Severity])
}

// Take keeps a review, and hands it to the places.
func (msg FoundMsg) Take(m *kit.Model) tea.Cmd {
	switch o := msg.thirdParty; {
	case msg.generation != o.generation:
	case msg.err != nil:
		o.Err = msg.err
	default:
		o.take(msg.review)
	}
	Freshen(m)
	return m.Host.Receive(msg)
}

// A shower is a layer that shows third-party hooks.
type shower interface {
	kit.Layer
	// Freshen drops the hooks that are gone, and reports whether any is left.
	Freshen() bool
}

// Freshen drops hooks that are gone from the layers that show them, and closes layers that
// have none left, along with the layers above them.
func Freshen(m *kit.Model) {
	for i, l := range m.Layers {
		if s, ok := l.Layer.(shower); ok && !s.Freshen() {
			m.Layers = m.Layers[:i]
			m.Abandon()
			return
		}
	}
}

// Keep keeps a review that is newer than any review under way.
func (o *ThirdParty) Keep(r Review) {
	o.generation++
	o.take(r)
}

func (o *ThirdParty) take(r Review) {
	slices.SortStableFunc(r.Conflicts, byUrgency)
	o.Found, o.Err = &r, nil
}

// Open returns the hooks in the way of questions, the worst first; nil before the first review.
func (o *ThirdParty) Open() []conflict.Conflict {
	if o.Found == nil {
		return nil
	}
	return o.Found.Open()
}

// Conflict finds a conflict by its ID.
func (o *ThirdParty) Conflict(id string) (c conflict.Conflict, ok bool) {
	if o.Found == nil {
		return c, false
	}
	i := slices.IndexFunc(o.Found.Conflicts, func(c conflict.Conflict) bool { return c.ID == id })
	if i < 0 {
		return c, false
	}
	return o.Found.Conflicts[i], true
}

// Blocking returns the settings that keep neverask from answering.
func (r Review) Blocking() []config.Switch {
	return slices.DeleteFunc(slices.Clone(r.Switches), func(w config.Switch) bool { return !w.Blocks })
}
