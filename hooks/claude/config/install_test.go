package config

import (
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
