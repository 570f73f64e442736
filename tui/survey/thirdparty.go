package survey

import (
	"cmp"
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/kit"
)

// ThirdParty is what is known of the third-party hooks that run on questions.
type ThirdParty struct {
	Found *Review // nil until it is read
	Err   error   // of the last time

	backend    Backend
	generation int
	probed     map[string]conflict.Conflict // what probes have shown, by ID
}

// A Review has the conflicts that matter most first, with the trials by which hooks
// could be probed.
type Review struct {
	conflicts.Review
	trials []conflict.Trial
}

// NewThirdParty knows nothing yet.
func NewThirdParty(b Backend) *ThirdParty {
	return &ThirdParty{backend: b, probed: map[string]conflict.Conflict{}}
}

// FoundMsg is the end of a review.
type FoundMsg struct {
	thirdParty *ThirdParty
	generation int
	review     Review
	err        error
}

// Load looks at third-party hooks.
func (o *ThirdParty) Load() tea.Cmd {
	o.generation++
	generation := o.generation
	return func() tea.Msg {
		r, err := o.Look(context.Background(), nil)
		return FoundMsg{o, generation, r, err}
	}
}

// Look makes a review. The hook of the trial that agreed names is run; no other is.
func (o *ThirdParty) Look(ctx context.Context, agreed *conflict.Trial) (r Review, err error) {
	r.Review, err = o.backend.Review(ctx, conflicts.Options{Consent: func(t conflict.Trial) bool {
		r.trials = append(r.trials, t)
		return agreed != nil && t == *agreed
	}})
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

// Freshen drops the hooks that are gone from the layers that show them, and those that
// are left with none, with what lies over them.
func Freshen(m *kit.Model) {
	for i, l := range m.Layers {
		if s, ok := l.Layer.(shower); ok && !s.Freshen() {
			m.Layers = m.Layers[:i]
			m.Abandon()
			return
		}
	}
}

// Keep keeps a review that is newer than what is still being read.
func (o *ThirdParty) Keep(r Review) {
	o.generation++
	o.take(r)
}

// KeepProbed keeps a review that has run a hook, and what that has shown of it.
func (o *ThirdParty) KeepProbed(r Review) {
	for _, c := range r.Conflicts {
		if c.Failed != "" || slices.ContainsFunc(c.Evidence, func(e conflict.Evidence) bool { return e.Basis == conflict.Probed }) {
			o.probed[c.ID] = c
		}
	}
	o.Keep(r)
}

// take keeps a review. What a probe has shown of a hook stays known of it as
// long as the hook stands in its file as it did; where it stands may change.
func (o *ThirdParty) take(r Review) {
	for i, c := range r.Conflicts {
		if probed, ok := o.probed[c.ID]; ok {
			probed.Hook, probed.Tools = c.Hook, c.Tools
			r.Conflicts[i] = probed
		}
	}
	slices.SortStableFunc(r.Conflicts, byUrgency)
	o.Found, o.Err = &r, nil
}

// Forget lets a reload look at everything anew.
func (o *ThirdParty) Forget() { clear(o.probed) }

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

// Trial is how a hook would be probed; ok is false for one that cannot be. A
// command that stands in several files is tried once, for the first.
func (o *ThirdParty) Trial(c conflict.Conflict) (found conflict.Trial, ok bool) {
	if o.Found == nil {
		return found, false
	}
	h := c.Hook
	for _, t := range o.Found.trials {
		alike := string(t.Event) == h.Group.Event && t.Command == h.Handler.Summary() && (t.Shell == "") == h.Handler.Exec
		if alike && t.Source == h.Source.File {
			return t, true
		}
		if alike && !ok {
			found, ok = t, true
		}
	}
	return found, ok
}

// Blocking are the settings that keep neverask from answering.
func (r Review) Blocking() []config.Switch {
	return slices.DeleteFunc(slices.Clone(r.Switches), func(w config.Switch) bool { return !w.Blocks })
}
