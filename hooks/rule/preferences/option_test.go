package preferences

import (
	"context"
	"errors"
	"strings"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/settings/musttest"
)

// TestOptionsAreSet to what they may be, and only then; what is not set has its default.
func TestOptionsAreSet(t *testing.T) {
	const file = "{\n  \"version\": 1,\n  \"rules\":   []\n}\n"
	for _, tt := range []struct {
		name, value string
		before      string // "" for no such option
		ok          bool
	}{
		{"partial", "off", "on", true},
		{"session", "unattended", "auto", true},
		{"mcp.a.b", "answers", "ask", true},
		{"partial", "maybe", "on", false},
		{"session", "", "auto", false},
		{"mcp.x", "on", "ask", false},
		{"mcp.", "answers", "", false},
		{"mcp", "answers", "", false},
		{"partial.x", "on", "", false},
		{"rules", "on", "", false},
	} {
		b, path := book(t, file)
		p, _, err := b.Read()
		musttest.Do(t, err)
		o, known := OptionOf(tt.name)
		if known != (tt.before != "") || known && o.Value(tt.name, p) != tt.before {
			t.Errorf("%s: %+v, %v", tt.name, o, known)
		}
		if err := b.SetOption(context.Background(), tt.name, tt.value); (err == nil) != tt.ok {
			t.Errorf("%s to %q: %v", tt.name, tt.value, err)
		}
		content := string(musttest.Read(t, path))
		if !tt.ok && content != file || !strings.Contains(content, `"rules":   []`) {
			t.Errorf("%s to %q: the file is %s", tt.name, tt.value, content)
		}
		if p, _, err = b.Read(); err != nil || tt.ok && o.Value(tt.name, p) != tt.value {
			t.Errorf("%s to %q: %s, %v", tt.name, tt.value, content, err)
		}
	}
}

// TestStandingAnswersAreToldOnce: none is added or changed to what Claude is told already.
func TestStandingAnswersAreToldOnce(t *testing.T) {
	w := toolWorld(t, "")
	line := func(text string) standinganswer.Line { return standinganswer.Line{Text: text} }
	first := line("Reviews run in the foreground")
	_, err := w.do(t, w.AddLine(&first, "x"))
	musttest.Do(t, err)
	for _, again := range []standinganswer.Line{line(first.Text), first} {
		if _, err := w.do(t, w.AddLine(&again, "x")); !errors.Is(err, ErrRepeated) {
			t.Errorf("added again as %q: %v", again.ID, err)
		}
	}
	again := line(first.Text)
	var added []standinganswer.Line
	_, err = w.do(t, w.AddingNewLines([]standinganswer.Line{first, line("Use tabs"), line("Use tabs")}, "x", &added))
	if err != nil || len(added) != 1 || added[0].Text != "Use tabs" || added[0].ID == first.ID {
		t.Errorf("added %+v, %v", added, err)
	}
	to := func(text string) Edit {
		return w.ChangeLine(added[0].ID, func(l standinganswer.Line) (standinganswer.Line, error) { l.Text = text; return l, nil })
	}
	if _, err := w.do(t, to(first.Text)); !errors.Is(err, ErrRepeated) {
		t.Errorf("changed to the other: %v", err)
	}
	_, err = w.do(t, to("Use spaces"))
	musttest.Do(t, err)
	all, problems, err := w.ReadLines()
	if err != nil || len(problems) > 0 || len(all) != 2 || all[0].Text != first.Text || all[1].Text != "Use spaces" || all[1].ID != added[0].ID {
		t.Errorf("got %+v, %v, %v", all, problems, err)
	}
	if at := w.Line(all[1].ID); at <= w.Line(first.ID) || w.Line("gone") != 0 {
		t.Errorf("it is on line %d", at)
	}
	musttest.Write(t, w.path, "{")
	if _, err := w.do(t, w.AddLine(&again, "x")); err == nil || w.Line(first.ID) != 0 {
		t.Error("a line is added to a broken file")
	}
	if _, _, err := w.ReadLines(); err == nil || !strings.Contains(err.Error(), w.path+":1:") {
		t.Errorf("a broken file is read: %v", err)
	}
}

// TestRemoveShown: rules go together, and only as they were when the person saw them.
func TestRemoveShown(t *testing.T) {
	ctx := context.Background()
	b, path := book(t, threeRules)
	p, _, err := b.Read()
	musttest.Do(t, err)
	_, err = b.Change(ctx, "c", "rules edit", func(r question.Rule) (question.Rule, error) { r.Note = "new"; return r, nil })
	musttest.Do(t, err)
	now := musttest.Read(t, path)
	gone := p.Rules[1]
	gone.ID = "gone"
	for want, shown := range map[error][]question.Rule{ErrRuleChanged: {p.Rules[0], p.Rules[2]}, ErrNoRule: {p.Rules[0], gone}} {
		if err := b.RemoveShown(ctx, shown...); !errors.Is(err, want) || string(musttest.Read(t, path)) != string(now) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	musttest.Do(t, b.RemoveShown(ctx, p.Rules[:2]...))
	if p, _, err := b.Read(); err != nil || len(p.Rules) != 1 || p.Rules[0].ID != "c" {
		t.Errorf("left: %+v, %v", p.Rules, err)
	}
}
