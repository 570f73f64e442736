//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// told is a session in a terminal in which stories are told one after the other. One that
// fails ends those after it.
type told struct {
	lab
	*ct.Session
	stories, results int
	rules            string     // the preferences that every story begins with
	program          *ct.Stream // a session in which a program is asked in place of a person
}

// story tells one, with rules of its own.
func (s *told) story(t *testing.T, name string, tell func(l lab)) {
	t.Helper()
	if !t.Run(name, func(t *testing.T) {
		l := lab{s.Lab, t}
		s.forget(l)
		tell(l)
	}) {
		t.FailNow()
	}
}

// forget removes all rules but those of every story.
func (s *told) forget(l lab) {
	l.t.Helper()
	musttest.Do(l.t, os.RemoveAll(filepath.Join(l.Home, ".config", "neverask")))
	if s.rules != "" {
		l.preferences(s.rules)
	}
}

// ask lets the model ask, and returns the text of its turn after that. Before, it waits until the client has written
// the turn before, and so who gave its answers; a turn that was declined never comes.
func (s *told) ask(turn ct.Turn) (after string) {
	s.t.Helper()
	for range 20 {
		if s.stories == 0 || s.written(fmt.Sprintf("finished with %02d", s.stories)) > 0 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.stories++
	after = fmt.Sprintf("finished with %02d", s.stories)
	s.Turns(turn, ct.Text(after))
	s.Prompt(fmt.Sprintf("hello %02d", s.stories))
	return after
}

// result returns the next tool result.
func (s *told) result() ct.ToolResult {
	s.t.Helper()
	s.results++
	return s.WaitToolResult(s.results)
}

// unasked lets the model ask, fails when a dialog was shown, and returns the tool result.
func (s *told) unasked(l lab, turn ct.Turn) ct.ToolResult {
	l.t.Helper()
	before := len(s.Raw())
	after := s.ask(turn)
	r := s.result()
	s.WaitText(after)
	if strings.Contains(string(s.Raw()[before:]), footer) {
		l.t.Errorf("a dialog was shown:\n%s", s.Screen())
	}
	return r
}

// TestClientQuestions has a person be asked, or not, in one session, and a program in
// another one.
func TestClientQuestions(t *testing.T) {
	l := newLab(t)
	before := "{\n    \"model\": \"opus\"\n}"
	l.Settings(before)
	l.install()
	s := &told{lab: l, Session: l.Interactive()}
	const color = "Which color?"
	runners, colors := ct.Choice(runner, "jest", "vitest"), ct.Choice(color, "red", "blue")
	var id, part string // of rules

	s.story(t, "ClientIsAnswered", func(l lab) {
		id = l.rule("--question", library, "--answer", "recommended")
		// A rule that was typed: the person is asked once, with its option first.
		s.ask(ct.Ask(libraries()))
		if screen := s.WaitDialog(library); !strings.Contains(screen, "1. date-fns") || !strings.Contains(screen, "Your preference.") {
			l.t.Errorf("the rule's option is not first, or not marked:\n%s", screen)
		}
		s.Key("enter")
		s.result()
		s.WaitText("no answer of yours to exactly this counts yet")
		l.says(s.unasked(l, ct.Ask(libraries())), `"`+library+`"="date-fns (Recommended)"`)
		// The automatic answer is disclosed to the person and to the model.
		s.WaitText("neverask answered")
		l.WaitRequest("the disclosure", func(r ct.Request) bool { return strings.Contains(r.Text(), "the user's saved preferences") })
		if out := l.neverask("status"); !strings.Contains(out, "2 questions, 1 answered for you") {
			l.t.Errorf("status does not count the answer:\n%s", out)
		}
	})
	s.story(t, "ClientWithPartOfACallAnswered", func(l lab) {
		part = l.seenRule(runners, "--question", runner, "--answer", "jest")
		s.ask(ct.Ask(runners, colors))
		if screen := s.WaitDialog(color); strings.Contains(screen, runner) {
			l.t.Errorf("the decided question is asked:\n%s", screen)
		}
		s.Key("down", "enter")
		l.says(s.result(), `"`+runner+`"="jest"`, `"`+color+`"="blue"`)
	})
	s.story(t, "ClientHistoryWithNeverask", func(l lab) {
		var got []string
		for _, q := range l.asked(4) {
			got = append(got, fmt.Sprintf("%s %s %s by %s %s", q.Question, q.Outcome, q.Answer, q.By, q.Rule))
		}
		want := []string{
			library + " picked date-fns (Recommended) by you " + id,
			library + " picked date-fns (Recommended) by neverask " + id,
			runner + " picked jest by neverask " + part,
			color + " picked blue by you ",
		}
		if !slices.Equal(got, want) {
			l.t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
	s.story(t, "ClientShowsThePreferredOptionFirst", func(l lab) {
		const name = "Which name should it have?"
		l.rule("--question", name, "--mode", "prefer", "--answer", "reader")
		s.ask(ct.Ask(ct.Choice(name, "parser", "reader")))
		if screen := s.WaitDialog(name); !strings.Contains(screen, "1. reader") {
			l.t.Errorf("the preferred option is not first:\n%s", screen)
		}
		s.Key("enter")
		l.says(s.result(), "reader")
	})
	s.program = l.host(append(l.MCPServer("helper", ct.OK), l.MCPServer("conductor", ct.OK)...)...)
	s.story(t, "ClientAsksWhatCannotBeUndone", func(l lab) {
		const push = "Force push the branch to origin?"
		l.rule("--question", push, "--answer", "Yes")
		l.question(s.program, ct.Choice(push, "Yes", "No"), "Yes")
	})
	s.story(t, "ClientWithSeveralLabels", func(l lab) {
		q := ct.Choice("Which days?", "Mon", "Tue", "Wed")
		q.MultiSelect = true
		l.seenRule(q, "--question", q.Question, "--labels", "Mon,Tue")
		l.says(l.answered(s.program, ct.Ask(q)), `"Which days?"="Mon, Tue"`)
	})
	s.story(t, "ClientWithAnMCPServerThatTakesAnswers", func(l lab) {
		l.preferences(`{"version":1,"mcp":{"helper":"answers","conductor":"answers"}` + mcpRule)
		l.keeps("helper", libraries(), "moment")
		l.says(l.answered(s.program, ct.AskMCP("helper", libraries())), "MCP-ANSWERED", library, "moment")
		// What the person answered to one server says nothing of another's question.
		if r := l.answered(s.program, ct.AskMCP("conductor", libraries())); r.IsError || strings.Contains(r.Text, "moment") {
			l.t.Errorf("another server is answered: %+v", r)
		}
	})
	s.story(t, "ClientWithAnMCPServerThatIsDenied", func(l lab) {
		// "conductor" is denied without being told to.
		l.preferences(`{"version":1` + mcpRule)
		l.keeps("conductor", libraries(), "moment")
		r := l.answered(s.program, ct.AskMCP("conductor", libraries()))
		if !r.IsError {
			l.t.Errorf("not denied: %+v", r)
		}
		l.says(r, "moment")
	})
	s.story(t, "ClientWithBrokenPreferences", func(l lab) {
		l.preferences(`{"version":1,"rules":[{"id":"x",]}`)
		l.question(s.program, ct.Choice("Is it broken?", "Yes", "No"), "Yes")
		if out := l.neverask("status"); !strings.Contains(out, "preferences.json:1:") {
			l.t.Errorf("status does not show the error:\n%s", out)
		}
	})
	s.story(t, "ClientAsksWithoutARule", func(l lab) {
		l.says(l.question(s.program, ct.Choice("Is there a rule?", "Yes", "No"), "No"), `"="No"`)
	})
	s.story(t, "ClientWhenTheHookHangs", func(l lab) {
		q := ct.Choice("Does it hang?", "Yes", "No")
		l.seenRule(q, "--question", q.Question, "--answer", "Yes")
		hook := filepath.Join(l.Home, ".local", "share", "neverask", "bin", "neverask-hook")
		for _, move := range [][2]string{{hook, hook + "-real"}, {l.Script("hang", "sleep 300"), hook}} {
			musttest.Do(l.t, os.Rename(move[0], move[1]))
		}
		l.says(l.question(s.program, q, "No"), `"="No"`)
		musttest.Do(l.t, os.Rename(hook+"-real", hook))
	})
	s.story(t, "ClientAsksAgainAfterUninstall", func(l lab) {
		q := ct.Choice("Which format should we use?", "json", "yaml")
		l.seenRule(q, "--question", q.Question, "--answer", "yaml")
		s.results = len(l.ToolResults())
		l.says(s.unasked(l, ct.Ask(q)), `"="yaml"`)
		l.neverask("uninstall", "--yes")
		if after, err := os.ReadFile(l.SettingsPath()); err != nil || string(after) != before {
			l.t.Errorf("after uninstalling: %q, %v", after, err)
		}
		l.says(l.question(l.host(), q, "json"), `"="json"`)
	})
}

const mcpRule = `,"rules":[{"id":"lib","match":{"text":"` + library + `"},"mode":"never-ask","answer":"moment"}]}`
