package tui

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/kit"
)

// others is what is known of the hooks of others that run at questions. The
// overview, the conflicts and the way of an install share it.
type others struct {
	backend Backend
	home    string
	now     func() time.Time

	found      *survey // nil until it is read
	err        error   // of the last time
	generation int

	probe  *probe                       // that is under way; nil when none is
	probed map[string]conflict.Conflict // what probes have shown, by ID
}

// A survey is a review, the conflicts that matter most first, with the trials
// by which hooks could be probed.
type survey struct {
	conflicts.Review
	trials []conflict.Trial
}

func newOthers(o Options) *others {
	return &others{backend: o.Backend, home: o.Home, now: o.Now, probed: map[string]conflict.Conflict{}}
}

// surveyedMsg is the end of a review.
type surveyedMsg struct {
	others     *others
	generation int
	survey     survey
	err        error
}

// load looks at the hooks of others.
func (o *others) load() tea.Cmd {
	o.generation++
	b, generation := o.backend, o.generation
	return func() tea.Msg {
		s, err := takeSurvey(context.Background(), b, nil)
		return surveyedMsg{o, generation, s, err}
	}
}

// takeSurvey makes a survey. The hook of the trial that agreed names is run; no
// other is.
func takeSurvey(ctx context.Context, b Backend, agreed *conflict.Trial) (s survey, err error) {
	s.Review, err = b.Review(ctx, conflicts.Options{Consent: func(t conflict.Trial) bool {
		s.trials = append(s.trials, t)
		return agreed != nil && t == *agreed
	}})
	slices.SortStableFunc(s.Conflicts, func(a, b conflict.Conflict) int {
		return cmp.Compare(urgency[a.Severity], urgency[b.Severity])
	})
	return s, err
}

// urgency orders severities.
var urgency = map[conflict.Severity]int{conflict.Blocks: 0, conflict.Races: 1, conflict.Slows: 2, conflict.Info: 3}

func (msg surveyedMsg) Take(m *kit.Model) tea.Cmd {
	switch o := msg.others; {
	case msg.generation != o.generation:
	case msg.err != nil:
		o.err = msg.err
	default:
		o.take(msg.survey)
	}
	freshen(m)
	return m.Host.Receive(msg)
}

// take keeps a survey. What a probe has shown of a hook stays known of it as
// long as the hook stands in its file as it did; where it stands may change.
func (o *others) take(s survey) {
	for i, c := range s.Conflicts {
		if probed, ok := o.probed[c.ID]; ok {
			probed.Hook, probed.Tools = c.Hook, c.Tools
			s.Conflicts[i] = probed
		}
	}
	slices.SortStableFunc(s.Conflicts, func(a, b conflict.Conflict) int {
		return cmp.Compare(urgency[a.Severity], urgency[b.Severity])
	})
	o.found, o.err = &s, nil
}

// forget lets a reload look at everything anew.
func (o *others) forget() { clear(o.probed) }

// conflict finds a conflict by its ID.
func (o *others) conflict(id string) (c conflict.Conflict, ok bool) {
	if o.found == nil {
		return c, false
	}
	i := slices.IndexFunc(o.found.Conflicts, func(c conflict.Conflict) bool { return c.ID == id })
	if i < 0 {
		return c, false
	}
	return o.found.Conflicts[i], true
}

// trial is how a hook would be probed; ok is false for one that cannot be. A
// command that stands in several files is tried once, for the first.
func (o *others) trial(c conflict.Conflict) (found conflict.Trial, ok bool) {
	if o.found == nil {
		return found, false
	}
	h := c.Hook
	for _, t := range o.found.trials {
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

// blocking are the settings that keep neverask from answering.
func (s survey) blocking() []config.Switch {
	return slices.DeleteFunc(slices.Clone(s.Switches), func(w config.Switch) bool { return !w.Blocks })
}
