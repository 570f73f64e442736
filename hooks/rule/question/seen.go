package question

import (
	"errors"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/safety/shell"
)

// Seen is a question that a person was shown, and the answer that they gave to it
// themselves. All that was seen under one rule is the evidence of that rule.
type Seen struct {
	At       time.Time
	By       SeenBy
	Server   string   // the MCP server that asked, "" for the client's own tool
	Question Question // as it was shown
	Labels   []string // what they chose
	Text     string   // what they typed instead
}

// SeenBy says how it is known what a person saw.
type SeenBy string

// How it may be known.
const (
	SeenInDialog     SeenBy = "dialog"     // the person answered in the client's dialog while the rule was there
	SeenInTranscript SeenBy = "transcript" // they did so earlier, as the client's transcript tells
	SeenPicked       SeenBy = "picked"     // they chose the question on a screen, and the answer to exactly it
	SeenInCall       SeenBy = "call"       // they gave the call to a command, and the answer to it
)

// Answering is a question with the answer that the rule gives to it, wherever the
// session is. It fails when the rule is not about the question, or has no answer
// to it.
func (r Rule) Answering(c Call, q Question) (Seen, error) {
	return r.answering(c, q, Situation{Tally: func(string) map[string]int { return nil }})
}

// Confirmed is a situation as if the person had seen a call before, and answered it
// themselves as the rule does: for what a rule would do to calls of the past.
func (r Rule) Confirmed(c Call, at Situation) Situation {
	at.Seen = func(string) (all []Seen) {
		for _, q := range c.Questions {
			if s, err := r.answering(c, q, at); err == nil {
				all = append(all, s)
			}
		}
		return all
	}
	return at
}

func (r Rule) answering(c Call, q Question, at Situation) (Seen, error) {
	id := Identify(q)
	if field := r.Match.mismatch(c, q, id); field != "" {
		return Seen{}, errors.New("its " + field + " does not match")
	}
	if r.Effective().IsZero() {
		return Seen{}, errors.New("the rule says to ask")
	}
	p, why := resolve(r.Answer, q, id, q.Recommended(), at)
	if why != "" {
		return Seen{}, errors.New(why)
	}
	s := Seen{Server: c.Server, Question: q, Text: p.text}
	for _, i := range p.options {
		s.Labels = append(s.Labels, q.Options[i].Label)
	}
	return s, nil
}

// Paused returns the questions to which the person last gave another answer than the
// rule, the latest first: it does not answer those until they give its answer again.
func (r Rule) Paused(seen []Seen) (paused []Seen) {
	if r.Mode != NeverAsk && r.Mode != AskOnlyForOneWay {
		return nil
	}
	for i := len(seen) - 1; i >= 0; i-- {
		s := &seen[i]
		c := Call{Server: s.Server, Questions: []Question{s.Question}}
		a, err := r.Answering(c, s.Question)
		if err != nil || s.SameAnswer(a) {
			continue
		}
		choice := Choice{Options: a.picked().options, Text: a.Text}
		if Compare(c, s.Question, choice, seen).Against == s {
			paused = append(paused, *s)
		}
	}
	return paused
}

// SameAnswer reports whether the person answered both alike.
func (s Seen) SameAnswer(other Seen) bool {
	return shown(s.Server, s.Question, s.picked(), false).sameAnswer(shown(other.Server, other.Question, other.picked(), false))
}

// Answer is what the person answered: the labels that they chose, or what they typed.
func (s Seen) Answer() string {
	if s.Text != "" {
		return s.Text
	}
	return strings.Join(s.Labels, ", ")
}

// MarshalJSON writes what [Seen.JSON] does.
func (s Seen) MarshalJSON() ([]byte, error) { return s.JSON(), nil }

// JSON returns s as one line of JSON. ParseSeen reads it.
func (s Seen) JSON() []byte {
	out := hooks.NewWriter(len(s.Question.raw.Raw()) + 256)
	out.Begin('{')
	out.Text("at", s.At.UTC().Format(time.RFC3339))
	out.Text("by", string(s.By))
	out.Text("server", s.Server)
	if s.Labels != nil {
		out.Name("labels").Begin('[')
		for _, label := range s.Labels {
			out.String(label)
		}
		out.End(']')
	}
	out.Text("text", s.Text)
	out.Member("question", s.Question.raw)
	out.End('}')
	return slices.DeleteFunc(out.Bytes(), func(c byte) bool { return c == '\n' || c == '\r' }) // between members, where a document may be indented
}

// ParseSeen reads what [Seen.JSON] has written.
func ParseSeen(v hooks.Value) (s Seen, err error) {
	for m := range v.Members() {
		switch m.Name {
		case "at":
			s.At, err = time.Parse(time.RFC3339, m.Value.String())
		case "by":
			s.By = SeenBy(m.Value.String())
		case "server":
			s.Server = m.Value.String()
		case "labels":
			for label := range m.Value.Elements() {
				s.Labels = append(s.Labels, label.String())
			}
		case "text":
			s.Text = m.Value.String()
		case "question":
			s.Question, err = ParseQuestion(m.Value)
		}
		if err != nil {
			return Seen{}, err
		}
	}
	if s.Question.Text == "" || s.At.IsZero() || len(s.Labels) == 0 && s.Text == "" {
		return Seen{}, errors.New("no question, no time or no answer")
	}
	return s, nil
}

// Part is a part of a question that bears on what an answer to it does.
type Part string

// The parts, in the order in which they are compared.
const (
	PartText    Part = "wording"
	PartOptions Part = "options" // the set of their labels, and whether several may be chosen
	PartHeader  Part = "header"
	PartMore    Part = "other members" // what the documentation does not name and a client may show
	PartChoice  Part = "description"   // of what is chosen
	PartPreview Part = "preview"       // of what is chosen
)

// Sight is what the evidence of a rule says of an answer that the rule would give.
type Sight struct {
	// Times is how often the person saw exactly this and answered so, and Last
	// when they last did. With Times 0 the answer is not covered.
	Times int
	Last  time.Time
	// Against is their last answer to exactly this question, when it was another.
	Against *Seen
	// New are the parts in which the question differs from the one they saw that
	// is most like it, all of them when they saw none.
	New []Part
	// Like is that question, or nil.
	Like *Seen

	words string // New in words
}

// Covered reports whether the person saw exactly this and answered so.
func (s Sight) Covered() bool { return s.Times > 0 }

// proposable reports whether the rule's answer may stand first where the person has
// not seen exactly this: not when they gave another answer to it, and not when what
// changed is something that they are not shown in words.
func (s Sight) proposable() bool {
	return s.Against == nil && (s.Like == nil || !slices.Contains(s.New, PartPreview) && !slices.Contains(s.New, PartMore))
}

// Compare holds an answer to a question against what was seen, which is in the
// order in which it happened. Only bytes count: what reads alike is not the same,
// but for marks of recommendation, and for commands that are known to be harmless, of
// which one is as good as another.
// The order of the options counts, and which of them is recommended, where the question
// is about what cannot be undone: "the first one" and "the one below" are others then.
func Compare(c Call, q Question, chosen Choice, seen []Seen) Sight {
	strictly := len(chosen.OneWay) > 0
	want := shown(c.Server, q, picked{chosen.Options, chosen.Text}, strictly)
	var s Sight
	var likes []*Seen // Like, and those before it that differ in the same parts
	for i := len(seen) - 1; i >= 0; i-- {
		old := &seen[i]
		had := shown(old.Server, old.Question, old.picked(), strictly)
		differ := want.differ(had)
		if want.sameQuestion(differ) && !want.sameAnswer(had) {
			if s.Times == 0 {
				return Sight{Against: old}
			}
			break // they have changed their mind since
		}
		switch {
		case len(differ) == 0:
			if s.Times++; s.Times == 1 {
				s.Last = old.At
			}
		case s.Like == nil || len(differ) < len(s.New):
			s.Like, s.New, likes = old, differ, []*Seen{old}
		case slices.Equal(differ, s.New):
			likes = append(likes, old)
		}
	}
	if s.Covered() {
		s.New, s.Like = nil, nil
		return s
	}
	if s.Like == nil {
		s.New = []Part{PartText, PartOptions, PartHeader}
	} else {
		s.words = newWords(s.New, q, chosen.Options, likes)
	}
	return s
}

// picked finds the options that were chosen in the question as it was shown.
func (s Seen) picked() picked {
	p := picked{text: s.Text}
	for _, label := range s.Labels {
		if i, why := offered(label, s.Question); why == "" {
			p.options = append(p.options, i)
		}
	}
	slices.Sort(p.options)
	return p
}

// sight is a question taken apart into what is compared.
type sight struct {
	parts   [6]string // by the order of the parts
	answer  []string  // the chosen labels
	typed   string
	unclear bool // an answer that cannot be told from another
}

var parts = [...]Part{PartText, PartOptions, PartHeader, PartMore, PartChoice, PartPreview}

// shown takes a question and its answer apart, strictly with the order of the options.
func shown(server string, q Question, p picked, strictly bool) sight {
	labels := make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i], _ = cutMark(o.Label)
	}
	s := sight{typed: p.text, unclear: p.text == "" && len(p.options) == 0}
	var choice, preview []string
	chosen := slices.Clone(p.options) // in an order that does not depend on that of the options
	slices.SortFunc(chosen, func(i, j int) int { return strings.Compare(labels[i], labels[j]) })
	for _, i := range chosen {
		o := q.Options[i]
		s.answer = append(s.answer, labels[i])
		choice = append(choice, o.Description)
		preview = append(preview, remaining(o.raw, "label", "description"))
	}
	if strictly {
		labels = q.Labels()
	} else {
		slices.Sort(labels)
	}
	kind := "one of"
	if q.Multi {
		kind = "any of"
	}
	s.parts = [...]string{
		server + "\x00" + Wording(q.Text), joined(append(labels, kind)), q.Header,
		remaining(q.raw, "question", "header", "options", "multiSelect"), joined(choice), joined(preview),
	}
	return s
}

// joined makes one text of several, from which they could be told apart again.
func joined(texts []string) string {
	var b []byte
	for _, t := range texts {
		b = hooks.AppendString(b, t)
	}
	return string(b)
}

// remaining is what an object holds besides the members that are named.
func remaining(object hooks.Value, known ...string) string {
	var b []byte
	for m := range object.Members() {
		if !slices.Contains(known, m.Name) && m.Value.Kind() != hooks.Null {
			b = append(hooks.AppendString(b, m.Name), m.Value.Raw()...)
		}
	}
	return string(b)
}

// differ returns the parts that are not the same.
func (s sight) differ(other sight) (differ []Part) {
	for i, p := range parts {
		if s.parts[i] != other.parts[i] {
			differ = append(differ, p)
		}
	}
	return differ
}

// sameQuestion reports whether a question that differs in these parts is the same,
// whatever is told of its options.
func (sight) sameQuestion(differ []Part) bool {
	return !slices.ContainsFunc(differ, func(p Part) bool { return p != PartChoice && p != PartPreview })
}

func (s sight) sameAnswer(other sight) bool {
	return !s.unclear && !other.unclear && s.typed == other.typed && slices.Equal(s.answer, other.answer)
}

// Wording is a text in which one command that is known to be harmless is as good as
// another.
func Wording(text string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "`")
		command, after, closed := strings.Cut(rest, "`")
		if !found || !closed || strings.HasPrefix(rest, "`") {
			break
		}
		if _, harmless := shell.Harmless(command); harmless {
			command = "\x00" // which no command holds
		}
		out.WriteString(before + "`" + command + "`")
		text = after
	}
	out.WriteString(text)
	return out.String()
}

// unseen reports whether the person has given no answer to anything under the rule.
func (s Sight) unseen() bool { return !s.Covered() && s.Against == nil && s.Like == nil }

// String says it in a few words, to the person.
func (s Sight) String() string {
	switch {
	case s.Covered():
		return "you gave this answer to exactly this question on " + s.Last.Format(time.DateOnly)
	case s.Against != nil:
		return "you gave another answer to exactly this question on " + s.Against.At.Format(time.DateOnly) + ": " +
			s.Against.Answer()
	case s.Like == nil:
		return "your earlier answers don't count; give this answer once, and the rule takes over"
	}
	return "new here: " + s.words
}

// news says why the person is asked, and what then.
func (s Sight) news() string {
	if s.Against == nil && s.Like == nil {
		return "once more; from then on it is answered"
	}
	return s.String()
}
