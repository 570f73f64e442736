package diffview

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"neverask/settings/must"
)

// event wraps matcher groups in a settings file.
func pre(groups string) string { return `{"hooks":{"PreToolUse":[` + groups + `]}}` }

// cmd is a matcher group with one command.
func cmd(matcher, command string) string {
	return `{"matcher":"` + matcher + `","hooks":[{"type":"command","command":"` + command + `"}]}`
}

func TestChanges(t *testing.T) {
	tests := []struct {
		name, before, after string
		want                string // rows of the semantic view
	}{
		{"nothing", "", "", ""},
		{"equal", pre(cmd("a", "x")), pre(cmd("a", "x")), "= unchanged: 1 group, 1 hook of yours"},
		{"no file to an empty object", "", "{}\n", "= only the layout changes, no setting does"},
		{"byte order mark and order of members", "\ufeff{\"a\":1,\"b\":\"\\u0041\"}", `{ "b": "A", "a": 1 }`, "= only the layout changes, no setting does"},
		{"the last duplicate counts", `{"a":1,"a":2}`, `{"a":2}`, "= only the layout changes, no setting does"},
		{"spelling of numbers", `{"a":1.50}`, `{"a":1.5}`, "~ a: 1.50 → 1.5"},
		{"large numbers", `{"a":9007199254740993}`, `{"a":9007199254740992}`, "~ a: 9007199254740993 → 9007199254740992"},
		{"broken before", `{"a":1,}`, `{"a":1}`, "~ the whole file"},
		{"broken and equal", `{"a":1,}`, `{"a":1,}`, ""},
		{"broken from nothing", ``, `{`, "+ the whole file"},
		{"broken to nothing", `[]`, ``, "- the whole file"},
		{"hooks come empty", `{}`, `{"hooks":{}}`, "+ hooks: {}"},
		{"event goes empty", `{"hooks":{"Stop":[]}}`, `{"hooks":{}}`, "hooks|  Stop|-   (all): []"},
		{"hooks of a wrong type", `{"hooks":[]}`, pre(""), `~ hooks: [] → {"PreToolUse":[]}`},
		{"group of a wrong type", pre(`5`), pre(`5,"x",` + cmd("a", "x")),
			`hooks|  PreToolUse|+   x|+   matcher a|+     command x|= unchanged: 1 group, 0 hooks of yours`},
		{"group with more members", pre(`{"matcher":"a","hooks":[],"x":1}`), pre(`{"matcher":"a","hooks":[],"x":2}`), "hooks|  PreToolUse|~   0.x: 1 → 2"},

		{"add", pre(cmd("a", "x")), pre(cmd("a", "x") + "," + cmd("b", "y")),
			"hooks|  PreToolUse|+   matcher b|+     command y|= unchanged: 1 group, 1 hook of yours"},
		{"add before", pre(cmd("a", "x")), pre(cmd("b", "y") + "," + cmd("a", "x")),
			"hooks|  PreToolUse|+   matcher b|+     command y|= unchanged: 1 group, 1 hook of yours"},
		{"one of two duplicates goes", pre(cmd("a", "x") + "," + cmd("a", "x")), pre(cmd("a", "x")),
			"hooks|  PreToolUse|-   matcher a|-     command x|= unchanged: 1 group, 1 hook of yours"},
		{"matcher changes", pre(cmd("*", "x")), pre(cmd("a", "x")), `hooks|  PreToolUse|~   matcher "*" → "a"   x`},
		{"matcher comes", pre(`{"hooks":[{"type":"command","command":"x"}]}`), pre(cmd("", "x")), `hooks|  PreToolUse|~   matcher (none) → ""   x`},
		{"matcher and handler change", pre(cmd("a", "x")), pre(cmd("b", "y")), "hooks|  PreToolUse|-   matcher a|-     command x|+   matcher b|+     command y"},
		{"handler comes to a group", pre(cmd("a", "x")), pre(`{"matcher":"a","hooks":[{"type":"command","command":"x"},{"type":"http","url":"http://h","timeout":3}]}`),
			"hooks|  PreToolUse|    matcher a|+     http http://h   timeout 3 s|= unchanged: 0 groups, 1 hook of yours"},
		{"handler without type", pre(`{"hooks":[]}`), pre(`{"hooks":[{"command":5}, "odd"]}`),
			"hooks|  PreToolUse|    matcher (none)|+     handler    command 5|+     handler odd"},
		{"odd handlers that read alike", pre(`{"hooks":[5]}`), pre(`{"hooks":["5"]}`), "hooks|  PreToolUse|    matcher (none)|-     handler 5|+     handler 5"},
		{"many handlers get another matcher", pre(`{"hooks":[{"command":"a"},{"command":"b"},{"command":"c"},{"command":"d"}]}`),
			pre(`{"matcher":"x","hooks":[{"command":"a"},{"command":"b"},{"command":"c"},{"command":"d"}]}`),
			`hooks|  PreToolUse|~   matcher (none) → "x"   a, b, c and 1 more`},
		{"program moves", pre(cmd("a", "/old/hook --x")), pre(cmd("a", "/new/hook --x")), "hooks|  PreToolUse|    matcher a|~     command /old/hook --x → /new/hook --x"},
		{"timeout goes", pre(`{"hooks":[{"type":"command","command":"x","timeout":5}]}`), pre(`{"hooks":[{"type":"command","command":"x"}]}`),
			"hooks|  PreToolUse|    matcher (none)|~     command x   timeout 5 s → (none)"},
		{"groups swap", pre(cmd("a", "x") + "," + cmd("b", "y")), pre(cmd("b", "y") + "," + cmd("a", "x")),
			"hooks|  PreToolUse|~   position 2 → 1   y|= unchanged: 1 group, 1 hook of yours"},
		{"one group moves past three", pre(cmd("a", "1") + "," + cmd("b", "2") + "," + cmd("c", "3") + "," + cmd("d", "4")),
			pre(cmd("d", "4") + "," + cmd("a", "1") + "," + cmd("b", "2") + "," + cmd("c", "3")),
			"hooks|  PreToolUse|~   position 4 → 1   4|= unchanged: 3 groups, 3 hooks of yours"},
		{"ours are not counted as yours", pre(cmd("a", "ours") + "," + cmd("b", "x")), pre(cmd("a", "ours") + "," + cmd("b", "x")),
			"= unchanged: 1 group, 1 hook of yours"},

		{"nested settings", `{"a":{"b":{"c":1,"d/e":[1,{"f":2}]}}}`, `{"a":{"b":{"d/e":[1,{"f":3}],"g":null}}}`,
			"a.b.d/e.1|~   f: 2 → 3|a.b|+   g: null|-   c: 1"},
		{"text and number", `{"a":"5"}`, `{"a":5}`, `~ a: "5" → 5`},
		{"secret of another length", `{"apiKey":"a"}`, `{"apiKey":"bcd"}`, "~ apiKey: ••• → ••• (changed)"},
		{"secret argument elsewhere", `{"mcpServers":{"s":{"args":["--token","a"]}}}`, `{"mcpServers":{"s":{"args":["--token","b"]}}}`,
			"mcpServers.s.args|-   •••|+   •••"},
		{"secret in a name", `{}`, `{"u":{"https://a:pw@h":1}}`, `+ u: {"https://a:•••@h":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sum := Changes([]byte(tt.before), []byte(tt.after), func(_ string, h Handler) bool { return h.Command == "ours" })
			var lines []string
			for _, r := range Semantic(sum) {
				lines = append(lines, r.Kind.sign()+r.String())
			}
			if got := strings.Join(lines, "|"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
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
	if len(sum.Changes) != 2 || sum.Changes[0].Owner != Ours || sum.Changes[1].Owner != Other || sum.Added != 2 {
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
	must.Do(t, err)
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
		if len(sum.Changes) != sum.Added+sum.Changed+sum.Removed {
			t.Errorf("miscounted: %+v", sum)
		}
		back := Changes(after, before, nil)
		if sum.Added != back.Removed || sum.Removed != back.Added {
			t.Errorf("%q to %q: +%d -%d, but back +%d -%d", before, after, sum.Added, sum.Removed, back.Added, back.Removed)
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
