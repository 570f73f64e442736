package diffview

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"neverask/settings/musttest"
)

// event wraps matcher groups in a settings file.
func pre(groups string) string { return `{"hooks":{"PreToolUse":[` + groups + `]}}` }

// cmd is a matcher group with one command.
func cmd(matcher, command string) string {
	return `{"matcher":"` + matcher + `","hooks":[{"type":"command","command":"` + command + `"}]}`
}

func TestChanges(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/changes.txtar")
	musttest.Do(t, err)
	cases := append(archive.Files, txtar.File{Name: "byte order mark and order of members", Data: []byte("\ufeff{\"a\":1,\"b\":\"\\u0041\"}")},
		txtar.File{Data: []byte(`{ "b": "A", "a": 1 }`)}, txtar.File{Data: []byte("= only the layout changes, no setting does\n")})
	for c := range slices.Chunk(cases, 3) {
		t.Run(c[0].Name, func(t *testing.T) {
			sum := Changes(bytes.TrimSuffix(c[0].Data, []byte("\n")), bytes.TrimSuffix(c[1].Data, []byte("\n")), func(_ string, h Handler) bool { return h.Command == "ours" })
			got := ""
			for _, r := range Semantic(sum) {
				got += r.Kind.sign() + r.String() + "\n"
			}
			if got != string(c[2].Data) {
				t.Errorf("got\n%swant\n%s", got, c[2].Data)
			}
		})
	}
}

func TestChangesOwner(t *testing.T) {
	const token = "sk-ant-0123456789"
	group := func(m string) string {
		return `{"matcher":"` + m + `","hooks":[{"type":"command","command":"ours --token ` + token + `"},{"type":"command","command":"theirs"}]}`
	}
	ours := func(event string, h Handler) bool {
		return event == "PreToolUse" && h.Command == "ours --token "+token
	}
	sum := Changes([]byte(`{}`), []byte(pre(group("a"))), ours)
	if len(sum.Changes) != 2 || sum.Changes[0].Owner != Ours || sum.Changes[1].Owner != Other || sum.count(OpAdd) != 2 {
		t.Errorf("added: %+v", sum)
	}
	sum = Changes([]byte(pre(group("a"))), []byte(pre(group("b"))), ours)
	if len(sum.Changes) != 1 || sum.Changes[0].Owner != Other || len(sum.Changes[0].Also) != 1 {
		t.Errorf("a group that is partly someone else's is someone else's: %+v", sum)
	}
}

func TestChangesJSON(t *testing.T) {
	sum := Changes([]byte(pre(`{"hooks":[{"type":"command","command":"x"}]}`)),
		[]byte(pre(`{"hooks":[{"type":"command","command":"x","args":[]}]},`+cmd("a", "y"))), nil)
	got, err := json.Marshal(sum.Changes)
	musttest.Do(t, err)
	want := `[{"op":"change","what":"handler","event":"PreToolUse","path":"/hooks/PreToolUse/0/hooks/0",` +
		`"type":"command","command":"x","args":[],"fields":[{"name":"args","new":"[]"}],"owner":"other","note":""},` +
		`{"op":"add","what":"handler","event":"PreToolUse","path":"/hooks/PreToolUse/1/hooks/0","matcher":"a","group":true,` +
		`"type":"command","command":"y","owner":"other","note":""}]`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// FuzzChanges checks that no difference in meaning goes unsaid and that none
// is made up.
// isWhole reports whether no character of a JSON text is broken.
func isWhole(text []byte) bool {
	escaped := regexp.MustCompile(`(?i)\\u(d[89a-f]|fffd)`)
	return utf8.Valid(text) && !bytes.ContainsRune(text, utf8.RuneError) && !escaped.Match(text)
}

// Characters that are broken in different ways are different, and however a string
// is spelled it is the same.
func TestChangesOfStrings(t *testing.T) {
	for _, c := range []struct {
		before, after string
		differ        bool
	}{
		{"\"\x9c\"", "\"\x9d\"", true}, {`"\ud800"`, `"\ud801"`, true}, {`"\ud800"`, "\"\ufffd\"", true}, {"\"\x9c\"", "\"\x9c\"", false},
		{`"<&\u003e"`, `"\u003c\u0026>"`, false}, {"\"\u2028\u007f\"", `"\u2028\u007F"`, false}, {`"\ud83d\ude00\/"`, `"😀/"`, false},
	} {
		for _, form := range []string{`{"a":%s}`, `{"a":[1,%s]}`, `{%s:1}`, `{"env":{%s:{}}}`} {
			before, after := fmt.Sprintf(form, c.before), fmt.Sprintf(form, c.after)
			if sum := Changes([]byte(before+" "), []byte(after), nil); (len(sum.Changes) > 0) != c.differ {
				t.Errorf("%q to %q: %+v", before, after, sum.Changes)
			}
		}
	}
}

func FuzzChanges(f *testing.F) {
	for _, s := range [][2]string{
		{pre(cmd("a", "x")), pre(cmd("b", "x"))},
		{pre(cmd("a", "x") + "," + cmd("b", "y")), pre(cmd("b", "y") + "," + cmd("a", "x"))},
		{`{"hooks":{"Stop":[{"hooks":[1,2]},3]}}`, `{"hooks":{"Stop":[3,{"hooks":[2,1],"x":{}}]}}`},
		{`{"a":[1,[2],{"b":"c"}]}`, `{"a":[[2],1,{"b":"\u0063"}]}`},
		{`{"env":{"A":"1"},"a":1}`, `{"env":{"A":"2"}}`},
		{"", "{"}, {"\ufeff{}", "[]"}, {`{"a":"\ud800"}`, `{"a":"\ud801"}`},
	} {
		f.Add([]byte(s[0]), []byte(s[1]))
	}
	f.Fuzz(func(t *testing.T, before, after []byte) {
		sum := Changes(before, after, nil)
		if rows := Semantic(sum); len(rows) == 0 && !bytes.Equal(before, after) {
			t.Errorf("no row tells %q from %q", before, after)
		}
		if len(sum.Changes) != sum.count(OpAdd)+sum.count(OpChange)+sum.count(OpRemove) {
			t.Errorf("miscounted: %+v", sum)
		}
		back := Changes(after, before, nil)
		if sum.count(OpAdd) != back.count(OpRemove) || sum.count(OpRemove) != back.count(OpAdd) {
			t.Errorf("%q to %q: +%d -%d, but back +%d -%d", before, after, sum.count(OpAdd), sum.count(OpRemove), back.count(OpAdd), back.count(OpRemove))
		}
		old, now := parseFile(before), parseFile(after)
		// Where characters are broken, also white space may make a difference.
		same, whole := canonical(old) == canonical(now), isWhole(before) && isWhole(after)
		if old.IsObject() && now.IsObject() && same != (len(sum.Changes) == 0) && (same || whole) {
			t.Errorf("%q to %q: %d changes", before, after, len(sum.Changes))
		}
		for _, r := range Semantic(sum) {
			if s := r.String(); Visible(s) != s {
				t.Errorf("row %q is not safe to draw", s)
			}
		}
	})
}

// TestMovedOfTwo: which of two neighbours changed places is what the caller knows.
func TestMovedOfTwo(t *testing.T) {
	before, after := `{"rules":[{"id":"a"},{"id":"b"}]}`, `{"rules":[{"id":"b"},{"id":"a"}]}`
	for moved, want := range map[string]string{`{"id": "a"}`: "a 1 2", `{"id": "b"}`: "b 2 1"} {
		s := Changes([]byte(before), []byte(after), nil, moved)
		if len(s.Changes) != 1 || len(s.Changes[0].Fields) != 2 {
			t.Fatalf("%+v", s)
		}
		place := s.Changes[0].Fields[1]
		if got := s.Changes[0].in + " " + *place.Old + " " + *place.New; got != want {
			t.Errorf("of %s: got %q, want %q", moved, got, want)
		}
	}
}

// TestOwnHooksOnARowEach: neverask's hooks have a row each, in the order of the client's
// events, with the path of their program below; one of somebody else has its group.
func TestOwnHooksOnARowEach(t *testing.T) {
	hook := func(command, args string) string {
		return `[{"hooks":[{"type":"command","command":"` + command + `","args":` + args + `,"timeout":5}]}]`
	}
	own := func(more string) string { return strings.Replace(hook("/bin/n", `["activity"]`), `[{`, `[{`+more, 1) }
	after := `{"hooks":{"Stop":` + own("") + `,"Unheard":` + strings.Replace(hook("/bin/n", `[]`), `"timeout"`, `"async":true,"timeout"`, 1) + `,"SessionStart":` + hook("/other", `[]`) +
		`,"PreToolUse":[` + strings.Trim(own(`"matcher":"Bash",`), "[]") + `,` + strings.Trim(hook("/other", `[]`), "[]") + `]}}`
	s := Changes(nil, []byte(after), func(_ string, h Handler) bool { return h.Command == "/bin/n" })
	want := []string{
		"hooks", "   PreToolUse          n activity   5 s   matcher Bash", "   Stop                n activity   5 s", "   Unheard             n   5 s   async true", "    n: /bin/n",
		"  SessionStart", "   matcher (none)", "     command /other   args []   timeout 5 s", "  PreToolUse", "   matcher (none)", "     command /other   args []   timeout 5 s",
	}
	var got []string
	for _, r := range Semantic(s) {
		line := ""
		for _, span := range r.Spans {
			line += span.Text
		}
		got = append(got, line)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// count is how many settings and hooks an operation is about.
func (s Summary) count(op string) (n int) {
	for _, c := range s.Changes {
		if list, _ := listOf(c); c.Op == op {
			n += max(1, len(list))
		}
	}
	return n
}

// TestTallyNamesWhatDiffers: things of different kinds are not counted as one.
func TestTallyNamesWhatDiffers(t *testing.T) {
	hooks := `"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"},{"type":"command","command":"b"}]}]}`
	for want, after := range map[string]string{
		"2 to add": `{` + hooks + `}`,
		"3 to add": `{"permissions":{"deny":["x","y","z"]}}`,
		"5 to add (2 hooks, 2 deny rules, 1 setting)": `{` + hooks + `,"permissions":{"deny":["x","y"]},"model":"opus"}`,
		"1 to add": `{"version":1,"rules":[{"id":"r-1"}]}`,
	} {
		if got := Tallied(Changes(nil, []byte(after), nil)).Planned(); got != want {
			t.Errorf("got %q, want %q of %s", got, want, after)
		}
	}
}
