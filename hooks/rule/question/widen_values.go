package question

import (
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/rule/safety"
	"neverask/hooks/rule/wording"
)

// A Passed is a value that a person has not seen and lets pass.
type Passed struct {
	Width
	Value string
}

func (p Passed) String() string { return fmt.Sprintf("%s (%s)", p.Value, p.Width) }

// reach is what the widening of a rule makes of a question: which of its values pass.
type reach struct {
	text  string
	slots []wording.Slot
	pass  []Width  // by slot; one without a slot where the value must have been seen
	fixed []string // what is around the values that may differ
}

// reachOf returns how far a widening reaches at a question, to which the answer is
// chosen; ok is false where it does not.
func reachOf(q Question, chosen Choice) (r reach, ok bool) {
	if len(chosen.Widen) == 0 || len(chosen.OneWay) > 0 {
		return reach{}, false
	}
	r = reach{text: q.Text, slots: wording.Slots(q.Text)}
	r.pass = make([]Width, len(r.slots))
	for i, s := range r.slots {
		width, wide := chosen.Widen.In(s.Name)
		project := chosen.Project
		if project == "" && width.Only == nil && wording.IsProjectDir(chosen.Dir) {
			project = chosen.Dir
		}
		if wide && width.admits(q.Text[s.From:s.To], project) && s.Bound(q.Text) == "" {
			r.pass[i], ok = width, true
		}
	}
	at := 0
	for i, s := range r.slots {
		if marked := q.Text[s.Start:s.End]; r.pass[i].Slot != "" || Wording(marked) != marked {
			if s.InQuotes(q.Text) {
				s.From, s.To = s.Start, s.End
			}
			r.fixed = append(r.fixed, q.Text[at:s.From])
			at = s.To
		}
	}
	r.fixed = append(r.fixed, q.Text[at:])
	return r, ok && exactKind(q.Text, r.slots, append(shownWords(q, chosen), q.Header)) == ""
}

// shownWords are what a person is told of what is chosen.
func shownWords(q Question, chosen Choice) (texts []string) {
	for _, i := range chosen.Options {
		texts = append(texts, q.Options[i].Label, q.Options[i].Description)
	}
	return texts
}

// mayHold reports, at little cost, whether a text may differ in nothing but values that
// may: nearly all others do not hold what is fixed.
func (r reach) mayHold(text string) bool {
	last := len(r.fixed) - 1
	text, begins := strings.CutPrefix(text, r.fixed[0])
	text, ends := strings.CutSuffix(text, r.fixed[last])
	if !begins || !ends {
		return false
	}
	for _, part := range r.fixed[1:last] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return true
}

// from returns the values that pass although they are not those of a text that was
// seen; ok is false where the texts differ in anything else.
func (r reach) from(seen string) (passed []Passed, ok bool) {
	if !r.mayHold(seen) {
		return nil, false
	}
	old := wording.Slots(seen)
	if len(old) != len(r.slots) {
		return nil, false
	}
	now, was := 0, 0
	for i, s := range r.slots {
		o, value := old[i], r.text[s.From:s.To]
		marked, had := r.text[s.Start:s.End], seen[o.Start:o.End]
		if r.pass[i].Slot != "" && s.InQuotes(r.text) && o.InQuotes(seen) { // of one sort or another
			s.From, s.To, o.From, o.To = s.Start, s.End, o.Start, o.End
		}
		if s.Name != o.Name || r.text[now:s.From] != seen[was:o.From] {
			return nil, false
		}
		now, was = s.To, o.To
		switch {
		case marked == had, Wording(marked) == Wording(had): // harmless commands
		case r.pass[i].Slot == "":
			return nil, false
		default:
			passed = append(passed, Passed{r.pass[i], value})
		}
	}
	return passed, r.text[now:] == seen[was:]
}

// exactKind says why no value of a wording is widened, or "": of what its words, or
// others that are shown with it, speak.
func exactKind(text string, found []wording.Slot, others []string) string {
	rest := wording.Filled(text, found, func(wording.Slot) (string, bool) { return " . ", false }) // what is around a value stands in no idiom
	for _, t := range append(others, rest) {
		if kind := wording.KindOf(t); kind != "" {
			return "the question is about " + kind
		}
	}
	if f := safety.Classify(safety.Question{Text: wording.Filled(text, found, wording.Neutral)}); len(f) > 0 {
		return fmt.Sprintf("%q may be about something irreversible", f[0].Word)
	}
	return ""
}

// admits reports whether a value passes.
func (w Width) admits(value, project string) bool {
	if wording.KindOfValue(value, project) != "" || !wording.IsPlainText(value) {
		return false
	}
	if w.Only != nil {
		return slices.Contains(w.Only, value)
	}
	switch {
	case w.Words == anyFile:
		return wording.IsProjectFile(value, project)
	case w.Words == anything:
		return wording.IsOrdinary(value, project)
	case strings.HasPrefix(w.Words, anyBranch):
		return wording.IsOwnBranch(value) && !slices.ContainsFunc(w.branches(), func(b string) bool { return wording.SameBranch(b, value) })
	}
	n, ok := wording.CountingNumber(value)
	return ok && n <= w.largest()
}

// Idle says why the width of one slot does nothing in the rule, or "" when values may
// pass. What a question holds besides can still keep them from it.
func (r Rule) Idle(w Width) string {
	text := r.Match.Text
	found := wording.Slots(text)
	if !slices.Contains(wording.SlotNames(text), w.Slot) {
		return "the wording has no such slot"
	}
	if strings.HasPrefix(w.Slot, "url") {
		return "it is an address"
	}
	if i := slices.IndexFunc(found, func(s wording.Slot) bool { return s.Name == w.Slot }); i >= 0 {
		if why := found[i].Bound(text); why != "" {
			return why
		}
	}
	for _, value := range w.Only {
		if kind := wording.KindOfValue(value, r.Project); kind != "" {
			return fmt.Sprintf("%q is %s", value, kind)
		}
	}
	return exactKind(text, found, []string{r.Match.Header, r.Answer.Label, r.Answer.Text})
}
