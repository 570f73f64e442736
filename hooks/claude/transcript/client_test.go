//go:build linux

package transcript_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/transcript"
)

func TestMain(m *testing.M) { os.Exit(ct.Main(m)) }

// read returns what the client has written down so far.
func read(t *testing.T, l *ct.Lab) ([]transcript.Question, []transcript.Hook) {
	t.Helper()
	a := transcript.Open(filepath.Join(l.Home, ".claude", "projects"), filepath.Join(l.Root, "state"))
	if _, err := a.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if s := a.Stats(); s.Files == 0 || s.Unreadable > 0 || s.Skipped != (transcript.Skipped{}) {
		t.Errorf("stats: %+v", s)
	}
	return a.Questions(), a.Hooks()
}

// happened is what is compared of a question.
func happened(questions []transcript.Question) []string {
	var all []string
	for _, q := range questions {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %q by %s %s", q.Text, q.Outcome, q.Answer, q.By, filepath.Base(q.Command))))
	}
	return all
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestClientAnswers lets a person answer in all ways that there are.
func TestClientAnswers(t *testing.T) {
	t.Parallel()
	l := ct.New(t)
	several := ct.Choice("Which ones?", "x", "y", "z")
	several.MultiSelect = true
	const previewed = `{"question":"Pick one?","header":"Choice","multiSelect":false,"options":[{"label":"this","description":"d1","preview":"p1"},{"label":"that","description":"d2","preview":"p2"}]}`
	l.Turns(
		ct.AskJSON(`{"questions":[`+previewed+`]}`),
		ct.Ask(ct.Choice("Type something?", "this", "that")),
		ct.Ask(several),
		ct.Ask(ct.Choice("First?", "a", "b"), ct.Choice("Second?", "c", "d")),
		ct.Together(ct.Ask(ct.Choice("Left?", "a", "b")), ct.Ask(ct.Choice("Right?", "c", "d"))),
		ct.AskJSON(`{"questions":[]}`),
		ct.Ask(ct.Choice("Talk first?", "this", "that")), ct.Text("after talking"),
		ct.Ask(ct.Choice("Escape?", "this", "that")),
		ct.Ask(ct.Choice("Still open?", "this", "that")),
	)
	s := l.Interactive()
	s.Prompt("ask")
	s.WaitDialog("Pick one?")
	s.Key("down", "enter")
	s.WaitDialog("Type something?")
	s.Key("down", "down")
	s.Type("my own words")
	s.WaitText("my own words") // text and enter in one read would be a paste
	s.Key("enter")
	s.WaitDialog("Which ones?")
	s.Key("enter", "down", "down", "enter", "right")
	s.WaitText("Submit answers")
	s.Key("enter")
	s.WaitDialog("First?")
	s.Key("down", "enter", "enter")
	s.WaitText("Submit answers")
	s.Key("enter")
	s.WaitDialog("Left?")
	s.Key("down", "enter")
	s.WaitDialog("Right?")
	s.Key("enter")
	s.WaitDialog("Talk first?")
	s.Key("down", "down", "down", "enter")
	s.WaitText("after talking")
	s.Prompt("escape")
	s.WaitDialog("Escape?")
	s.Key("esc")
	s.WaitText("Declined")
	s.Prompt("open")
	s.WaitDialog("Still open?")

	a := transcript.Open(filepath.Join(l.Home, ".claude", "projects"), filepath.Join(l.Root, "state"))
	// The client writes its transcript some time after the screen, in order; what
	// is still open it may hold back for as long as nothing else happens.
	const closed, all = 9, 10
	var questions []transcript.Question
	for deadline := time.Now().Add(time.Minute); len(questions) < all; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			if len(questions) == closed {
				break
			}
			t.Fatalf("the transcript ends after %d questions:\n%s", len(questions), strings.Join(happened(questions), "\n"))
		}
		if _, err := a.Update(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		questions = a.Questions()
	}
	t.Run("ClientHistoryOfAPerson", func(t *testing.T) {
		// The call without questions was refused by the client, too.
		if got := a.Stats().Skipped; got != (transcript.Skipped{Foreign: 1}) {
			t.Errorf("skipped %+v", got)
		}
		compare(t, happened(questions), []string{
			`Pick one? picked "that" by you .`,
			`Type something? typed "my own words" by you .`,
			`Which ones? picked "x, z" by you .`,
			`First? picked "b" by you .`,
			`Second? picked "c" by you .`,
			`Left? picked "b" by you .`,
			`Right? picked "c" by you .`,
			`Talk first? declined "" by nobody .`,
			`Escape? declined "" by nobody .`,
			`Still open? unanswered "" by nobody .`,
		}[:len(questions)])
		if got := transcript.Version(filepath.Join(l.Home, ".claude", "projects")); got != ct.Version() {
			t.Errorf("the version is %q, not %q", got, ct.Version())
		}
		for _, q := range questions {
			if q.Project != l.Project || q.Session == "" || q.Time.IsZero() || q.Header != "Choice" || q.Options[0].Description == "" {
				t.Errorf("incomplete: %+v", q)
			}
			if (q.Wait > 0) == (q.Outcome == transcript.Unanswered) {
				t.Errorf("%s: waited %v", q.Text, q.Wait)
			}
		}
		if !questions[2].Multi || !slices.Equal(questions[2].Chosen, []int{0, 2}) {
			t.Errorf("several options: %+v", questions[2])
		}
		if q := questions[4]; q.Index != 1 || q.ToolUseID != questions[3].ToolUseID {
			t.Errorf("the second question of a call: %+v", q)
		}
		if got := a.Hooks(); len(got) > 0 {
			t.Errorf("hooks: %+v", got)
		}
	})
	// What a person answered in the dialog is evidence, with the previews that they saw.
	t.Run("ClientTellsWhatWasSeen", func(t *testing.T) {
		if seen, ok := questions[0].PastAnswer(); !ok || seen.Question.Raw().Raw() != previewed || !slices.Equal(seen.Labels, []string{"that"}) {
			t.Errorf("%v, %s", ok, seen.JSON())
		}
	})
}

// TestClientHistoryOfHooks has hooks do everything that a hook can do to a
// question.
func TestClientHistoryOfHooks(t *testing.T) {
	t.Parallel()
	l := ct.New(t)
	output := func(members string) string {
		return `printf '%s' '{"hookSpecificOutput":{` + members + `}}'`
	}
	questions := func(text string) string {
		return `"questions":[{"question":"` + text + `","header":"Choice","multiSelect":false,"options":[{"label":"a","description":"d"},{"label":"b","description":"d"}]}]`
	}
	pre := l.Script("pre", `case "$(cat)" in
*Answered*) `+output(`"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{`+questions("Answered?")+`,"answers":{"Answered?":"b"}}`)+`;;
*Swallowed*) `+output(`"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{`+questions("Swallowed?")+`}`)+`;;
*Denied*) `+output(`"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no way"`)+`;;
*Blocked*) echo not this >&2; exit 2;;
*Fails*) echo odd; echo bad >&2; exit 1;;
*Silent*) ;;
esac`)
	permission := l.Script("permission", `case "$(cat)" in
*Permitted*) `+output(`"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{`+questions("Permitted?")+`,"answers":{"Permitted?":"a"}}}`)+`;;
esac`)
	post := l.Script("post", `case "$(cat)" in
*Replaced*) `+output(`"hookEventName":"PostToolUse","updatedToolOutput":{`+questions("Replaced?")+`,"answers":{"Replaced?":"b"}}`)+`;;
esac`)
	slow := l.Script("slow", `case "$(cat)" in
*Raced*) sleep 3; `+output(`"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{`+questions("Raced?")+`,"answers":{"Raced?":"b"}}`)+`;;
esac`)
	fast := l.Script("fast", `case "$(cat)" in
*Raced*) `+output(`"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{`+questions("Raced?")+`,"answers":{"Raced?":"a"}}`)+`;;
esac`)
	command := func(path string) map[string]string { return map[string]string{"type": "command", "command": path} }
	group := func(paths ...string) any {
		var commands []any
		for _, path := range paths {
			commands = append(commands, command(path))
		}
		return []any{map[string]any{"matcher": "AskUserQuestion", "hooks": commands}}
	}
	l.Settings(l.JSON(map[string]any{"hooks": map[string]any{
		"PreToolUse": group(slow, pre, fast), "PermissionRequest": group(permission), "PostToolUse": group(post),
	}}))
	for _, text := range []string{"Answered?", "Swallowed?", "Denied?", "Blocked?", "Permitted?", "Raced?", "Fails?", "Silent?", "Replaced?"} {
		l.Turns(ct.Ask(ct.Choice(text, "a", "b")))
	}
	l.Turns(ct.Text("after all"))
	s := l.Interactive("--permission-mode", "default")
	s.Prompt("go")
	for _, text := range []string{"Fails?", "Silent?", "Replaced?"} {
		s.WaitDialog(text)
		s.Key("enter")
	}
	s.WaitText("after all")
	s.Quit()
	asked, records := read(t, l)
	compare(t, happened(asked), []string{
		`Answered? picked "b" by other-hook pre`,
		`Swallowed? unanswered "" by other-hook pre`,
		`Denied? denied "" by other-hook .`,
		`Blocked? denied "" by other-hook pre`,
		`Permitted? picked "a" by other-hook .`,
		`Raced? picked "b" by other-hook slow`,
		`Fails? picked "a" by you .`,
		`Silent? picked "a" by you .`,
		`Replaced? picked "b" by other-hook post`,
	})
	var got []string
	for _, h := range records {
		what := fmt.Sprintf("%s %s %s %q", h.Event, h.Kind, filepath.Base(h.Command), h.Decision)
		if h.UpdatesInput {
			what += fmt.Sprintf(" rewrites %d", len(h.Questions))
		}
		if len(h.Answers) > 0 {
			what += " answers " + h.Answers[0].Answer
		}
		got = append(got, what)
		if h.Time.IsZero() || h.ToolUseID == "" || h.Tool != "AskUserQuestion" || h.Session == "" {
			t.Errorf("incomplete: %+v", h)
		}
		if h.Event != hooks.EventPermissionRequest && h.Kind != "denied" && h.Duration == 0 {
			t.Errorf("no duration: %+v", h)
		}
	}
	compare(t, got, []string{
		`PreToolUse success pre "allow" rewrites 1 answers b`,
		`PreToolUse success pre "allow" rewrites 1`,
		`PreToolUse denied . "deny"`,
		`PreToolUse denied pre "deny"`,
		`PermissionRequest permission_decision . "allow"`,
		`PreToolUse success fast "allow" rewrites 1 answers a`,
		`PreToolUse success slow "allow" rewrites 1 answers b`,
		`PreToolUse non_blocking_error pre ""`,
		`PostToolUse success post "" answers b`,
	})
}
