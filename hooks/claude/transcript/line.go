package transcript

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"neverask/hooks"
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

// result is the result of a call.
type result struct {
	state   state
	time    time.Time
	source  string   // who decided, in the client's words: "hook", "user_temporary", …
	dialog  bool     // the client's own dialog left a trace
	answers []string // one per question; empty if there is none
}

// state is the state of a call as a whole, judged by its result.
type state byte

const (
	open       state = iota // no result yet
	accepted                // the tool ran: answers, if there are any
	declined                // by the person
	timedOut                // by the client, because nobody answered
	denied                  // by a hook or a rule
	failed                  // the tool, or its input
	cancelled               // the session ended or was interrupted
	unreadable              // an MCP server answered in its own form
	states                  // how many there are
)

// Bounds on what is kept of a question. Nobody asks longer ones, but a transcript may hold
// anything.
const (
	maxText        = 16 << 10
	maxLabel       = 1 << 10
	maxDescription = 4 << 10
	maxWord        = 256 // names and ids
	maxQuestions   = 64
	maxOptions     = 64
	maxRaw         = 16 << 10
)

// keep copies the beginning of a string, so that it does not keep the whole line in memory.
func keep(s string, limit int) string {
	if len(s) <= limit {
		return strings.Clone(s)
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return strings.Clone(s[:limit])
}

// record is a line: its members of interest.
type record struct {
	kind       string // of the line
	time       time.Time
	session    string
	cwd        string
	message    hooks.Value
	attachment hooks.Value
	response   hooks.Value // what the tool returned
	decision   hooks.Value // whether it was allowed to run
	denial     string      // why it was not
}

// line reads one line that may concern a question.
func (s *scanner) line(b []byte) {
	v, err := hooks.Parse(b)
	if err != nil {
		s.out.skipped.Broken++
		return
	}
	switch r := s.record(v); r.kind {
	case "assistant":
		s.assistant(r)
	case "user":
		s.user(r)
	case "attachment":
		s.attachment(r)
	}
}

func (s *scanner) record(v hooks.Value) record {
	var r record
	for m := range v.Members() {
		switch m.Name {
		case "type":
			r.kind = m.Value.String()
		case "timestamp":
			r.time = timeOf(m.Value.String())
		case "sessionId":
			r.session = s.keep(m.Value.String(), maxWord)
		case "cwd":
			r.cwd = s.keep(m.Value.String(), maxText)
		case "message":
			r.message = m.Value
		case "attachment":
			r.attachment = m.Value
		case "toolUseResult":
			r.response = m.Value
		case "permissionDecision":
			r.decision = m.Value
		case "toolDenialKind":
			r.denial = m.Value.String()
		}
	}
	return r
}

// assistant reads a message from the model: the calls of question tools in it.
func (s *scanner) assistant(r record) {
	for block := range r.message.Get("content").Elements() {
		if block.Get("type").String() != "tool_use" {
			continue
		}
		name := block.Get("name").String()
		if _, ok := question.IsTool(name); !ok {
			continue
		}
		parsed, err := question.ParseCall(name, block.Get("input"))
		id := s.keep(block.Get("id").String(), maxWord)
		if err != nil || id == "" {
			s.out.skipped.Foreign++
			continue
		}
		if _, twice := s.open[id]; twice {
			continue
		}
		c := call{
			time: r.time, session: r.session, toolUseID: id, project: r.cwd,
			tool: s.keep(name, maxWord), source: s.keep(parsed.Source, maxWord),
		}
		others := parsed.Others().Raw()
		if len(others) <= maxRaw {
			c.others = s.keep(others, maxRaw)
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

func (s *scanner) asked(q question.Question) asked {
	a := asked{
		text: keep(q.Text, maxText), header: s.keep(q.Header, maxLabel), multi: q.Multi,
		cut: len(q.Text) > maxText || len(q.Header) > maxLabel || len(q.Options) > maxOptions,
	}
	for _, o := range q.Options[:min(len(q.Options), maxOptions)] {
		a.cut = a.cut || len(o.Label) > maxLabel || len(o.Description) > maxDescription
		a.options = append(a.options, Option{s.keep(o.Label, maxLabel), s.keep(o.Description, maxDescription)})
	}
	if raw := q.Raw().Raw(); !a.cut && len(raw) <= maxRaw {
		a.raw = s.keep(raw, maxRaw)
	}
	return a
}

// user reads a message to the model: the results of open calls in it.
func (s *scanner) user(r record) {
	for block := range r.message.Get("content").Elements() {
		if block.Get("type").String() != "tool_result" {
			continue
		}
		id := block.Get("tool_use_id").String()
		i, ok := s.open[id]
		if !ok {
			continue
		}
		delete(s.open, id)
		c := &s.out.calls[i]
		c.result = s.result(c, r, block)
		c.questions = shown(c, r.response)
		if c.result.state == denied && c.result.source == "hook" {
			s.out.hooks = append(s.out.hooks, s.denial(c, r, block))
		}
	}
}

func (s *scanner) result(c *call, line record, block hooks.Value) result {
	response := line.response
	r := result{
		time: line.time, source: s.keep(line.decision.Get("source").String(), maxWord),
		dialog: response.Get("annotations").Kind() == hooks.Object,
	}
	if line.denial != "" || block.Get("is_error").IsTrue() {
		text := resultText(block)
		r.state = refusal(line.denial, text, line.decision)
		if r.state == denied && r.source == "" && strings.Contains(text, hookError) {
			r.source = "hook"
		}
		return r
	}
	server, _ := question.IsTool(c.tool)
	answers := response.Get("answers")
	if server != "" && answers.Kind() != hooks.Object {
		r.state = unreadable
		return r
	}
	r.state = accepted
	if response.Get("afkTimeoutMs").Kind() == hooks.Number {
		r.state = timedOut
	}
	r.answers = make([]string, len(c.questions))
	// What the user wrote instead of choosing applies to every question.
	instead := response.Get("response").String()
	for i, q := range c.questions {
		answer := hooks.AnswerText(answers.Get(q.text))
		if answer == notesOnly {
			answer = response.Get("annotations").Get(q.text).Get("notes").String()
		}
		if answer == "" {
			answer = instead
		}
		r.answers[i] = s.keep(answer, maxText)
	}
	return r
}

// shown returns the questions of a call, without the JSON of those that the user did not
// certainly answer exactly so, in the client's dialog or that of a host that drives it. The
// result repeats what was shown, which differs from what was asked if a hook changed it. If
// the dialog gave up waiting, none of its answers counts.
func shown(c *call, response hooks.Value) []asked {
	all := slices.Clone(c.questions) // others may hold the same
	answers, notes := response.Get("answers"), response.Get("annotations")
	for i := range all {
		a := &all[i]
		if a.raw == "" {
			continue
		}
		answer := hooks.AnswerText(answers.Get(a.text))
		a.note = notes.Get(a.text).Get("notes").String() != ""
		certain := c.tool == question.Tool && c.result.state == accepted && strings.HasPrefix(c.result.source, "user_") &&
			(answer != "" || a.note)
		if !certain || !repeats(response.Get("questions"), a.raw) {
			a.raw = ""
		}
	}
	return all
}

// repeats reports whether a question is among those that were shown.
func repeats(questions hooks.Value, raw string) bool {
	v, err := hooks.Parse(raw)
	if err != nil {
		return false
	}
	q, err := question.ParseQuestion(v)
	if err != nil {
		return false
	}
	for e := range questions.Elements() {
		if s, err := question.ParseQuestion(e); err == nil && q.IsShownAs(s) {
			return true
		}
	}
	return false
}

// notesOnly is the client's answer to a question to which the user wrote only a note.
const notesOnly = "(notes only)"

// hookError is in the result of a call that a hook refused.
const hookError = " hook error: "

// refusal distinguishes the reasons for an error. Claude Code 2.1.329 names them; earlier
// versions have only the text.
func refusal(kind, text string, decision hooks.Value) state {
	switch kind {
	case "user-rejected":
		return declined
	case "interrupted", "cancelled":
		return cancelled
	case "":
	default:
		return denied
	}
	source := decision.Get("source").String()
	switch {
	case strings.HasPrefix(text, "The user doesn't want to "), source == "user_reject", source == "user_abort":
		return declined
	case strings.HasPrefix(text, "[Request interrupted"), strings.HasPrefix(text, "[Tool call interrupted"):
		return cancelled
	case strings.Contains(text, hookError), decision.Get("decision").String() == "reject":
		return denied
	}
	return failed
}

// denial returns the record of a hook that refused a call.
func (s *scanner) denial(c *call, line record, block hooks.Value) Hook {
	h := line.hook()
	h.Kind, h.Decision = "denied", "deny"
	h.ToolUseID, h.Tool, h.Event = c.toolUseID, c.tool, hooks.EventPreToolUse
	if event, ok := strings.CutPrefix(line.decision.Get("reasonCode").String(), "hook:"); ok {
		h.Event = hooks.Event(s.keep(event, maxWord))
	}
	reason := resultText(block)
	if before, after, ok := strings.Cut(reason, hookError); ok {
		event, _, _ := strings.Cut(before, ":")
		h.Event, reason = hooks.Event(s.keep(event, maxWord)), after
		// A refusal by exit code names the command in brackets.
		if rest, ok := strings.CutPrefix(after, "["); ok {
			if command, why, ok := strings.Cut(rest, "]: "); ok {
				h.Command, reason, h.ExitCode = s.keep(command, maxCommand), why, 2
			}
		}
	}
	h.Stderr = keep(strings.TrimSpace(reason), maxStderr)
	return h
}

// resultText returns the beginning of a tool result's text.
func resultText(block hooks.Value) string {
	content := block.Get("content")
	if text, ok := content.Text(); ok {
		return text
	}
	for part := range content.Elements() {
		if text, ok := part.Get("text").Text(); ok {
			return text
		}
	}
	return ""
}

// timeOf reads a time; an invalid one is the zero time.
func timeOf(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.Year() < 1970 || t.Year() > 2200 {
		return time.Time{}
	}
	return t.UTC()
}

func integer(v hooks.Value) int {
	n, err := strconv.ParseInt(v.Raw(), 10, 32)
	if err != nil {
		return 0
	}
	return int(n)
}

func milliseconds(v hooks.Value) time.Duration {
	ms, err := strconv.ParseFloat(v.Raw(), 64)
	if err != nil || !(ms >= 0 && ms < 1e12) {
		return 0
	}
	return time.Duration(ms * float64(time.Millisecond))
}
