package question

import (
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/wording"
)

// Answer is a rule's answer. At most one of its fields is set.
type Answer struct {
	Word   string   // "recommended" or "usual"
	Label  string   // one option
	Labels []string // several options of a multi-select question
	Text   string   // free text
}

// The words an Answer may hold.
const (
	Recommended = "recommended" // the option the question recommends
	Usual       = "usual"       // the option the person has nearly always chosen
)

// IsZero reports whether there is no answer.
func (a Answer) IsZero() bool {
	return a.Word == "" && a.Label == "" && len(a.Labels) == 0 && a.Text == ""
}

// MarshalJSON writes the answer as in the preferences file: a word or a label as a string,
// everything else as an object with one member.
func (a Answer) MarshalJSON() ([]byte, error) {
	var w hooks.Writer
	switch plain := a.Word + a.Label; {
	case a.IsZero():
		w.Value(hooks.Value{})
	case plain != "" && a.Label != Recommended && a.Label != Usual:
		w.String(plain)
	default:
		w.Begin('{')
		w.Text("label", a.Label)
		w.Text("text", a.Text)
		if a.Labels != nil {
			w.Name("labels").Begin('[')
			for _, l := range a.Labels {
				w.String(l)
			}
			w.End(']')
		}
		w.End('}')
	}
	return w.Bytes(), nil
}

// ParseAnswer reads an answer as a person types it: one of the words, or else a label.
func ParseAnswer(s string) Answer {
	if s == Recommended || s == Usual {
		return Answer{Word: s}
	}
	return Answer{Label: s}
}

// UnmarshalJSON reads what MarshalJSON writes.
func (a *Answer) UnmarshalJSON(b []byte) error { return strictjson.Unmarshal(b, a, readAnswer) }

func readAnswer(in hooks.Member, to *Answer) *strictjson.Fault {
	if s, ok := in.Value.Text(); ok && s != "" {
		*to = ParseAnswer(s)
		return nil
	}
	*to = Answer{}
	if in.Value.Len() != 1 || answerFields.Read("an answer", in.Value, to) != nil {
		return strictjson.Wrong(in.Value,
			`"answer" must be "recommended", "usual", a label, or an object with one of "label", "labels", "text"`)
	}
	return nil
}

// The prefix of a free text on a line, and the prefix that marks the rest as a label.
const (
	freeText = "text:"
	literal  = `\`
)

// answerLine returns an answer as a person types it on one line.
func answerLine(a Answer) string {
	switch {
	case a.Text != "":
		return freeText + " " + a.Text
	case len(a.Labels) == 1:
		return strictjson.Join(a.Labels) + " |"
	case a.Labels != nil:
		return strictjson.Join(a.Labels)
	case a.Label == Recommended || a.Label == Usual || strings.HasPrefix(a.Label, freeText):
		return literal + strictjson.Join([]string{a.Label})
	case a.Label != "":
		return strictjson.Join([]string{a.Label})
	}
	return a.Word
}

// parseAnswerLine reads what answerLine writes.
func parseAnswerLine(line string) Answer {
	text, free := strings.CutPrefix(line, freeText)
	labels := strictjson.Split(line)
	switch bare := strings.ReplaceAll(strings.ReplaceAll(line, `\\`, ""), `\|`, ""); {
	case free:
		return Answer{Text: strings.TrimSpace(text)}
	case strings.Contains(bare, "|"):
		return Answer{Labels: labels}
	case strings.HasPrefix(line, literal) && len(labels) == 1:
		return Answer{Label: labels[0]}
	}
	return ParseAnswer(strings.Join(labels, ""))
}

// picked is an answer to one question: the chosen options, or free text.
type picked struct {
	options []int
	text    string
}

func (p picked) equal(other picked) bool {
	return p.text == other.text && slices.Equal(p.options, other.options)
}

// resolve finds the options that the rule's answer means, or says why it means none. Only
// labels answer a multi-select question.
func (r Rule) resolve(c Call, q Question, id Identity, at Situation) (p picked, why string) {
	a := r.Answer
	if q.Multi != (a.Labels != nil) {
		if q.Multi {
			return p, `several options may be chosen, and the rule does not name them as "labels"`
		}
		return p, `one option is to be chosen, and the rule names "labels"`
	}
	switch {
	case a.Labels != nil:
		for _, label := range a.Labels {
			i, why := offered(label, q)
			if why != "" {
				return picked{}, why
			}
			p.options = append(p.options, i)
		}
		slices.Sort(p.options)
		p.options = slices.Compact(p.options)
		return p, ""
	case a.Text != "":
		return picked{text: a.Text}, ""
	case a.Word == Recommended:
		recommended := q.Recommended()
		if recommended < 0 {
			return p, "the question does not recommend exactly one option"
		}
		return picked{options: []int{recommended}}, ""
	case a.Word == Usual:
		return usual(c, q, id, at)
	}
	i, why := offered(a.Label, q)
	if i < 0 && r.rank() == rankMarker {
		i, why = offeredWithEffort(a.Label, q)
	}
	return picked{options: []int{i}}, why
}

// offered returns the only option with this label.
func offered(label string, q Question) (index int, why string) {
	return onlyOption(label, q, LabelKey)
}

// offeredWithEffort returns the only option with this label, ignoring the effort in brackets
// at its end.
func offeredWithEffort(label string, q Question) (index int, why string) {
	return onlyOption(label, q, func(label string) string { return wording.Fold(RoutineLabel(label)) })
}

func onlyOption(label string, q Question, keyOf func(label string) string) (index int, why string) {
	index = -1
	key := keyOf(label)
	for i, o := range q.Options {
		if keyOf(o.Label) != key {
			continue
		}
		if index >= 0 {
			return -1, "several options read " + label
		}
		index = i
	}
	if index < 0 {
		return -1, "no option reads " + label
	}
	return index, ""
}

// An answer is usual if the question has this many answers, and this percentage of them are the same.
const (
	usualAnswers = 3
	usualPercent = 90
)

// usual finds the option of this question that the person nearly always chose, by the
// question's fingerprint.
func usual(c Call, q Question, id Identity, at Situation) (picked, string) {
	total, most, label := 0, 0, ""
	if at.Past != nil {
		counts := map[string]int{}
		for _, a := range at.Past(c, q) {
			if a.Unconfirmed || a.Question.Multi || Identify(a.Question).Fingerprint != id.Fingerprint {
				continue
			}
			total++
			if len(a.Labels) != 1 || a.Note {
				continue // typed text counts against the usual answer
			}
			key := LabelKey(a.Labels[0])
			if counts[key]++; counts[key] > most {
				most, label = counts[key], key
			}
		}
	}
	if most < usualAnswers || most*100 < total*usualPercent {
		return picked{}, "there is no usual answer yet"
	}
	i, why := offered(label, q)
	return picked{options: []int{i}}, why
}
