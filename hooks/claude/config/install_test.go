package config

import (
	"errors"
	"strings"
	"testing"

	"neverask/settings"
	"neverask/settings/musttest"
)

const ours = "/opt/never ask/bin/neverask-hook"

func parse(t *testing.T, text string) settings.Document {
	t.Helper()
	doc, err := settings.Parse([]byte(text))
	musttest.Do(t, err)
	return doc
}

func install(t *testing.T, doc settings.Document, command string) settings.Document {
	t.Helper()
	doc, err := Install(doc, Owner{Commands: []string{command}}, QuestionHooks.Entries(command, Needs{}), nil)
	musttest.Do(t, err)
	return doc
}

// notes are what people keep beside the events: the client passes over it, whatever it is.
const notes = `"_comment":"mine","// why":1,"enabled":true,"description":null,"preEditHook":{"a":[1]},"Pre":["x",{"hooks":"y"},{"hooks":["z",{}]}],"todo":[],"a":[[1]]`

var files = []string{
	`{"hooks":{` + notes + `,"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}`,
	``, `{}`, "{\n}\n", `{"hooks":{}}`, "{\n  \"hooks\": {\n    \"PreToolUse\": [ ]\n  }\n}\n", `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x","zzz":1}]}]}}`,
	"\xef\xbb\xbf{\r\n\t\"a\": 1.50,\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [],\r\n\t\t\"PostToolUse\": [\r\n\t\t\t{\"hooks\": [{\"type\": \"http\", \"url\": \"http://x\"}]}\r\n\t\t]\r\n\t}\r\n}",
}

func TestInstallHeals(t *testing.T) {
	owner := Owner{Commands: []string{ours, "/old/neverask-hook"}}
	doc := install(t, parse(t, `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"theirs"}]}]}}`), "/old/neverask-hook")
	// The same entry twice, one of them beside somebody's handler.
	doc, err := doc.Append(settings.Path{"hooks", "PreToolUse"}, QuestionHooks.Entries(ours, Needs{})[0].JSON())
	musttest.Do(t, err)
	doc, err = doc.Append(settings.Path{"hooks", "PreToolUse"}, `{"matcher":"Edit","hooks":[{"type":"command","command":"theirs too"},{"type":"command","command":"`+ours+`","args":[]}]}`)
	musttest.Do(t, err)
	doc, err = Install(parse(t, string(doc.Bytes())), owner, QuestionHooks.Entries(ours, Needs{}), nil)
	musttest.Do(t, err)
	groups, err := Read(doc)
	musttest.Do(t, err)
	var got []string
	for _, g := range groups {
		for _, h := range g.Handlers {
			got = append(got, g.Event+" "+*g.Matcher+" "+h.Command)
		}
	}
	want := []string{
		"PreToolUse Bash theirs", "PreToolUse " + QuestionMatcher + " " + ours, "PreToolUse Edit theirs too",
		"PostToolUse " + QuestionMatcher + " " + ours, "PostToolUseFailure " + QuestionMatcher + " " + ours,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	back, err := Uninstall(doc, owner, nil)
	if err != nil || strings.Contains(string(back.Bytes()), "neverask") || !strings.Contains(string(back.Bytes()), "theirs too") {
		t.Errorf("got %s, %v", back.Bytes(), err)
	}
}

func TestOwns(t *testing.T) {
	o := Owner{Commands: []string{"/h/bin/neverask-hook"}, Home: "/h"}
	for text, want := range map[string]bool{
		`{"type":"command","command":"/h/bin/neverask-hook","args":[]}`: true,
		`{"type":"command","command":"/h/bin/neverask-hook"}`:           true,
		`{"type":"command","command":"\"$HOME/bin/neverask-hook\""}`:    true,
		`{"type":"command","command":"~/bin/neverask-hook"}`:            true,
		`{"type":"command","command":"/x/bin/neverask-hook"}`:           false,
		`{"type":"command","command":"/h/bin/neverask-hook2"}`:          false,
		`{"type":"http","command":"/h/bin/neverask-hook"}`:              false,
		`{"type":"command","command":"sh /h/bin/neverask-hook"}`:        false,
	} {
		groups, err := Read(parse(t, `{"hooks":{"Stop":[{"hooks":[`+text+`]}]}}`))
		musttest.Do(t, err)
		if got := o.Owns(groups[0].Handlers[0]); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestReadRefusesWrongShapes(t *testing.T) {
	for text, want := range map[string]string{
		"{\n \"hooks\": []}":                      `2:11: "hooks" is not an object`,
		`{"hooks":{"Stop":{}}}`:                   "1:18: hooks.Stop is not an array",
		`{"hooks":{"Stop":[1]}}`:                  "1:19: a group of hooks.Stop is not an object",
		`{"hooks":{"Stop":[{"hooks":{}}]}}`:       `1:28: the "hooks" of a group`,
		`{"hooks":{"Stop":[{"hooks":[{},"x"]}]}}`: "1:32: a handler of hooks.Stop is not an object",
		`{"hooks":{"x":1,"SessionStart":null}}`:   "1:32: hooks.SessionStart is not an array",
	} {
		_, err := Read(parse(t, text))
		var syntax *settings.SyntaxError
		if !errors.As(err, &syntax) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
		if _, err := Install(parse(t, text), Owner{}, QuestionHooks.Entries(ours, Needs{}), nil); err == nil {
			t.Errorf("%s: install went on", text)
		}
	}
}

func TestReadKeepsEverything(t *testing.T) {
	groups, err := Read(parse(t, `{"hooks":{
  "PreToolUse":[
    {"matcher":"Bash","hooks":[
      {"type":"command","command":"a","args":[],"timeout":1.5,"async":true,"if":"Bash(git *)","new":{}},
      {"type":"http","url":"http://x","headers":{"A":"b"},"onFailure":"block"},
      {"type":"mcp_tool","server":"s","tool":"t"},{"type":"prompt","prompt":"p","model":"m"},{"type":"agent","prompt":"q"},
      {"type":"later","thing":1}]},
    {"hooks":[]}],
  "Unknown":[{"matcher":5}]}}`))
	musttest.Do(t, err)
	h := groups[0].Handlers
	if len(groups) != 3 || groups[1].Index != 1 || groups[1].Line != 8 || groups[2].Matcher != nil || len(h) != 6 {
		t.Fatalf("got %+v", groups)
	}
	if a := h[0]; !a.Exec || a.Timeout != 1.5 || !a.Async || a.If != "Bash(git *)" || a.Line != 4 || !strings.Contains(a.Raw, `"new":{}`) {
		t.Errorf("got %+v", a)
	}
	for i, want := range []string{"a", "http://x", "s/t", "p", "q", ""} {
		if got := h[i].Summary(); got != want {
			t.Errorf("handler %d: got %q, want %q", i, got, want)
		}
	}
}
