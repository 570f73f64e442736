package screens

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/installer"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// lines are the screens as lines, for a person who types these.
func typedLines(typed ...string) *lineScreens {
	a := &cli.App{Stdin: strings.NewReader(strings.Join(typed, "\n") + "\n"), Stdout: io.Discard, Stderr: io.Discard, Installer: &installer.Installer{Locations: settings.Locations{Home: "/home/me"}}}
	return &lineScreens{App: a}
}

// TestLinesLoseNothing: who answers every prompt with an empty line has the rule that
// there was, whatever its labels and texts look like.
func TestLinesLoseNothing(t *testing.T) {
	match := question.Match{Text: " Which? ", Exact: " e ", Header: "h ", Options: []string{"a|b", ` c\`, "d"}, Marker: "m", Pattern: " p", Source: "s", Tool: "native"}
	for _, answer := range []question.Answer{
		{Label: "Yes"}, {Label: "recommended"}, {Label: "usual"}, {Label: "text: x"}, {Label: "a|b"}, {Label: " a"}, {Labels: []string{"one"}}, {Labels: []string{"a|b", " c"}}, {Text: " t "}, {Word: question.Usual},
	} {
		want := question.Rule{ID: "a", Match: match, Mode: question.NeverAsk, Answer: answer, Project: "/w/", Note: " n"}
		got, err := typedLines(make([]string, 30)...).fields(t.Context(), want)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %+v, %v", want, got, err)
		}
	}
}

func TestLinesOfARule(t *testing.T) {
	got, err := typedLines("prefer", "Which?", "-", "", `a | b\|c`, "", "", "", "", `x | y`, "~/work", "mine").fields(t.Context(), question.Rule{Mode: question.NeverAsk, Match: question.Match{Exact: "e", Header: "h"}})
	want := question.Rule{
		Mode: question.PreferMode, Match: question.Match{Text: "Which?", Header: "h", Options: []string{"a", "b|c"}}, Answer: question.Answer{Labels: []string{"x", "y"}}, Project: "/home/me/work", Note: "mine",
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestLinesAskForEveryField: what a person gives as a line has a prompt.
func TestLinesAskForEveryField(t *testing.T) {
	var out strings.Builder
	l := typedLines(make([]string, 30)...)
	l.Stderr = &out
	if _, err := l.fields(t.Context(), question.Rule{Mode: question.NeverAsk}); err != nil {
		t.Fatal(err)
	}
	for _, f := range question.Fields() {
		if prompts := strings.Count(out.String(), f.Label+", "+f.Help); prompts != map[bool]int{true: 1}[f.Of(new(question.Rule)).Given()] {
			t.Errorf("%s: %d prompts", f.Name, prompts)
		}
	}
}

// TestLineMenuHasEveryPlace: what the drawn screens do from Home has an entry, and their
// places have the numbers that they have there.
func TestLineMenuHasEveryPlace(t *testing.T) {
	for i, name := range []string{"Home", "Rules", "Log", "Hooks", "Conflicts", "Activity", "Changes"} {
		if lineMenu[i].name != name {
			t.Errorf("%d is %s, want %s", i+1, lineMenu[i].name, name)
		}
	}
	for _, command := range []string{"install", "log", "doctor --fix", "hooks conflicts", "undo --list"} {
		if !slices.Contains(LineCommands(), command) {
			t.Errorf("the menu does not run %s", command)
		}
	}
}
