package rulestate

import (
	"testing"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/toolrule"
)

// TestCounted: rules of each kind are counted by themselves, and a kind without any is left out.
func TestCounted(t *testing.T) {
	var r Rules
	if got := r.Counted(); got != "" {
		t.Errorf("without rules: %q", got)
	}
	r.Tools.List = []toolrule.Rule{{}}
	if got := r.Counted(); got != "1 tool rule" {
		t.Errorf("one tool rule: %q", got)
	}
	r.List, r.Lines.List = make([]question.Rule, 20), []standinganswer.Line{{}}
	if got := r.Counted(); got != "20 rules, 1 tool rule, 1 standing answer" {
		t.Errorf("of all kinds: %q", got)
	}
}
