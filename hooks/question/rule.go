package question

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"

	"neverask/hooks"
)

// ruleProblem is the first thing that is wrong with a rule.
type ruleProblem struct {
	offset  int
	message string
}

// readRule reads the members of a rule. What they say together is for
// [Rule.Check].
func readRule(v hooks.Value) (Rule, *ruleProblem) {
	var r Rule
	if v.Kind() != hooks.Object {
		return r, &ruleProblem{v.Offset(), "a rule must be an object"}
	}
	r.ID = v.Get("id").String()
	if m, found := v.Duplicate(); found {
		return r, &ruleProblem{m.Offset, fmt.Sprintf("%q is there twice", m.Name)}
	}
	for m := range v.Members() {
		if problem := r.read(m); problem != nil {
			return r, problem
		}
	}
	return r, nil
}

func (r *Rule) read(m hooks.Member) *ruleProblem {
	bad := func(message string) *ruleProblem { return &ruleProblem{m.Value.Offset(), message} }
	switch m.Name {
	case "id":
		return readString(m, &r.ID)
	case "match":
		return r.Match.read(m.Value)
	case "mode":
		switch r.Mode = Mode(m.Value.String()); r.Mode {
		case NeverAsk, AskOnlyForOneWay, PreferMode, AlwaysAsk:
		default:
			return bad("unknown mode")
		}
	case "answer":
		var err error
		if r.Answer, err = readAnswer(m.Value); err != nil {
			return bad(err.Error())
		}
	case "project":
		return readString(m, &r.Project)
	case "oneWay":
		return readString(m, &r.OneWay)
	case "created":
		return r.Created.read(m.Value)
	case "note":
		var ok bool
		if r.Note, ok = m.Value.Text(); !ok {
			return bad(`"note" must be a string`)
		}
	default:
		return &ruleProblem{m.Offset, fmt.Sprintf("unknown member %q", m.Name)}
	}
	return nil
}

// check looks at a rule as a whole and gives it an id if it has none.
func (f *file) check(r *Rule, v hooks.Value, ids map[string]bool) *ruleProblem {
	if err := r.Check(); err != nil {
		return &ruleProblem{v.Offset(), err.Error()}
	}
	if r.ID == "" {
		r.ID = r.NewID()
	}
	if ids[r.ID] {
		return &ruleProblem{v.Offset(), "another rule has the same id"}
	}
	return nil
}

// OneWayAllow is the value of Rule.OneWay that lets a rule answer one-way
// questions.
const OneWayAllow = "allow"

// Check reports what is wrong with the rule as a whole: what a rule of the
// preferences must hold beyond the right members.
func (r Rule) Check() error {
	switch r.Mode {
	case AlwaysAsk:
		if !r.Answer.IsZero() {
			return errors.New(`an "always-ask" rule has no answer`)
		}
	case NeverAsk, AskOnlyForOneWay, PreferMode:
		if r.Answer.IsZero() {
			return errors.New("no answer")
		}
	default:
		return fmt.Errorf("unknown mode %q", r.Mode)
	}
	if r.Mode == PreferMode && r.Answer.Text != "" {
		return errors.New(`a "prefer" rule cannot prefer free text`)
	}
	if r.rank() == rankNone {
		return errors.New(`"match" is empty`)
	}
	if r.Project != "" && !filepath.IsAbs(r.Project) {
		return errors.New(`"project" must be an absolute directory`)
	}
	if r.OneWay != "" {
		if r.OneWay != OneWayAllow {
			return errors.New(`"oneWay" can only be "allow"`)
		}
		if r.Mode != NeverAsk {
			return fmt.Errorf(`"oneWay" does not go with mode %q`, r.Mode)
		}
		if r.rank() > rankText {
			return errors.New(`"oneWay" needs a match by marker, exact or text`)
		}
	}
	if r.Match.Pattern != "" {
		if _, err := regexp.Compile(r.Match.Pattern); err != nil {
			return fmt.Errorf("pattern: %w", err)
		}
	}
	return nil
}

func readString(m hooks.Member, s *string) *ruleProblem {
	text, ok := m.Value.Text()
	if !ok || text == "" {
		return &ruleProblem{m.Value.Offset(), fmt.Sprintf("%q must be a string that is not empty", m.Name)}
	}
	*s = text
	return nil
}

func (c *Created) read(v hooks.Value) *ruleProblem {
	if v.Kind() != hooks.Object {
		return &ruleProblem{v.Offset(), `"created" must be an object`}
	}
	for m := range v.Members() {
		switch m.Name {
		case "at":
			c.At = m.Value.String()
		case "by":
			c.By = m.Value.String()
		default:
			return &ruleProblem{m.Offset, fmt.Sprintf("unknown member %q", m.Name)}
		}
	}
	return nil
}

func (match *Match) read(v hooks.Value) *ruleProblem {
	if v.Kind() != hooks.Object {
		return &ruleProblem{v.Offset(), `"match" must be an object`}
	}
	if m, found := v.Duplicate(); found {
		return &ruleProblem{m.Offset, fmt.Sprintf("%q is there twice", m.Name)}
	}
	for m := range v.Members() {
		if problem := match.readMember(m); problem != nil {
			return problem
		}
	}
	return nil
}

func (match *Match) readMember(m hooks.Member) *ruleProblem {
	switch m.Name {
	case "marker":
		return readString(m, &match.Marker)
	case "exact":
		return readString(m, &match.Exact)
	case "text":
		return readString(m, &match.Text)
	case "header":
		return readString(m, &match.Header)
	case "pattern":
		return readString(m, &match.Pattern)
	case "source":
		return readString(m, &match.Source)
	case "tool":
		return readString(m, &match.Tool)
	case "options":
		var ok bool
		if match.Options, ok = readStrings(m.Value); !ok {
			return &ruleProblem{m.Value.Offset(), `"options" must be an array of labels`}
		}
		return nil
	}
	return &ruleProblem{m.Offset, fmt.Sprintf("unknown member %q", m.Name)}
}

func readStrings(v hooks.Value) ([]string, bool) {
	var out []string
	for e := range v.Elements() {
		s, ok := e.Text()
		if !ok || s == "" {
			return nil, false
		}
		out = append(out, s)
	}
	return out, len(out) > 0
}

func readAnswer(v hooks.Value) (Answer, error) {
	if s, ok := v.Text(); ok && s != "" {
		return ParseAnswer(s), nil
	}
	var a Answer
	members, ok := 0, true
	for m := range v.Members() {
		members++
		switch m.Name {
		case "label":
			a.Label = m.Value.String()
		case "text":
			a.Text = m.Value.String()
		case "labels":
			a.Labels, ok = readStrings(m.Value)
		}
	}
	if members != 1 || !ok || a.IsZero() {
		return Answer{}, errors.New(`"answer" must be "recommended", "usual", a label, or an object with one of "label", "labels", "text"`)
	}
	return a, nil
}
