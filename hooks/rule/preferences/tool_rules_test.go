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

// TestToolRulesThatAreRead: the broken ones are problems, and a file that is broken as a whole is named with the place.
func TestToolRulesThatAreRead(t *testing.T) {
	t.Parallel()
	w := toolWorld(t, handWritten)
	list, problems, err := w.ReadTools()
	musttest.Do(t, err)
	if len(list) != 2 || list[0].ID != "a" || list[1].Tool != "Edit" || list[1].ID == "" ||
		len(problems) != 1 || problems[0].Rule != "broken" || problems[0].Line != 7 {
		t.Errorf("%+v, %+v", list, problems)
	}
	for _, content := range []string{"{", `{"version":1,"toolRules":[}`} {
		musttest.Write(t, w.path, content)
		if list, _, err := w.ReadTools(); err == nil || list != nil || !strings.Contains(err.Error(), w.path+":1:") {
			t.Errorf("%s: %+v, %v", content, list, err)
		}
	}
}

// TestAddingNewTools: an import that is repeated adds nothing, and takes the ID of no other rule.
func TestAddingNewTools(t *testing.T) {
	t.Parallel()
	w := toolWorld(t, handWritten)
	known := toolrule.Rule{ID: "z", Tool: "Bash", Act: toolrule.Ask, Message: "why not", Note: "from elsewhere"}
	other := toolrule.Rule{ID: "a", Tool: "Write", Act: toolrule.Deny, Message: "no"}
	broken := toolrule.Rule{Tool: "AskUserQuestion", Act: toolrule.Ask}
	for _, want := range []int{1, 0} {
		var added []toolrule.Rule
		_, err := w.do(t, w.AddingNewTools([]toolrule.Rule{known, other, other}, "import x", &added))
		musttest.Do(t, err)
		if len(added) != want || want == 1 &&
			(added[0].Tool != "Write" || added[0].ID == "a" || added[0].Created.By != "import x") {
			t.Errorf("added %+v, want %d", added, want)
		}
	}
	list, _, err := w.ReadTools()
	musttest.Do(t, err)
	if len(list) != 3 || list[2].Tool != "Write" || w.Line(list[2].ID) == 0 {
		t.Errorf("the file has %+v", list)
	}
	before := string(musttest.Read(t, w.path))
	among := []toolrule.Rule{{Tool: "Glob", Act: toolrule.Ask}, broken}
	got, err := w.do(t, w.AddingNewTools(among, "x", new([]toolrule.Rule)))
	if err == nil || got != before {
		t.Errorf("a broken rule among others: %v\n%s", err, got)
	}
}
