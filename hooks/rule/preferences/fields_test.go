package preferences

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/musttest"
)

// everything are rules that say all that a rule can say. No one rule can.
const everything = `{
  "version": 1,
  "rules": [
    {"id": "a", "match": {"marker": "m", "exact": " e ", "text": "t", "header": "h", "options": ["Yes", "a|b"], "pattern": " p", "source": "s", "tool": "native"},
     "mode": "never-ask",  "answer": {"label": "usual"}, "project": "/w", "oneWay": "allow", "created": {"at": "2026-01-02T03:04:05Z", "by": "x"}, "note": ""},
    {"id": "b", "match": {"text": "Fix 3 tests of a.go?"}, "mode": "never-ask", "answer": {"labels": ["one"]}, "note": "n"},
    {"id": "c", "match": {"text": "Which?"}, "mode": "never-ask", "answer": "one", "same": "options"}
  ],
  "toolRules": [
    {"id": "t", "tool": "Bash|Edit", "when": [{"field": "command", "matches": " push", "not": true}, {"field": "file_path", "within": "project"}], "project": "/w", "modes": ["default", "plan"],
     "act": "ask", "message": "look", "patch": [{"field": "command", "replace": "a", "with": "b"}, {"field": "x", "set": 1.50}, {"field": "y", "delete": true}],
     "created": {"at": "2026-01-02T03:04:05Z", "by": "x"}, "note": "n"},
    {"id": "u", "tool": "Bash", "act": "ask", "patch": [{"field": "command", "replace": "a", "with": ""}]}
  ]
}
`

// TestNothingOfARuleIsLost: every field is read from a file, written as it stood there,
// told from another value, and left alone when another one is changed.
func TestNothingOfARuleIsLost(t *testing.T) {
	b, path := book(t, everything)
	p, problems, err := b.Read()
	tools, broken, toolsErr := b.ReadTools()
	if err != nil || toolsErr != nil || len(problems)+len(broken) > 0 || len(p.Rules) != 3 || len(tools) != 2 {
		t.Fatal(p, problems, err, tools, broken, toolsErr)
	}
	whole(t, questionRules, p.Rules)
	whole(t, toolRules, tools[:1]) // the other says nothing in many words
	for _, r := range p.Rules {
		staysAsItWas(t, path, func() error {
			_, err := b.Change(t.Context(), r.ID, "test", func(r question.Rule) (question.Rule, error) { return r, nil })
			return err
		})
	}
	for _, id := range []string{"t", "u"} {
		staysAsItWas(t, path, func() error {
			_, err := b.store.Update(t.Context(), path, "test", b.ChangeTool(id, func(r toolrule.Rule) (toolrule.Rule, error) { return r, nil }))
			return err
		})
	}
}

// staysAsItWas makes a change that changes nothing.
func staysAsItWas(t *testing.T, path string, change func() error) {
	t.Helper()
	err := change()
	content, readErr := os.ReadFile(path)
	if err != nil || readErr != nil || string(content) != everything {
		t.Errorf("%v, %v\n%s", err, readErr, content)
	}
}

// whole checks what the table of fields does with rules that together have them all.
func whole[T strictjson.Rule](t *testing.T, l list[T], all []T) {
	t.Helper()
	doc, err := settings.Parse([]byte(everything))
	musttest.Do(t, err)
	for _, f := range l.fields {
		said := 0
		for at, r := range all {
			var none T
			v := f.Of(&r)
			if reflect.DeepEqual(v, f.Of(&none)) {
				continue
			}
			said++
			f.Of(&none).Take(v)
			if !reflect.DeepEqual(f.Of(&none), v) || v.String() == "" && f.Name != "note" {
				t.Errorf("%s: is not taken, or not shown: %v", f.Name, v)
			}
			if v.Given() {
				if v.Set(v.String()); !reflect.DeepEqual(v, f.Of(&none)) {
					t.Errorf("%s: its line %q is read otherwise: %v, %v", f.Name, v, r, none)
				}
			}
			if text := meaningOf(l, r); text == meaningOf(l, without(l, r, f)) != (f.Part == strictjson.Naming) {
				t.Errorf("%s: a rule without it is compared wrongly: %s", f.Name, text)
			}
			// The member that is written is the one that was read.
			raw, err := encode(r)
			musttest.Do(t, err)
			var again T
			if v, err := hooks.Parse(raw); err != nil || l.fields.Read("a rule", v, &again) != nil || !reflect.DeepEqual(again, r) {
				t.Errorf("%s: read again: %v", raw, again)
			}
			read, _ := doc.Get(l.path(at)...)
			if in := []string{f.In, f.Name}; !settings.SameValue(member(t, raw, in), member(t, read.Raw, in)) {
				t.Errorf("%s: is written %s and was %s", f.Name, raw, read.Raw)
			}
		}
		if said == 0 {
			t.Errorf("no rule says %s: let one of the test say it", f.Name)
		}
	}
}

func without[T strictjson.Rule](l list[T], r T, f strictjson.Field[T]) T {
	var none T
	f.Of(&r).Take(f.Of(&none))
	return r
}

func meaningOf[T strictjson.Rule](l list[T], r T) string {
	if r, ok := any(r).(question.Rule); ok {
		return meaning(r)
	}
	return toolText(any(r).(toolrule.Rule))
}

func member(t *testing.T, raw string, names []string) string {
	t.Helper()
	for _, name := range names {
		if name == "" {
			continue
		}
		var members map[string]json.RawMessage
		musttest.Do(t, json.Unmarshal([]byte(raw), &members))
		raw = strings.TrimSpace(string(members[name]))
	}
	return raw
}

// TestEveryFieldIsTold: a rule of which another program has changed any field that
// means something is told of, in one direction at least. The notes are not.
func TestEveryFieldIsTold(t *testing.T) {
	p := parsed(t, everything)
	tools := toolsOf([]byte(everything))
	for _, f := range question.Fields() {
		told := false
		for _, r := range p.Rules {
			other := without(questionRules, r, f)
			if other.ID = r.ID; f.Name == "mode" {
				other.Mode = question.PreferMode
			}
			there, gone := question.Preferences{Rules: []question.Rule{r}}, question.Preferences{Rules: []question.Rule{other}}
			told = told || len(compareRules(there, gone))+len(compareRules(gone, there)) > 0
		}
		if told != (f.Part != strictjson.Naming) {
			t.Errorf("%s: told of: %v", f.Name, told)
		}
	}
	for _, f := range toolrule.Fields() {
		other := without(toolRules, tools[0], f)
		other.ID = tools[0].ID
		if told := len(compareTools(tools[:1], []toolrule.Rule{other})) > 0; told != (f.Part != strictjson.Naming) {
			t.Errorf("%s: told of: %v", f.Name, told)
		}
	}
}

// TestWhatNeveraskChangesHidesNothing: of a match only the field that neverask changed
// counts as seen, and not the one beside it that another program has changed before.
func TestWhatNeveraskChangesHidesNothing(t *testing.T) {
	d := newDesk(t, `{"version":1,"rules":[{"id":"a","match":{"header":"H","text":"Run the tests?"},"mode":"never-ask","answer":"Yes"}]}`)
	d.want("at first")
	d.byHand("Run the tests?", "Delete the tests?")
	if _, err := d.Change(t.Context(), "a", "test", func(r question.Rule) (question.Rule, error) { r.Match.Header = "Other"; return r, nil }); err != nil {
		t.Fatal(err)
	}
	d.want("after a change of the header", "a")
}
