package transcript

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// plan is a question with members that only its dialog shows.
const plan = `{"question":"Apply?","header":"Plan","multiSelect":false,"footer":"once","options":[` +
	`{"label":"Yes","description":"now","preview":"$ make"},{"label":"No","description":"","preview":"-"}]}`

// shownAs is a result whose dialog showed a question, with the members of its end.
func shownAs(id, questions, answers, annotations, more string) string {
	return fmt.Sprintf(gets, answered, id, `"toolUseResult":{"questions":[`+questions+`],"answers":`+answers+annotations+`}`+more, ends(20))
}

// TestPastAnswers shows which questions of the past are certain to have been
// shown to the person and answered by them, word for word.
func TestPastAnswers(t *testing.T) {
	t.Parallel()
	const yes, dialog = `{"Apply?":"Yes"}`, `,"annotations":{}`
	preferred := strings.Replace(strings.Replace(plan, `{"label":"Yes","description":"now","preview":"$ make"},`, "", 1), `"preview":"-"}`, `"preview":"-"},{"label":"Yes","description":"Your preference. now","preview":"$ make"}`, 1)
	rewrites := func(command string) string {
		return hooked("PreToolUse", "t", command, `{"hookSpecificOutput":{"permissionDecision":"ask","updatedInput":{"questions":[`+plan+`]}}}`)
	}
	puts := hooked("PostToolUse", "t", ours, `{"hookSpecificOutput":{"updatedToolOutput":{"questions":[],"answers":{}}}}`)
	mcp := strings.Replace(ask("t", plan), `"AskUserQuestion"`, `"mcp__x__AskUserQuestion"`, 1)
	several := `{"question":"Apply?","multiSelect":true,"options":[{"label":"Yes"},{"label":"No"}]}`
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"the dialog", []string{ask("t", plan), shownAs("t", plan, yes, dialog, byPerson)}, "Yes"},
		{"typed", []string{ask("t", plan), shownAs("t", plan, `{"Apply?":"later"}`, dialog, byPerson)}, `"later"`},
		{"our mark and order", []string{ask("t", plan), rewrites(ours), shownAs("t", preferred, yes, dialog, byPerson)}, "Yes"},
		{"in two", []string{ask("t", letters+","+plan), shownAs("t", letters+","+plan, `{"Which letter?":"a","Apply?":"Yes"}`, dialog, byPerson)}, "a Yes"},
		{"the other of two was ours", []string{ask("t", letters+","+plan), shownAs("t", letters+","+plan, `{"Which letter?":"a","Apply?":"Yes"}`, dialog, byPerson),
			hooked("PreToolUse", "t", ours, `{"hookSpecificOutput":{"permissionDecision":"ask","updatedInput":{"questions":[`+plan+`]}}}`),
			hooked("PostToolUse", "t", ours, `{"hookSpecificOutput":{"updatedToolOutput":{"questions":[],"answers":{"Which letter?":"a","Apply?":"Yes"}}}}`)}, "Yes"},
		{"several", []string{ask("t", several), shownAs("t", several, `{"Apply?":["Yes","No"]}`, dialog, byPerson)}, "Yes+No"},
		{"several, typed", []string{ask("t", several), shownAs("t", several, `{"Apply?":"Yes, later"}`, dialog, byPerson)}, `"Yes, later"`},
		{"several that may be one", []string{ask("t", many), shownAs("t", many, `{"Which ones?":"x, y"}`, dialog, byPerson)}, `"x, y"`},
		{"a hook", []string{ask("t", plan), shownAs("t", plan, yes, dialog, byHook)}, ""},
		{"a client that does not say", []string{ask("t", plan), shownAs("t", plan, yes, dialog, unrecorded)}, ""},
		{"another host", []string{ask("t", plan), shownAs("t", plan, yes, "", byPerson)}, "Yes"},
		{"a timer", []string{ask("t", plan), shownAs("t", plan, yes, dialog+`,"afkTimeoutMs":60000`, byPerson)}, ""},
		{"a note beside it", []string{ask("t", plan), shownAs("t", plan, yes, `,"annotations":{"Apply?":{"notes":"but not in production"}}`, byPerson)}, "Yes with a note"},
		{"a note alone", []string{ask("t", plan), shownAs("t", plan, `{"Apply?":"(notes only)"}`, `,"annotations":{"Apply?":{"notes":"no"}}`, byPerson)}, `"no" with a note`},
		{"a reply to all", []string{ask("t", plan), shownAs("t", plan, `{}`, dialog+`,"response":"Yes"`, byPerson)}, ""},
		{"an MCP server", []string{mcp, shownAs("t", plan, yes, dialog, byPerson)}, ""},
		{"questions that are not repeated", []string{ask("t", plan), shownAs("t", "", yes, dialog, byPerson)}, ""},
		{"another description", []string{ask("t", plan), shownAs("t", strings.Replace(plan, `"now"`, `"soon"`, 1), yes, dialog, byPerson)}, ""},
		{"another preview", []string{ask("t", plan), shownAs("t", strings.Replace(plan, `"$ make"`, `"$ rm"`, 1), yes, dialog, byPerson)}, ""},
		{"another preview of the other", []string{ask("t", plan), shownAs("t", strings.Replace(plan, `"preview":"-"`, `"preview":"+"`, 1), yes, dialog, byPerson)}, ""},
		{"another label", []string{ask("t", plan), shownAs("t", strings.Replace(plan, `"No"`, `"Never"`, 1), yes, dialog, byPerson)}, ""},
		{"one option fewer", []string{ask("t", plan), shownAs("t", strings.Replace(plan, `,{"label":"No","description":"","preview":"-"}`, "", 1), yes, dialog, byPerson)}, ""},
		{"one option more", []string{ask("t", plan), shownAs("t", strings.Replace(plan, `"preview":"-"}`, `"preview":"-"},{"label":"Later"}`, 1), yes, dialog, byPerson)}, ""},
		{"another header", []string{ask("t", plan), shownAs("t", strings.Replace(plan, `"Plan"`, `"All"`, 1), yes, dialog, byPerson)}, ""},
		{"another footer", []string{ask("t", plan), shownAs("t", strings.Replace(plan, `"once"`, `"always"`, 1), yes, dialog, byPerson)}, ""},
		{"several instead of one", []string{ask("t", plan), shownAs("t", strings.Replace(plan, "false", "true", 1), yes, dialog, byPerson)}, ""},
		{"another's questions, and our result in their place", []string{ask("t", plan), rewrites("theirs"), shownAs("t", plan, yes, dialog, byPerson), puts}, ""},
		{"declined", []string{ask("t", plan), refusedBy("t", `"toolDenialKind":"user-rejected",`, "The user doesn't want to proceed with this tool use.", "")}, ""},
		{"too long", []string{ask("t", strings.Replace(plan, "$ make", strings.Repeat("x", maxRaw), 1)), shownAs("t", strings.Replace(plan, "$ make", strings.Repeat("x", maxRaw), 1), yes, dialog, byPerson)}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := archive(t, tt.lines...)
			if got := pastAnswersIn(t, a.Questions()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			musttest.Do(t, a.Save())
			if got := pastAnswersIn(t, Open(a.root, filepath.Dir(a.index)).Questions()); got != tt.want {
				t.Errorf("from the index: got %q, want %q", got, tt.want)
			}
		})
	}
}

// pastAnswersIn is what the person answered. Each answer without a note must be evidence of itself.
func pastAnswersIn(t *testing.T, all []Question) string {
	t.Helper()
	var list []string
	for _, q := range all {
		s, ok := q.PastAnswer()
		if !ok {
			continue
		}
		list = append(list, strings.Join(s.Labels, "+"))
		if s.Text != "" {
			list[len(list)-1] = `"` + s.Text + `"`
		}
		if s.Note {
			list[len(list)-1] += " with a note"
		}
		raw, err := hooks.Parse(`{"questions":[` + q.Shown + `]}`)
		musttest.Do(t, err)
		q.By = Neverask // as our own log may know
		if _, ok := q.PastAnswer(); ok {
			t.Errorf("%s: not the person's", q.Shown)
		}
		c, err := question.ParseCall(q.Tool, raw)
		musttest.Do(t, err)
		answer := question.Choice{Options: q.Chosen, Text: s.Text}
		if s.Text != "" {
			answer.Options = nil
		}
		if s.By != question.AnsweredInTranscript || !s.At.Equal(q.Time) || question.FindEvidence(question.Rule{}, c, c.Questions[0], answer, []question.PastAnswer{s}).Covered() == s.Note {
			t.Errorf("%s: %s", q.Shown, s.JSON())
		}
	}
	return strings.Join(list, " ")
}

// TestAnsweredLater reads the answer to a question that was read before it was answered.
func TestAnsweredLater(t *testing.T) {
	a, path := archive(t, ask("t", plan))
	before := a.Questions()
	musttest.Write(t, path, ask("t", plan)+"\n"+shownAs("t", plan, `{"Apply?":"Yes"}`, `,"annotations":{}`, byPerson)+"\n")
	musttest.Do(t, a.Save())
	a = Open(a.root, filepath.Dir(a.index))
	if _, err := a.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if got := pastAnswersIn(t, before) + pastAnswersIn(t, a.Questions()); got != "Yes" {
		t.Errorf("got %q", got)
	}
}
