package rulestate

import (
	"sync/atomic"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/suggest"
)

// undecided suggests what was not declined yet.
type undecided struct {
	SuggestionsBackend
	declined map[string]bool
}

func (u *undecided) Suggestions([]transcript.Question) (all []suggest.Suggestion, _ error) {
	for _, id := range []string{"a", "b"} {
		if !u.declined[id] {
			all = append(all, suggest.Suggestion{ID: id})
		}
	}
	return all, nil
}

func (u *undecided) Hidden([]transcript.Question) ([]suggest.Suggestion, error) { return nil, nil }

// TestSearchDoesNotUndoDecision: what was declined while a search went on is not listed again by its result.
func TestSearchDoesNotUndoDecision(t *testing.T) {
	t.Parallel()
	u := &undecided{declined: map[string]bool{}}
	a := &Suggestions{latest: new(atomic.Int64)}
	a.backend = u
	advised := func(cmd tea.Cmd) tea.Msg { return cmd().(tea.BatchMsg)[0]() }
	late := advised(a.find(&Asked{}))
	u.declined["b"] = true
	a.Hide("b")
	again := a.receive(late, &Asked{})
	if again == nil {
		t.Fatalf("the result of an older search was taken: %+v", a.List)
	}
	if a.receive(advised(again), &Asked{}) != nil || len(a.List) != 1 || a.List[0].ID != "a" {
		t.Errorf("listed %+v", a.List)
	}
}
