package question

import (
	"slices"

	"neverask/hooks"
	"neverask/hooks/rule/safety"
)

// classify judges everything that a question may show to the person, including members that
// this package does not know: a future client or an MCP server may show them.
func classify(c Call, q Question, chosen picked) []safety.Finding {
	return safety.Classify(everythingShown(c, q, chosen))
}

// IsOneWay reports whether the safety check finds anything in a question of the call, whatever
// the person has answered to it.
func (c Call) IsOneWay() bool {
	return slices.ContainsFunc(c.Questions, func(q Question) bool { return len(classify(c, q, picked{})) > 0 })
}

// classifyStrong is classify for strong findings only.
func classifyStrong(c Call, q Question, chosen picked) []safety.Finding {
	return safety.ClassifyStrong(everythingShown(c, q, chosen))
}

// classifyApart returns what the safety check finds in the header and in the chosen option when each is read
// by itself, as an act. Beside a question that asks about something else they say less: "Wipe disk" above
// "Which layout should the disk have?".
func classifyApart(q Question, chosen picked) (found []safety.Finding) {
	apart := []safety.Option{{Label: q.Header}}
	for _, i := range chosen.options {
		apart = append(apart, safety.Option{Label: q.Options[i].Label, Description: q.Options[i].Description})
	}
	for _, o := range apart {
		found = append(found, safety.Classify(safety.Question{Options: []safety.Option{o}})...)
	}
	return found
}

func everythingShown(c Call, q Question, chosen picked) safety.Question {
	w := safety.Question{Text: q.Text, Header: q.Header, Options: make([]safety.Option, len(q.Options))}
	for i, o := range q.Options {
		w.Options[i] = safety.Option{Label: o.Label, Description: o.Description}
		w.More = others(w.More, o.raw, o.Label, "label", "description")
	}
	w.More = others(w.More, q.raw, "", "question", "header", "options")
	w.More = others(w.More, c.input, "", "questions", "metadata")
	w.More = others(w.More, c.input.Get("metadata"), "", "source") // metadata says who asks, and is not shown
	for _, i := range chosen.options {
		w.Chosen = append(w.Chosen, q.Options[i].Label)
	}
	if chosen.text != "" {
		w.Chosen = append(w.Chosen, chosen.text)
	}
	return w
}

// Concern returns what the safety check finds in the words of a rule, or "".
func (r Rule) Concern() string { return r.concern(safety.Classify) }

// HeldUp returns the finding in the words of a rule that stops it from answering, whatever the person has answered,
// or "".
func (r Rule) HeldUp() string {
	if r.Mode != PreferMode && r.isHeldByStrongFindings() {
		return r.concern(safety.ClassifyStrong)
	}
	return r.Concern()
}

func (r Rule) concern(classify func(safety.Question) []safety.Finding) string {
	if r.IsJudgedByQuestion() {
		return ""
	}
	w := safety.Question{Text: r.Match.Text + r.Match.Exact, Header: r.Match.Header, Chosen: r.Answer.Labels}
	for _, label := range r.Match.Options {
		w.Options = append(w.Options, safety.Option{Label: label})
	}
	if r.Answer.Label+r.Answer.Text != "" {
		w.Chosen = []string{r.Answer.Label + r.Answer.Text}
	}
	if found := classify(w); len(found) > 0 {
		return safety.Telling(found).String()
	}
	return ""
}

// IsJudgedByQuestion reports whether the words of the rule say too little for the safety check, such as a label
// without its question in a rule by marker or by labels. The check then judges each question that the rule matches.
func (r Rule) IsJudgedByQuestion() bool {
	byWords := r.Match.Text != "" || r.Match.Exact != ""
	return !byWords && (r.Match.Marker != "" || len(r.Match.Options) > 0)
}

// others adds the texts of an object's members that known does not name; label is empty
// unless the object is an option.
func others(texts []safety.Text, object hooks.Value, label string, known ...string) []safety.Text {
	for m := range object.Members() {
		if !slices.Contains(known, m.Name) {
			texts = within(texts, m.Value, safety.Text{Name: m.Name, Of: label})
		}
	}
	return texts
}

// within adds all texts inside a value; at says where the value is.
func within(texts []safety.Text, v hooks.Value, at safety.Text) []safety.Text {
	if s, ok := v.Text(); ok {
		at.Text = s
		return append(texts, at)
	}
	for e := range v.Elements() {
		texts = within(texts, e, at)
	}
	for m := range v.Members() {
		texts = within(texts, m.Value, at)
	}
	return texts
}
