package question

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"unicode/utf8"

	"neverask/hooks"
	"neverask/hooks/strict"
)

// readRule reads the members of a rule. What they say together is for
// [Rule.Check].
func readRule(v hooks.Value) (Rule, *strict.Fault) {
	r := Rule{ID: v.Get("id").String()}
	fault := strict.Members("a rule", v, r.read)
	return r, fault
}

func (r *Rule) read(m hooks.Member) *strict.Fault {
	switch m.Name {
	case "id":
		return strict.Text(m, &r.ID)
	case "match":
		return strict.Members(`"match"`, m.Value, r.Match.read)
	case "mode":
		switch r.Mode = Mode(m.Value.String()); r.Mode {
		case NeverAsk, AskOnlyForOneWay, PreferMode, AlwaysAsk:
		default:
			return strict.Wrong(m.Value, "unknown mode")
		}
	case "answer":
		var err error
		if r.Answer, err = readAnswer(m.Value); err != nil {
			return strict.Wrong(m.Value, "%s", err)
		}
	case "project":
		return strict.Text(m, &r.Project)
	case "oneWay":
		return strict.Text(m, &r.OneWay)
	case "widen":
		return readWidening(m.Value, &r.Widen)
	case "created":
		return strict.Members(`"created"`, m.Value, r.Created.read)
	case "note":
		var ok bool
		if r.Note, ok = m.Value.Text(); !ok {
			return strict.Wrong(m.Value, `"note" must be a string`)
		}
	default:
		return strict.Unknown(m)
	}
	return nil
}

// check looks at a rule as a whole and gives it an id if it has none.
func (f *file) check(r *Rule, v hooks.Value, ids map[string]bool) *strict.Fault {
	if err := r.Check(); err != nil {
		return strict.Wrong(v, "%s", err)
	}
	if r.ID == "" {
		r.ID = r.NewID()
	}
	if ids[r.ID] {
		return strict.Wrong(v, "another rule has the same id")
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
	case AlwaysAsk: // may keep an answer
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
	if !utf8.ValidString(r.Project) {
		return errors.New(`"project" must be UTF-8`)
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
	if err := r.checkWidening(); err != nil {
		return err
	}
	if r.Match.Pattern != "" {
		if _, err := regexp.Compile(r.Match.Pattern); err != nil {
			return fmt.Errorf("pattern: %w", err)
		}
	}
	return nil
}

// EvidenceID is the id under which what a person saw under the rule is kept: other
// projects may propose rules that have the same id.
func (r Rule) EvidenceID() string {
	if r.Trusted == nil {
		return r.ID
	}
	return r.ID + " " + r.Project
}

// Effective returns the answer that the rule gives: none while it always asks.
func (r Rule) Effective() Answer {
	if r.Mode == AlwaysAsk {
		return Answer{}
	}
	return r.Answer
}

func (c *Created) read(m hooks.Member) *strict.Fault {
	switch m.Name {
	case "at":
		c.At = m.Value.String()
	case "by":
		c.By = m.Value.String()
	default:
		return strict.Unknown(m)
	}
	return nil
}

func (match *Match) read(m hooks.Member) *strict.Fault {
	switch m.Name {
	case "marker":
		return strict.Text(m, &match.Marker)
	case "exact":
		return strict.Text(m, &match.Exact)
	case "text":
		return strict.Text(m, &match.Text)
	case "header":
		return strict.Text(m, &match.Header)
	case "pattern":
		return strict.Text(m, &match.Pattern)
	case "source":
		return strict.Text(m, &match.Source)
	case "tool":
		return strict.Text(m, &match.Tool)
	case "options":
		var ok bool
		if match.Options, ok = readStrings(m.Value); !ok {
			return strict.Wrong(m.Value, `"options" must be an array of labels`)
		}
		return nil
	}
	return strict.Unknown(m)
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
