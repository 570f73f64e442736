package prompt

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// typing returns a Terminal on which lines are typed, and its output.
func typing(lines string) (*Terminal, *strings.Builder) {
	var out strings.Builder
	return New(strings.NewReader(lines), &out, nil), &out
}

func TestConfirm(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bool
	}{
		{"y\n", true}, {"YES\n", true}, {" yes \n", true}, {"y", true},
		{"", false}, {"\n", false}, {"n\n", false}, {"maybe\n", false}, {"ye\n", false}, {"y\x03\n", false},
	} {
		in, want := c.in, c.want
		term, out := typing(in)
		got, err := term.Confirm(t.Context(), "Apply?")
		if got != want || err != nil || out.String() != "Apply? [y/N] " {
			t.Errorf("%q: got %v, %v, %q", in, got, err, out.String())
		}
	}
}

func TestWord(t *testing.T) {
	for in, want := range map[string]string{"\n": "skip", "acc\n": "accept", "SKIP\n": "skip", "x\x1b[2J\nq\n": "quit", "": ""} {
		term, out := typing(in)
		got, err := term.Word(t.Context(), "What now?", "accept", "quit", "skip")
		if got != want || (err != nil) != (want == "") || err != nil && !errors.Is(err, ErrEnded) {
			t.Errorf("%q: got %q, %v", in, got, err)
		}
		if !strings.HasPrefix(out.String(), "What now? accept, quit or skip [skip]: ") || strings.Contains(out.String(), "\x1b") {
			t.Errorf("%q: asked %q", in, out.String())
		}
	}
}

func TestLine(t *testing.T) {
	term, out := typing("\n  other  \n")
	for _, want := range []string{"o\x1bld", "other"} {
		if got, err := term.Line(t.Context(), "Name", "o\x1bld"); got != want || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if s := out.String(); strings.Contains(s, "\x1b") || !strings.HasPrefix(s, "Name [o") {
		t.Errorf("asked %q", s)
	}
}

func TestList(t *testing.T) {
	preset := colors(false, false)
	preset.Preset, preset.Tries = "Green", 2
	for _, tt := range []struct {
		q        Question
		in, want string
		err      error
	}{
		{colors(false, true), "2\n", "Blue, dark", nil},
		{colors(false, true), "9\n1\n", "Red", nil},
		{colors(false, true), "yellow\n", "yellow", nil},
		{colors(true, true), "1,3\n", "Red, Green", nil},
		{colors(false, true), "\n", "", ErrDeclined},
		{colors(false, true), "", "", ErrEnded},
		{preset, "\n", "Green", nil},
		{preset, "x\nRED\n", "Red", nil},
		{preset, "x\ny\n1\n", "", ErrDeclined},
	} {
		tt.q.Text, tt.q.Options[0].Description = "Which\x1b[2J?", "as\abl\rood"
		term, out := typing(tt.in)
		labels, err := term.Choose(t.Context(), tt.q)
		if got := strings.Join(labels, ", "); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%q: got %q, %v", tt.in, got, err)
		}
		if strings.ContainsAny(out.String(), "\x1b\a\r") {
			t.Errorf("%q: printed %q", tt.in, out.String())
		}
	}
}

// TestGivenUpReadIsTakenUp: a question whose context ends stops waiting, and the line that it was
// reading answers the next one.
func TestGivenUpReadIsTakenUp(t *testing.T) {
	in, typed, err := os.Pipe()
	musttest.Do(t, err)
	defer in.Close()
	defer typed.Close()
	term := New(in, io.Discard, nil)
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		if _, err := term.Choose(ctx, colors(false, true)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		cancel()
	}
	if _, err := typed.WriteString("2\n3\n"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Blue, dark", "Green"} {
		if labels, err := term.Choose(t.Context(), colors(false, true)); strings.Join(labels, "") != want || err != nil {
			t.Errorf("got %q, %v", labels, err)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, tt := range []struct {
		accessible, term string
		want             bool
	}{{"", "xterm", false}, {"1", "xterm", true}, {"", "dumb", true}, {"", "", false}} {
		env := map[string]string{"ACCESSIBLE": tt.accessible, "TERM": tt.term}
		if got := Plain(func(name string) string { return env[name] }); got != tt.want {
			t.Errorf("%v: got %v", env, got)
		}
	}
}
