package config

import (
	"slices"
	"strings"
	"testing"

	"neverask/settings"
	"neverask/settings/musttest"
)

const crowded = `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "bash only"}]
      },
      {
        "hooks": [
          {"type": "command", "command": "log", "zzz": 1.50},
          {"type": "command", "command": "deny"},   
          {"type": "http", "url": "http://x"}
        ]
      },
      {"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "answer"}]},
      {"matcher": "AskUserQuestion", "hooks": [{"type": "command", "command": "only"}]}
    ],
    "PostToolUse": [{"hooks": [{"type": "command", "command": "post"}]}]
  }
}
`

func at(group, handler int) Place { return Place{"PreToolUse", group, handler} }

func parkOrNarrow(t *testing.T, park, narrow []Place) settings.Document {
	t.Helper()
	doc, err := ParkOrNarrow(parse(t, crowded), park, narrow)
	musttest.Do(t, err)
	return doc
}

// fires lists the commands that run before a tool.
func fires(t *testing.T, doc settings.Document, tool string) string {
	t.Helper()
	groups, err := Read(doc)
	musttest.Do(t, err)
	var found []string
	for _, g := range groups {
		for _, h := range g.Handlers {
			if g.Event == "PreToolUse" && Fires(g, h, tool) {
				found = append(found, h.Summary())
			}
		}
	}
	return strings.Join(found, ", ")
}

var displacements = []struct {
	name         string
	park, narrow []Place
	ask, edit    string // what fires then
}{
	{"park one of several", []Place{at(1, 1)}, nil, "log, http://x, answer, only", "log, http://x, answer"},
	{"park two of several", []Place{at(1, 0), at(1, 2)}, nil, "deny, answer, only", "deny, answer"},
	{"park a whole group", []Place{at(3, 0)}, nil, "log, deny, http://x, answer", "log, deny, http://x, answer"},
	{"park all", []Place{at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(3, 0)}, nil, "", ""},
	{"narrow a list", nil, []Place{at(2, 0)}, "log, deny, http://x, only", "log, deny, http://x, answer"},
	{"narrow a whole group", nil, []Place{at(1, 0), at(1, 1), at(1, 2)}, "answer, only", "log, deny, http://x, answer"},
	{"narrow one of several", nil, []Place{at(1, 1)}, "log, http://x, answer, only", "log, http://x, deny, answer"},
	{"park one and narrow the others", []Place{at(1, 0)}, []Place{at(1, 1), at(1, 2)}, "answer, only", "deny, http://x, answer"},
	{"in several groups", []Place{at(3, 0)}, []Place{at(1, 1), at(2, 0)}, "log, http://x", "log, http://x, deny, answer"},
}

func TestDisplaceAndReplace(t *testing.T) {
	original, err := Read(parse(t, crowded))
	musttest.Do(t, err)
	for _, c := range displacements {
		t.Run(c.name, func(t *testing.T) {
			doc := parkOrNarrow(t, c.park, c.narrow)
			if got := fires(t, doc, "AskUserQuestion"); got != c.ask {
				t.Errorf("on a question: %s, want %s", got, c.ask)
			}
			if got := fires(t, doc, "Edit"); got != c.edit {
				t.Errorf("on an edit: %s, want %s", got, c.edit)
			}
			if got := fires(t, doc, "Bash"); !strings.HasPrefix(got, "bash only") {
				t.Errorf("on a command: %s", got)
			}
			narrowings := Narrowings(doc.Edits())
			for _, p := range c.narrow {
				g := original[p.Group]
				if !slices.ContainsFunc(narrowings, func(n Narrowing) bool {
					is := Group{Event: n.Event, Matcher: n.Is}
					return n.Handler.Summary() == g.Handlers[p.Handler].Summary() && sameMatcher(Group{Matcher: n.Was}, g) && !Fires(is, n.Handler, "AskUserQuestion")
				}) {
					t.Errorf("narrowed are %+v, without %v", narrowings, p)
				}
			}
			if len(narrowings) != len(c.narrow) {
				t.Errorf("narrowed are %+v, want %v", narrowings, c.narrow)
			}
			back, err := PutBack(parse(t, string(doc.Bytes())), doc.Edits())
			if err != nil || string(back.Bytes()) != crowded {
				t.Errorf("put back: %v\n%s", err, back.Bytes())
			}
		})
	}
}

// sorted forgets the order of a list: hooks run side by side.
func sorted(list string) string {
	items := strings.Split(list, ", ")
	slices.Sort(items)
	return strings.Join(items, ", ")
}

// TestReplaceAfterOthersHaveEdited: what was taken out comes back, and what
// others have done stays.
func TestReplaceAfterOthersHaveEdited(t *testing.T) {
	for _, c := range displacements {
		t.Run(c.name, func(t *testing.T) {
			before := parkOrNarrow(t, c.park, c.narrow)
			edits := before.Edits()
			after := parse(t, string(before.Bytes()))
			var err error
			if after, err = after.Insert(settings.Path{"hooks", "PreToolUse"}, 0, `{"matcher":"Read","hooks":[{"type":"command","command":"new"}]}`); err != nil {
				t.Fatal(err)
			}
			if after, err = PutBack(after, edits); err != nil {
				t.Fatal(err)
			}
			want := fires(t, parse(t, crowded), "AskUserQuestion")
			if got := fires(t, after, "AskUserQuestion"); sorted(got) != sorted(want) {
				t.Errorf("on a question: %s, want %s", got, want)
			}
			if got := fires(t, after, "Read"); !strings.HasPrefix(got, "new") {
				t.Errorf("the new hook is gone: %s", got)
			}
		})
	}
}

func TestReplaceAfterTheGroupWasEdited(t *testing.T) {
	doc := parkOrNarrow(t, []Place{at(1, 1)}, nil)
	edits := doc.Edits()
	text := strings.Replace(string(doc.Bytes()), `"command": "log"`, `"command": "log --loud"`, 1)
	after, err := PutBack(parse(t, text), edits)
	musttest.Do(t, err)
	if got, want := fires(t, after, "Edit"), "log --loud, http://x, answer, deny"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReplaceAfterTheHooksAreGone(t *testing.T) {
	edits := parkOrNarrow(t, []Place{at(3, 0)}, nil).Edits()
	after, err := PutBack(parse(t, `{"model":"opus"}`), edits)
	musttest.Do(t, err)
	if got := fires(t, after, "AskUserQuestion"); got != "only" {
		t.Errorf("got %q", got)
	}
}

func TestDisplaceRefusesToNarrowWhatIsForQuestionsAlone(t *testing.T) {
	if _, err := ParkOrNarrow(parse(t, crowded), nil, []Place{at(3, 0)}); err == nil {
		t.Error("no error")
	}
}
