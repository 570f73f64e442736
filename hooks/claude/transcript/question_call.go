package transcript

import (
	"time"

	"neverask/hooks/rule/question"
)

// call is one call of a question tool, as its transcript records it.
type call struct {
	time      time.Time
	session   string
	toolUseID string
	project   string
	tool      string
	source    string
	others    string // the input's other members, JSON
	questions []asked
	result    result
}

// asked is one question of a call.
type asked struct {
	text, header string
	multi, cut   bool
	options      []Option
	// raw is the whole question, JSON, while the user may have answered exactly it in the
	// client's dialog; "" once they have not, or that can no longer be known.
	raw  string
	note bool // they wrote a note beside their answer
}

func (s *scanner) asked(q question.Question) asked {
	a := asked{
		text: limitText(q.Text, maxText), header: s.limitText(q.Header, maxLabel), multi: q.Multi,
		cut: len(q.Text) > maxText || len(q.Header) > maxLabel || len(q.Options) > maxOptions,
	}
	for _, o := range q.Options[:min(len(q.Options), maxOptions)] {
		a.cut = a.cut || len(o.Label) > maxLabel || len(o.Description) > maxDescription
		a.options = append(a.options, Option{s.limitText(o.Label, maxLabel), s.limitText(o.Description, maxDescription)})
	}
	if raw := q.Raw().Raw(); !a.cut && len(raw) <= maxRaw {
		a.raw = s.limitText(raw, maxRaw)
	}
	return a
}

// questionCalls reads a message from the model: the calls of question tools in it.
func (s *scanner) questionCalls(r record) {
	for block := range r.message.Get("content").Elements() {
		if block.Get("type").String() != "tool_use" {
			continue
		}
		name := block.Get("name").String()
		if _, ok := question.IsTool(name); !ok {
			continue
		}
		parsed, err := question.ParseCall(name, block.Get("input"))
		id := s.limitText(block.Get("id").String(), maxWord)
		if err != nil || id == "" {
			s.out.skipped.Foreign++
			continue
		}
		if _, twice := s.open[id]; twice {
			continue
		}
		c := call{
			time: r.time, session: r.session, toolUseID: id, project: r.cwd,
			tool: s.limitText(name, maxWord), source: s.limitText(parsed.Source, maxWord),
		}
		others := parsed.Others().Raw()
		if len(others) <= maxRaw {
			c.others = s.limitText(others, maxRaw)
		}
		for _, q := range parsed.Questions[:min(len(parsed.Questions), maxQuestions)] {
			a := s.asked(q)
			if len(others) > maxRaw {
				a.raw = ""
			}
			c.questions = append(c.questions, a)
		}
		s.expect(id, len(s.out.calls))
		s.out.calls = append(s.out.calls, c)
	}
}
