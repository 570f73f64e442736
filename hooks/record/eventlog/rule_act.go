package eventlog

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"neverask/hooks"
)

// RuleAct is one line of the log of tool rules: their effect on a call. It holds which fields of
// the input were changed, never their contents.
type RuleAct struct {
	Time      time.Time
	Session   string
	ToolUseID string
	Tool      string
	Rules     []string // the ids of the rules that took effect
	Act       string   // deny, ask, allow or context
	Fields    []string // the changed ones
}

// Denies reports whether rules denied the call.
func (a RuleAct) Denies() bool { return a.Act == "deny" && len(a.Rules) > 0 }

// Asks reports whether rules had Claude Code ask the user about the call.
func (a RuleAct) Asks() bool { return a.Act == "ask" && len(a.Rules) > 0 }

// OpenRuleActs returns the log of tool rules at path. It touches no file.
func OpenRuleActs(path string) Log {
	return Log{Path: path, MaxSize: questionsSize, Keep: questionsKeep}
}

// JSON returns the record as one line, without a line break.
func (a RuleAct) JSON() []byte {
	w := hooks.NewWriter(512)
	w.Begin('{')
	w.Text("time", a.Time.UTC().Format(timeLayout))
	w.Text("session", a.Session)
	w.Text("tool_use_id", a.ToolUseID)
	w.Text("tool", a.Tool)
	texts := func(name string, list []string) {
		w.Name(name).Begin('[')
		for _, s := range list {
			w.String(s)
		}
		w.End(']')
	}
	texts("rules", a.Rules)
	w.Text("act", a.Act)
	texts("fields", a.Fields)
	w.End('}')
	return w.Bytes()
}

// ParseRuleAct reads one line of the log. Unknown members are ignored; a line without a time
// or an act is an error.
func ParseRuleAct(line []byte) (RuleAct, error) {
	v, err := hooks.Parse(line)
	if err != nil {
		return RuleAct{}, err
	}
	a := RuleAct{
		Session: v.Get("session").String(), ToolUseID: v.Get("tool_use_id").String(),
		Tool: v.Get("tool").String(), Act: v.Get("act").String(),
	}
	for id := range v.Get("rules").Elements() {
		a.Rules = append(a.Rules, id.String())
	}
	for field := range v.Get("fields").Elements() {
		a.Fields = append(a.Fields, field.String())
	}
	if a.Time, err = time.Parse(time.RFC3339, v.Get("time").String()); err != nil {
		return RuleAct{}, fmt.Errorf("time: %w", err)
	}
	if a.Act == "" {
		return RuleAct{}, errors.New("no act")
	}
	return a, nil
}

// RuleActs yields the acts at or after since, the oldest first. Unreadable lines are skipped.
func (l Log) RuleActs(since time.Time) iter.Seq[RuleAct] {
	return written(l, since, ParseRuleAct, func(a RuleAct) time.Time { return a.Time })
}
