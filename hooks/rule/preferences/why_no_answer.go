package preferences

import (
	"slices"
	"strings"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
)

// A Lack says why a rule has no answer to a question that it matches.
type Lack struct {
	Label   string   // the one that no option has; "" if Why is another reason
	Near    string   // the option that Label probably means, or ""
	Options []string // the labels offered
	Why     string   // as in [question.Choice]
}

// String describes the lack for the last question that the rule matches.
func (l *Lack) String() string {
	if l.Label == "" {
		return "it has no answer to the last question it matches: " + l.Why
	}
	text := "its answer is not an option of the last question it matches: " + strings.Join(l.Options, ", ")
	if l.Near != "" {
		text += "; did you mean " + l.Near + "?"
	}
	return text
}

// LackOf says why a rule has no answer to a question that it matches. It returns nil if the rule has one, or if
// Claude asks for another reason.
func LackOf(p *transcript.Replayer, r question.Rule, q *transcript.Question) *Lack {
	if r.Mode == question.AlwaysAsk || r.Answer.Word != "" {
		return nil
	}
	call, err := q.Call()
	if err != nil {
		return nil
	}
	c := p.Decide(call, q.Project, r).Choices[0]
	if c.Ruled != question.Asked || len(c.OneWay) > 0 {
		return nil
	}
	lack := &Lack{Options: call.Questions[0].Labels(), Why: c.Why}
	keys := make([]string, len(lack.Options))
	for i, label := range lack.Options {
		keys[i] = question.LabelKey(label)
	}
	for _, label := range append(slices.Clone(r.Answer.Labels), r.Answer.Label) {
		if key := question.LabelKey(label); key != "" && !slices.Contains(keys, key) {
			lack.Label = label
			if i := nearestKey(key, keys); i >= 0 {
				lack.Near = lack.Options[i]
			}
			break
		}
	}
	return lack
}

// nearestKey returns the index of the key that a label probably means: one with nearly the same letters, or the only
// one of which the label is a prefix, or that is a prefix of the label. Otherwise it returns -1.
func nearestKey(label string, keys []string) int {
	if i := slices.Index(keys, strictjson.Nearest(label, keys)); i >= 0 {
		return i
	}
	found := -1
	for i, key := range keys {
		switch {
		case key == "" || !strings.HasPrefix(key, label+" ") && !strings.HasPrefix(label, key+" "):
		case found >= 0:
			return -1
		default:
			found = i
		}
	}
	return found
}

// FindLack says why a rule has no answer to the last question that it matches. asked are past questions, the oldest
// first.
func FindLack(r question.Rule, asked []transcript.Question) *Lack {
	var p transcript.Replayer
	matches := r.Match.Matcher()
	for i := range slices.Backward(asked) {
		q := &asked[i]
		server, ok := question.IsTool(q.Tool)
		if !ok || q.Cut {
			continue
		}
		shown := asMatched(q)
		if matches(question.Call{Tool: q.Tool, Server: server, Source: q.Source}, shown, question.Identify(shown)) &&
			(r.Project == "" || p.Situation(q.Project).Within(r.Project)) {
			return LackOf(&p, r, q)
		}
	}
	return nil
}

// asMatched returns a question with only what rules compare to identify it.
func asMatched(q *transcript.Question) question.Question {
	asked := question.Question{
		Text: q.Text, Header: q.Header, Multi: q.Multi, Options: make([]question.Option, len(q.Options)),
	}
	for i, o := range q.Options {
		asked.Options[i].Label = o.Label
	}
	return asked
}
