//go:build unix

package program

import (
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings/must"
)

// TestChainedDoesNotAnswer: what a chained hook answers does not count where the
// person must be asked, unless they have said so for this hook; its refusal does.
func TestChainedDoesNotAnswer(t *testing.T) {
	const askRule = `{"version":1,"rules":[{"id":"r1","match":{"header":"Color"},"mode":"always-ask"}]}`
	for _, tt := range []struct {
		name, rules, payload, hook string
		oneWay                     bool
		want                       string
	}{
		{"one-way", testsRule, pre(danger), "answers", false, "||0"},
		{"one-way, and the person lets it", testsRule, pre(danger), "answers", true, says("answers")},
		{"one-way beside another", testsRule, pre(color, danger), "answers", false, "||0"},
		{"one-way, put in other words", testsRule, pre(danger), "rewrites", false, "||0"},
		{"one-way, denied", testsRule, pre(danger), "denies", false, says("denies")},
		{"one-way, denied by the status", testsRule, pre(danger), "denies2", false, "|no|2"},
		{"one-way, asked", testsRule, pre(danger), "asks", false, says("asks")},
		{"one-way, stopped", testsRule, pre(danger), "stops", false, says("stops")},
		{"one-way, with a word", testsRule, pre(danger), "says", false, says("says")},
		{"a rule says to ask", askRule, pre(color), "answers", false, "||0"},
		{"a rule says to ask, and the person lets it", askRule, pre(color), "answers", true, says("answers")},
		{"no rule", testsRule, pre(color), "answers", false, says("answers")},
		{"one-way, and the rules cannot be read", `{`, pre(danger), "answers", false, "||0"},
		{"the rules cannot be read", `{`, pre(color), "answers", false, says("answers")},
		{"a call that cannot be read", testsRule, strings.Replace(pre(color), `"options":[`, `"options":[7,`, 1), "answers", false, "||0"},
		{"another result of a one-way question", testsRule, post(danger, `{"Delete the production database?":"No"}`), "results", false, "||0"},
		{"another result of a one-way question, and the person lets it", testsRule, post(danger, `{"Delete the production database?":"No"}`), "results", true, says("results")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, mode := range []string{"first", "fallback"} {
				w := newWorld(t, tt.rules)
				event := hooks.EventPreToolUse
				if strings.Contains(tt.payload, "tool_response") {
					event = hooks.EventPostToolUse
				}
				w.chained(event, mode+" "+tt.hook)
				if tt.oneWay {
					entries, err := chain.Read(chain.File(w.paths.State))
					must.Do(t, err)
					entries[0].OneWay = true
					w.chainFile(chain.Format(entries))
				}
				if got := w.all(tt.payload); got != tt.want {
					t.Errorf("%s:\ngot  %s\nwant %s", mode, got, tt.want)
				}
				if w.ran(tt.hook) != 1 {
					t.Errorf("%s: it ran %d times", mode, w.ran(tt.hook))
				}
			}
		})
	}
}

// TestChainedTwice: of one command that two files chain, the careful one counts.
func TestChainedTwice(t *testing.T) {
	for i := range 2 {
		w := newWorld(t, testsRule)
		w.chained(hooks.EventPreToolUse, "first answers", "fallback answers")
		entries, err := chain.Read(chain.File(w.paths.State))
		must.Do(t, err)
		entries[i].OneWay = true
		w.chainFile(chain.Format(entries))
		if got := w.all(pre(danger)); got != "||0" {
			t.Errorf("entry %d may: got %s", i, got)
		}
	}
}
