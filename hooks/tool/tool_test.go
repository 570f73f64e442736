package tool

import (
	"fmt"
	"reflect"
	"testing"

	"neverask/hooks"
)

func value(t testing.TB, text string) hooks.Value {
	t.Helper()
	v, err := hooks.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// whole are inputs with every member of their tool, and one that is new.
var whole = []struct {
	tool, text string
	want       func(raw hooks.Value) Input
}{
	{"Bash", `{"command":"ls","timeout":3e3,"description":"d","run_in_background":true,"dangerouslyDisableSandbox":true,"x":1.50}`, func(raw hooks.Value) Input {
		return Bash{"ls", 0, "d", true, true, raw} // 3e3 is no whole number as it is written
	}},
	{"Read", `{"file_path":"/f","offset":2,"limit":3,"pages":"1-2","allow_large":true,"x":1.50}`, func(raw hooks.Value) Input {
		return Read{"/f", 2, 3, "1-2", true, raw}
	}},
	{"Write", `{"file_path":"/f","content":"<c>","x":1.50}`, func(raw hooks.Value) Input { return Write{"/f", "<c>", raw} }},
	{"Edit", `{"file_path":"/f","old_string":"a","new_string":"","replace_all":true,"x":1.50}`, func(raw hooks.Value) Input {
		return Edit{"/f", "a", "", true, raw}
	}},
	{"Glob", `{"pattern":"*.go","path":"/p","x":1.50}`, func(raw hooks.Value) Input { return Glob{"*.go", "/p", raw} }},
	{"Grep", `{"pattern":"p","path":"/p","glob":"g","output_mode":"count","type":"go","-B":1,"-A":2,"-C":3,"context":4,"-n":false,"-i":true,"-o":true,"head_limit":5,"offset":6,"multiline":true,"x":1.50}`,
		func(raw hooks.Value) Input {
			return Grep{"p", "/p", "g", "count", "go", 1, 2, 3, 4, new(false), true, true, 5, 6, true, raw}
		}},
	{"WebFetch", `{"url":"u","prompt":"p","offset":1,"x":1.50}`, func(raw hooks.Value) Input { return WebFetch{"u", "p", 1, raw} }},
	{"WebSearch", `{"query":"q","allowed_domains":["a","b"],"blocked_domains":["c"],"x":1.50}`, func(raw hooks.Value) Input {
		return WebSearch{"q", []string{"a", "b"}, []string{"c"}, raw}
	}},
	{"Agent", agent, wholeAgent},
	{"Task", agent, wholeAgent},
	{"AskUserQuestion", `{"questions":[{"question":"Q?","header":"h","multiSelect":true,"options":[{"label":"a","description":"d","preview":"p"},{"label":"b","description":""}]}],"answers":{"Q?":"a"},"annotations":{},"metadata":{"source":"x"},"x":1.50}`,
		func(raw hooks.Value) Input {
			return AskUserQuestion{
				[]Question{{"Q?", "h", true, []Option{{"a", "d", "p"}, {"b", "", ""}}}}, raw.Get("answers"), raw.Get("annotations"), raw.Get("metadata"), raw,
			}
		}},
	{"mcp__s__t", `{"x":1.50}`, func(raw hooks.Value) Input { return Other{"mcp__s__t", raw} }},
}

const agent = `{"description":"d","prompt":"p","subagent_type":"s","model":"opus","effort":"low","run_in_background":true,"name":"n","team_name":"t","mode":"plan","isolation":"worktree","x":1.50}`

func wholeAgent(raw hooks.Value) Input {
	return Agent{"d", "p", "s", "opus", "low", true, "n", "t", "plan", "worktree", raw}
}

func TestEveryToolKeepsWhatItDoesNotKnow(t *testing.T) {
	for _, tt := range whole {
		raw := value(t, tt.text)
		got := Parse(tt.tool, raw)
		if want := tt.want(raw); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", tt.tool, got, want)
		}
		if back := got.Value().Raw(); back != tt.text {
			t.Errorf("%s: unchanged, but written as %s", tt.tool, back)
		}
	}
}

func TestOnlyChangesAreWritten(t *testing.T) {
	for _, tt := range []struct{ tool, text, want string }{
		{"Bash", `{"x":1.50, "command":"ls","timeout":30}`, `{"x":1.50, "command":"ls -l","timeout":30,"run_in_background":true}`},
		{"Grep", `{"pattern":"p","-n":true}`, `{"pattern":"p","-n":false,"-C":2}`},
		{"WebSearch", `{"query":"q","allowed_domains":["a"]}`, `{"query":"q","allowed_domains":["a","b"]}`},
		{"Edit", `{"file_path":"/f"}`, `{"file_path":"/f","old_string":"","new_string":"new"}`},
		{"Write", ``, `{"file_path":"/g","content":""}`},
	} {
		var raw hooks.Value
		if tt.text != "" {
			raw = value(t, tt.text)
		}
		var changed Input
		switch in := Parse(tt.tool, raw).(type) {
		case Bash:
			in.Command, in.RunInBackground = in.Command+" -l", true
			changed = in
		case Grep:
			in.LineNumbers, in.Around = new(false), 2
			changed = in
		case WebSearch:
			in.AllowedDomains = append(in.AllowedDomains, "b")
			changed = in
		case Edit:
			in.NewString = "new"
			changed = in
		case Write:
			in.FilePath = "/g"
			changed = in
		}
		if got := changed.Value().Raw(); !sameMembers(t, got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.tool, got, tt.want)
		}
	}
	twice := value(t, `{"command":"a","command":"b"}`)
	in := Parse("Bash", twice).(Bash)
	in.Description = "d"
	if got := in.Value(); got.Raw() != twice.Raw() {
		t.Errorf("an input that cannot be read was changed: %s", got.Raw())
	}
}

// sameMembers: where new members stand does not matter, what they are does.
func sameMembers(t *testing.T, a, b string) bool {
	t.Helper()
	members := func(text string) map[string]string {
		m := map[string]string{}
		for member := range value(t, text).Members() {
			m[member.Name] = member.Value.Raw()
		}
		return m
	}
	return reflect.DeepEqual(members(a), members(b))
}

func TestMembersOfTheWrongTypeAreMissing(t *testing.T) {
	in := Parse("Bash", value(t, `{"command":["ls"],"timeout":"30","run_in_background":"true"}`)).(Bash)
	if in.Command != "" || in.Timeout != 0 || in.RunInBackground {
		t.Errorf("got %+v", in)
	}
	if in := Parse("Grep", value(t, `[]`)).(Grep); !reflect.DeepEqual(in, Grep{Raw: value(t, `[]`)}) {
		t.Errorf("got %+v", in)
	}
}

func TestAnsweredIsAllOrNothing(t *testing.T) {
	ask := Parse("AskUserQuestion", value(t, `{"questions":[{"question":"One?"},{"question":"Two \"x\"?"}],"metadata":{"n":1.0}}`)).(AskUserQuestion)
	input, ok := ask.Answered(func(q Question) string { return "yes, " + q.Question })
	want := `{"questions":[{"question":"One?"},{"question":"Two \"x\"?"}],"metadata":{"n":1.0},"answers":{"One?":"yes, One?","Two \"x\"?":"yes, Two \"x\"?"}}`
	if !ok || input.Raw() != want {
		t.Errorf("got %s, %v", input.Raw(), ok)
	}
	same := Parse("AskUserQuestion", value(t, `{"questions":[{"question":"One?"},{"question":"One?"}]}`)).(AskUserQuestion)
	if input, ok := same.Answered(func(Question) string { return "yes" }); !ok || input.Get("answers").Raw() != `{"One?":"yes"}` {
		t.Errorf("the same question twice: %s, %v", input.Raw(), ok)
	}
	unreadable := Parse("AskUserQuestion", value(t, `{"questions":[{"question":"One?"}],"x":1,"x":2}`)).(AskUserQuestion)
	for _, a := range []AskUserQuestion{ask, {}, unreadable} {
		if input, ok := a.Answered(func(q Question) string {
			if q.Question == "One?" || len(a.Questions) == 1 {
				return "yes"
			}
			return ""
		}); ok {
			t.Errorf("got %s", input.Raw())
		}
	}
}

func ExampleParse() {
	input, _ := hooks.Parse(`{"command":"go test ./...","timeout":30000}`)
	if bash, ok := Parse("Bash", input).(Bash); ok {
		bash.Command = "nice " + bash.Command
		fmt.Println(bash.Value().Raw())
	}
	// Output: {"command":"nice go test ./...","timeout":30000}
}
