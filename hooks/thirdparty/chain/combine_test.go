package chain

import (
	"testing"

	"neverask/hooks"
)

func TestCombineBeforeTheTool(t *testing.T) {
	ours := pre(`"permissionDecision":"allow",` + answer)
	refused := pre(`"permissionDecision":"deny","permissionDecisionReason":"no"`)
	asks := pre(`"permissionDecision":"ask"`)
	theirs := pre(`"permissionDecision":"allow","updatedInput":{` + asked + `,"answers":{"Q?":"b"}}`)
	says := func(text string) Output { return Output{Stdout: []byte(text)} }
	stderr := func(exit int, text string) Output { return Output{Stderr: []byte(text), Exit: exit} }
	for _, c := range []struct {
		name   string
		ours   string
		theirs []Output
		want   Output
		stands bool
	}{
		{"silence", "", []Output{{}}, Output{}, true},
		{"ours alone", ours, []Output{{}}, says(ours + "\n"), true},
		{"theirs alone", "", []Output{says(theirs)}, says(theirs), true},
		{"both answer", ours, []Output{says(theirs)}, says(ours + "\n"), true},
		{"theirs refuses", ours, []Output{says(refused)}, says(refused), false},
		{"theirs refuses by its status", ours, []Output{stderr(2, "no")}, stderr(2, "no"), false},
		{"theirs asks", ours, []Output{says(asks)}, says(asks), false},
		{"one asks and another refuses", ours, []Output{says(asks), says(refused)}, says(refused), false},
		{"ours refuses and theirs asks", refused, []Output{says(asks)}, says(refused + "\n"), true},
		{"ours refuses and theirs answers", refused, []Output{says(theirs)}, says(refused + "\n"), true},
		{"theirs stops Claude", ours, []Output{says(`{"continue":false}`)}, says(`{"continue":false}`), false},
		{"theirs defers", ours, []Output{says(pre(`"permissionDecision":"defer"`))}, says(ours + "\n"), true},
		{"theirs allows", ours, []Output{says(pre(`"permissionDecision":"allow"`))}, says(ours + "\n"), true},
		{"theirs fails", ours, []Output{stderr(1, "oops\n")}, says(`{"hookSpecificOutput":` + ours[len(`{"hookSpecificOutput":`):len(ours)-1] + `,"systemMessage":"a hook that neverask runs ended with 1: oops"}` + "\n"), true},
		{"theirs fails and ours is silent", "", []Output{stderr(1, "oops")}, stderr(1, "oops"), true},
		{"theirs takes too long", ours, []Output{{Exit: -1, Fault: "too long", Stdout: []byte(refused)}}, says(ours + "\n"), true},
		{"the first with an opinion", "", []Output{says("log"), says(theirs), says(pre(`"permissionDecision":"allow"`))}, says(theirs), true},
		{"the first that says anything", "", []Output{{}, says("log")}, says("log"), true},
		{"ours is silent and all have something to say", "", []Output{says(`{"systemMessage":"m"}`), says("log"), says(pre(`"permissionDecision":"allow","additionalContext":"c1"`)), says(pre(`"additionalContext":"c2"`))},
			says(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","additionalContext":"c1\nc2"},"systemMessage":"m"}` + "\n"), true},
		{"ours is silent and one has words", "", []Output{says("log"), says(`{"systemMessage":"m"}`)}, says(`{"systemMessage":"m"}`), true},
		{
			"words of both",
			`{"systemMessage":"ours","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","additionalContext":"c1"}}`,
			[]Output{says(`{"systemMessage":"theirs","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"c2"}}`)},
			says(`{"systemMessage":"ours\ntheirs","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","additionalContext":"c1\nc2"}}` + "\n"), true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, stands := Combine(hooks.EventPreToolUse, []byte(c.ours), c.theirs...)
			if string(got.Stdout) != string(c.want.Stdout) || string(got.Stderr) != string(c.want.Stderr) || got.Exit != c.want.Exit || stands != c.stands {
				t.Errorf("got %q, %q, %d, %v; want %q", got.Stdout, got.Stderr, got.Exit, stands, c.want.Stdout)
			}
		})
	}
}

func TestCombineAfterTheTool(t *testing.T) {
	post := func(members string) string {
		return `{"hookSpecificOutput":{"hookEventName":"PostToolUse",` + members + `}}`
	}
	for _, c := range []struct{ name, ours, theirs, want string }{
		{"both replace the result", post(`"updatedToolOutput":{"a":1}`), post(`"updatedToolOutput":{"a":2}`), post(`"updatedToolOutput":{"a":1}`) + "\n"},
		{"theirs replaces it", post(`"additionalContext":"c"`), post(`"updatedToolOutput":{"a":2}`), post(`"additionalContext":"c","updatedToolOutput":{"a":2}`) + "\n"},
		{"theirs alone", "", post(`"updatedToolOutput":{"a":2}`), post(`"updatedToolOutput":{"a":2}`)},
		{"theirs blocks", post(`"updatedToolOutput":{"a":1}`), `{"decision":"block","reason":"look"}`,
			`{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"a":1}},"decision":"block","reason":"look"}` + "\n"},
		{"theirs stops Claude", post(`"updatedToolOutput":{"a":1}`), `{"continue":false,"stopReason":"enough"}`,
			`{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"a":1}},"continue":false,"stopReason":"enough"}` + "\n"},
		{"both make something of the answers", post(`"updatedToolOutput":{"questions":[1,2],"answers":{"Q1":"shown","Q2":"ours"},"x":1}`),
			post(`"updatedToolOutput":{"answers":{"Q1":"changed","Q3":"new"},"questions":[1],"y":2}`),
			post(`"updatedToolOutput":{"answers":{"Q1":"changed","Q2":"ours","Q3":"new"},"questions":[1,2],"y":2}`) + "\n"},
		{"theirs is no such result", post(`"updatedToolOutput":{"answers":{"Q":"a"}}`), post(`"updatedToolOutput":"text"`), post(`"updatedToolOutput":{"answers":{"Q":"a"}}`) + "\n"},
		{"ours is a message alone", `{"systemMessage":"m"}`, "", `{"systemMessage":"m"}` + "\n"},
	} {
		got, stands := Combine(hooks.EventPostToolUse, []byte(c.ours), Output{Stdout: []byte(c.theirs)})
		if string(got.Stdout) != c.want || !stands {
			t.Errorf("%s: got %s, want %s", c.name, got.Stdout, c.want)
		}
	}
}

// TestCombineSeveralAfterTheTool: what one wants is not lost to another, and the
// first gives the reason.
func TestCombineSeveralAfterTheTool(t *testing.T) {
	says := func(text string) Output { return Output{Stdout: []byte(text)} }
	look := Output{Stderr: []byte("look\n"), Exit: 2}
	for _, c := range []struct {
		ours   string
		theirs []Output
		want   Output
	}{
		{"", []Output{says(`{"systemMessage":"m1"}`), says(`{"decision":"block","reason":"look"}`), says(`{"systemMessage":"m2","continue":false}`)},
			says(`{"decision":"block","reason":"look","systemMessage":"m1\nm2","continue":false}` + "\n")},
		{"", []Output{says(`{"decision":"block","reason":"look"}`), says(`{"continue":false}`)}, says(`{"decision":"block","reason":"look","continue":false}` + "\n")},
		{"", []Output{look, says(`{"systemMessage":"m"}`)}, look},
		{`{"systemMessage":"m"}`, []Output{look, says(`{"decision":"block","reason":"later"}`)}, says(`{"systemMessage":"m","decision":"block","reason":"look"}` + "\n")},
		{`{"systemMessage":"m"}`, []Output{says(`{"continue":false,"stopReason":"1"}`), says(`{"continue":false,"stopReason":"2"}`)}, says(`{"systemMessage":"m","continue":false,"stopReason":"1"}` + "\n")},
	} {
		got, _ := Combine(hooks.EventPostToolUse, []byte(c.ours), c.theirs...)
		if string(got.Stdout) != string(c.want.Stdout) || string(got.Stderr) != string(c.want.Stderr) || got.Exit != c.want.Exit {
			t.Errorf("got %s, %q, %d; want %s, %q, %d", got.Stdout, got.Stderr, got.Exit, c.want.Stdout, c.want.Stderr, c.want.Exit)
		}
	}
}

// FuzzCombine: whatever theirs prints, our answer gets through, unless theirs
// has a say that counts.
func FuzzCombine(f *testing.F) {
	f.Add([]byte(pre(`"permissionDecision":"deny"`)), []byte("x"), 0)
	f.Add([]byte(`{"systemMessage":"\ud800"}`), []byte(""), 1)
	ours := []byte(pre(`"permissionDecision":"allow",` + answer))
	f.Fuzz(func(t *testing.T, stdout, stderr []byte, exit int) {
		theirs := Output{Stdout: stdout, Stderr: stderr, Exit: exit}
		got, stands := Combine(hooks.EventPreToolUse, ours, theirs)
		if !stands {
			if o := theirs.Opinion(hooks.EventPreToolUse); o.Decision != hooks.Deny && o.Decision != hooks.Ask && !o.Stop {
				t.Errorf("ours gives way to %+v", o)
			}
			return
		}
		o := got.Opinion(hooks.EventPreToolUse)
		if answered, ok := Answers(o.Input); !answered || !ok || got.Exit != 0 {
			t.Errorf("our answer is lost: %q", got.Stdout)
		}
	})
}

// FuzzCombineAfterTheTool: whatever theirs prints, the answer that was not shown
// gets back to the model.
func FuzzCombineAfterTheTool(f *testing.F) {
	post := func(members string) []byte {
		return []byte(`{"hookSpecificOutput":{"hookEventName":"PostToolUse",` + members + `}}`)
	}
	f.Add(post(`"updatedToolOutput":{"answers":{"Q1":"x"},"questions":[]}`), []byte("x"), 0)
	f.Add(post(`"updatedToolOutput":{"answers":{"Q1":"x"},"answers":{"Q1":"y"}}`), []byte(""), 1)
	f.Add([]byte(`{"decision":"block"}`), []byte(""), 0)
	f.Add([]byte(`{"continue":false,"decision":"block","reason":"\ud800"}`), []byte(""), 0)
	ours := post(`"updatedToolOutput":{"questions":[1,2],"answers":{"Q1":"a","Q2":"b"}}`)
	f.Fuzz(func(t *testing.T, stdout, stderr []byte, exit int) {
		theirs := Output{Stdout: stdout, Stderr: stderr, Exit: exit}
		got, stands := Combine(hooks.EventPostToolUse, ours, theirs)
		o := got.Opinion(hooks.EventPostToolUse)
		answers := o.Result.Last("answers")
		if !stands || got.Exit != 0 || o.Fault != "" || answers.Last("Q2").Kind() == hooks.Absent || o.Result.Last("questions").Raw() != "[1,2]" {
			t.Errorf("our answer is lost: %q (%s)", got.Stdout, o.Fault)
		}
		if want := theirs.Opinion(hooks.EventPostToolUse); want.Stop != o.Stop || (want.Decision == hooks.Deny) != (o.Decision == hooks.Deny) {
			t.Errorf("what theirs wants is lost: %q became %q", stdout, got.Stdout)
		}
	})
}
