package preferences

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/musttest"
)

// do makes an edit in the book's file and returns what became of the text.
func (w world) do(t *testing.T, e Edit) (string, error) {
	t.Helper()
	_, err := w.store.Update(t.Context(), w.path, "rules", e)
	b, readErr := os.ReadFile(w.path)
	if readErr != nil && !os.IsNotExist(readErr) {
		t.Fatal(readErr)
	}
	return string(b), err
}

// world is a book with what it needs.
type world struct {
	*Book
	store *settings.Store
	path  string
}

const handWritten = `{
  "version": 1,
  "rules": [],
  "toolRules": [
    { "id": "a",  "tool": "Bash", "act": "ask",
      "message": "why not" },
    {"id":"broken","tool":"Bash","act":"what"},
    {"tool":"Edit","act":"deny","message":"no"}
  ],
  "session": "auto"
}
`

func now() time.Time { return time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC) }

func toolWorld(t *testing.T, content string) world {
	t.Helper()
	dir := t.TempDir()
	store := settings.NewStore(dir+"/state", now)
	w := world{Open(dir+"/preferences.json", store, now), store, dir + "/preferences.json"}
	if content != "" {
		musttest.Write(t, w.path, content)
	}
	return w
}

func TestToolRulesInANewFile(t *testing.T) {
	w := toolWorld(t, "")
	if list, problems, err := w.ReadTools(); list != nil || problems != nil || err != nil {
		t.Error(list, problems, err)
	}
	got, err := w.do(t, w.AddTool(&toolrule.Rule{ID: "a", Tool: "Bash", Act: toolrule.Ask}, "x"))
	if err != nil || !strings.HasPrefix(got, "{\n  \"version\": 1,\n  \"toolRules\": [") {
		t.Errorf("%s, %v", got, err)
	}
}

func TestToolRulesThatAreRefused(t *testing.T) {
	keep := func(r toolrule.Rule) (toolrule.Rule, error) { return r, nil }
	for name, tt := range map[string]struct {
		edit func(w world) Edit
		want string
	}{
		"no such rule":      {func(w world) Edit { return w.Removing("a", "z") }, "z: no such rule"},
		"nothing to change": {func(w world) Edit { return w.ChangeTool("z", keep) }, "z: no such rule"},
		"change a broken":   {func(w world) Edit { return w.ChangeTool("broken", keep) }, "broken: no such rule"},
		"move a stranger":   {func(w world) Edit { return w.Moving("z", 0) }, "z: no such rule"},
		"move too far":      {func(w world) Edit { return w.Moving("a", 3) }, "there are 3 rules"},
		"change into broken": {func(w world) Edit {
			return w.ChangeTool("a", func(r toolrule.Rule) (toolrule.Rule, error) { r.Act = "x"; return r, nil })
		}, "unknown act"},
		"refuse in the edit": {func(w world) Edit {
			return w.ChangeTool("a", func(r toolrule.Rule) (toolrule.Rule, error) { return r, errors.New("mind changed") })
		}, "mind changed"},
		"add a broken one": {func(w world) Edit {
			return w.AddTool(&toolrule.Rule{Tool: "AskUserQuestion", Act: toolrule.Ask}, "x")
		}, "asks questions"},
	} {
		w := toolWorld(t, handWritten)
		if got, err := w.do(t, tt.edit(w)); err == nil || !strings.Contains(err.Error(), tt.want) || got != handWritten {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	for content, want := range map[string]string{
		`{"version":1,`:                  "preferences.json:1:14: ",
		`{"version":2}`:                  `"version" is not 1`,
		`{"version":1,"toolRules":{}}`:   `"toolRules" is not an array`,
		`{"version":1,"toolRules":null}`: `"toolRules" is not an array`,
	} {
		w := toolWorld(t, content)
		if got, err := w.do(t, w.AddTool(&toolrule.Rule{Tool: "Bash", Act: toolrule.Ask}, "x")); err == nil || !strings.Contains(err.Error(), want) || got != content {
			t.Errorf("%s: %v, %s", content, err, got)
		}
	}
}
