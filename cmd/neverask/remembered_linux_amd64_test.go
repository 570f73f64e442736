package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestAnswersAreRemembered ends the hook before each operation that changes a file, as its
// client does when it is out of time: an answer that is out by then is remembered, and the
// log has it when the result arrives. The hook makes anew what it derives from the rules,
// and never waits for the disk, which others may keep busy for seconds.
func TestAnswersAreRemembered(t *testing.T) {
	t.Parallel()
	m := newMachine(t, nil)
	for _, c := range []invocation{do("install", "--yes"), rule, asked("t0")} {
		m.must(c)
	}
	// What is learnt from an answer comes after the record of it.
	result, err := m.program(chosen("t0")).Run(func(Op) Action { return Action{} })
	first := func(in string) int {
		return slices.IndexFunc(result.Ops, func(op Op) bool { return op.Changes() && strings.Contains(op.Path, filepath.Join(state, in)) })
	}
	record, learnt := first("questions.jsonl"), first("answers")
	if err != nil || record < 0 || learnt < record {
		t.Errorf("%v: the record is operation %d, the answer is %d of %v", err, record, learnt, result.Ops)
	}
	known := do("rules", "add", "--exact", "Which library?", "--answer", "moment", "--call", "-", "--yes")
	known.stdin = "{" + strings.TrimPrefix(libraryInput, `"tool_input":{`) + "}"
	m.must(known)
	before := m.tree()
	for stop, ended := 1, false; !ended; stop++ {
		m.become(before)
		n := 0
		result, err := m.program(asked("t1")).Run(func(op Op) Action {
			if op.Name == "sync" {
				t.Errorf("it waits for the disk: %s", op)
			}
			if op.Changes() {
				if n++; n == stop {
					return Kill()
				}
			}
			return Action{}
		})
		musttest.Do(t, err)
		ended = n < stop
		given := strings.Contains(result.Stdout, `"answers":{"Which library?":"moment"}`)
		if ended && (!given || stop < 3) {
			t.Fatalf("%d operations, printed %q", n, result.Stdout)
		}
		m.must(answered("t1"))
		log := m.must(do("log", "--questions", "--json", "--limit", "1"))
		if given && !strings.Contains(log, `"by": "neverask"`) {
			t.Errorf("answered, ended before operation %d (%s), and logged as\n%s", stop, result.Ops[len(result.Ops)-1], log)
		}
	}
}
