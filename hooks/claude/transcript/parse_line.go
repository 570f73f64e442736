package transcript

import (
	"time"

	"neverask/hooks"
)

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

// parseLine reads one line that may concern a question.
func (s *scanner) parseLine(b []byte) {
	v, err := hooks.Parse(b)
	if err != nil {
		s.out.skipped.Broken++
		return
	}
	switch r := s.record(v); r.kind {
	case "assistant":
		s.questionCalls(r)
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
			r.session = s.limitText(m.Value.String(), maxWord)
		case "cwd":
			r.cwd = s.limitText(m.Value.String(), maxText)
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
