package question

import (
	"slices"
	"strconv"
	"strings"

	"neverask/hooks/rule/wording"
)

// An Offer is a slot in which a person has seen several values, and answered them alike.
type Offer struct {
	Slot    string
	Seen    []string // the values, in the order in which they were seen last
	Answer  string   // to all of them
	Choices []Width  // the narrowest first
}

// Worded is the rule with a wording, which a widening needs: a rule that matches by
// marker alone gets the text that was seen last. ok is false where the rule cannot be
// widened.
func (r Rule) Worded(seen []Seen) (worded Rule, ok bool) {
	if r.Match.Text == "" && r.Match.Marker != "" && len(seen) > 0 {
		r.Match.Text = seen[len(seen)-1].Question.Text
	}
	return r, r.Match.Text != "" && r.Match.Exact == "" && r.OneWay == ""
}

// Offers says what a person may widen in a rule that has a wording, by what they saw
// under it: slots that had at least two values in questions that were the same in
// everything else, and that they answered alike. It offers nothing that would do
// nothing.
func (r Rule) Offers(seen []Seen) (offers []Offer) {
	r, ok := r.Worded(seen)
	if !ok {
		return nil
	}
	seen = alike(r, seen)
	if len(seen) == 0 {
		return nil
	}
	first := seen[0].Question.Text
	for i, s := range wording.Slots(first) {
		o := Offer{Slot: s.Name, Answer: seen[len(seen)-1].Answer()}
		for _, piece := range seen {
			text := piece.Question.Text
			at := wording.Slots(text)[i]
			if value := text[at.From:at.To]; !slices.Contains(o.Seen, value) {
				o.Seen = append(o.Seen, value)
			}
		}
		if o.Choices = o.choices(r); len(o.Choices) > 0 {
			offers = append(offers, o)
		}
	}
	return offers
}

// choices are what lets two of the values that were seen pass, or one of two that may
// pass some time, where no words let more.
func (o Offer) choices(r Rule) (choices []Width) {
	never := func(value string) bool { return wording.KindOfValue(value, r.Project) != "" }
	if len(slices.DeleteFunc(slices.Clone(o.Seen), never)) < 2 {
		return nil
	}
	widths := slices.DeleteFunc(o.widths(), func(w Width) bool { return r.Idle(w) != "" })
	for least := 2; least > 0; least-- {
		choices = slices.DeleteFunc(slices.Clone(widths), func(w Width) bool { return w.admitted(o.Seen, r.Project) < least })
		if slices.ContainsFunc(choices, func(w Width) bool { return w.Words != "" }) {
			break
		}
	}
	return choices
}

// SecondValue reports whether a piece of evidence is the first that shows a second value
// in a slot of a rule that nothing passes yet, and returns both.
func (r Rule) SecondValue(before []Seen, now Seen) (values []string, ok bool) {
	known := r.Offers(before)
	for _, o := range r.Offers(append(slices.Clip(before), now)) {
		_, passes := r.Widen.In(o.Slot)
		if !passes && len(o.Seen) == 2 && !slices.ContainsFunc(known, func(k Offer) bool { return k.Slot == o.Slot }) {
			return o.Seen, true
		}
	}
	return nil, false
}

// widths are what may be offered by the values that were seen.
func (o Offer) widths() []Width {
	largest := 0
	for _, value := range o.Seen {
		n, _ := wording.CountingNumber(value)
		largest = max(largest, n)
	}
	list := []Width{{Only: slices.Sorted(slices.Values(o.Seen))}}
	for _, words := range [...]string{anyNumber + strconv.Itoa(rounded(largest)), anyFile, anyBranch + "main", anything} {
		list = append(list, Width{Words: words})
	}
	for i := range list {
		list[i].Slot = o.Slot
	}
	return list
}

// rounded is a number as people round it up: 5, 10, 20, 50, 100 and so on.
func rounded(n int) int {
	for to := 5; ; to *= 10 {
		for _, times := range [...]int{1, 2, 4} {
			if n <= to*times {
				return to * times
			}
		}
	}
}

// alike picks the questions with the wording of a rule that are the same as the last
// one in everything but their values. It picks none when they were not answered alike,
// or what stands in one of them is never widened.
func alike(r Rule, seen []Seen) (found []Seen) {
	var last *sight
	var frame string
	answered := map[string]bool{}
	for _, s := range slices.Backward(seen) {
		at := wording.Slots(s.Question.Text)
		if len(at) == 0 || wording.Fingerprint(s.Question.Text) != wording.Fingerprint(r.Match.Text) {
			continue
		}
		this := shown(s.Server, s.Question, s.picked(), false)
		this.parts[0] = wording.Filled(s.Question.Text, at, func(a wording.Slot) (string, bool) { return "\x00", a.InQuotes(s.Question.Text) })
		if last == nil {
			last, frame = &this, s.Server
		}
		differ := this.differ(*last)
		if s.Server != frame || !this.sameQuestion(differ) || answered[s.Question.Text] {
			continue
		}
		answered[s.Question.Text] = true // what they answered to it before does not count any more
		chosen := s.picked()
		if !this.sameAnswer(*last) ||
			exactKind(s.Question.Text, at, append(shownWords(s.Question, Choice{Options: chosen.options}), s.Question.Header)) != "" {
			return nil
		}
		if len(differ) == 0 && len(classify(Call{}, s.Question, chosen)) == 0 {
			found = append(found, s)
		}
	}
	slices.Reverse(found)
	return found
}

// Answer is what the person answered: the labels that they chose, or what they typed.
func (s Seen) Answer() string {
	if s.Text != "" {
		return s.Text
	}
	return strings.Join(s.Labels, ", ")
}

// admitted counts the values that pass. One that never does, such as a path outside of
// the project, is asked about as before.
func (w Width) admitted(values []string, project string) (n int) {
	for _, v := range values {
		if w.admits(v, project) {
			n++
		}
	}
	return n
}

// Varies returns the values in the wording of a rule in whose place others may stand:
// questions with those are the rule's, too, and are asked once each.
func (r Rule) Varies() (values []string) {
	for _, s := range wording.Slots(r.Match.Text) {
		values = append(values, r.Match.Text[s.From:s.To])
	}
	return values
}

// Another is an example of a question that the rule answers though nobody has seen it,
// or "" when there is none.
func (r Rule) Another() string {
	other := wording.Filled(r.Match.Text, wording.Slots(r.Match.Text), func(s wording.Slot) (string, bool) {
		value := r.Match.Text[s.From:s.To]
		if w, ok := r.Widen.In(s.Name); ok && r.Idle(w) == "" {
			value = w.another(value)
		}
		return value, false
	})
	if other == r.Match.Text {
		return ""
	}
	return other
}

// another is a value that passes, and is not this one, if there is such a value.
func (w Width) another(value string) string {
	examples := append(slices.Clone(w.Only), "docs/notes.md", "feature/other", "another")
	if n := w.largest(); n > 0 {
		examples = []string{strconv.Itoa(n), "1"}
	}
	for _, e := range examples {
		if e != value && w.admits(e, "") {
			return e
		}
	}
	return value
}
