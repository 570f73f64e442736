package toolrule

import "fmt"

// Step is one step of a decision.
type Step struct {
	Rule string `json:"rule,omitempty"`
	Kind string `json:"kind"` // rule, patch or call
	Text string `json:"text"`
}

// Trace collects the steps of a decision. On nil, all methods do nothing, so a decision without an explanation costs
// nothing.
type Trace struct{ Steps []Step }

func (t *Trace) add(rule, kind, format string, args ...any) {
	if t != nil {
		t.Steps = append(t.Steps, Step{rule, kind, fmt.Sprintf(format, args...)})
	}
}

func (t *Trace) verdict(d Decision) {
	if t == nil {
		return
	}
	switch d.Act {
	case "":
		t.add("", "call", "no rule acts: Claude Code decides as it would without neverask")
	case Deny:
		t.add("", "call", "refused")
	case Ask:
		t.add("", "call", "the person is asked")
	case Context:
		t.add("", "call", "left to Claude Code, with a message for Claude")
	}
}
