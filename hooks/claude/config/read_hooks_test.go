package config

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"neverask/settings"
	"neverask/settings/musttest"
)

// TestReadingsAreTheCallersOwn: a document is read once, and what somebody does to the
// groups and rejections that they got is not seen by the next one.
func TestReadingsAreTheCallersOwn(t *testing.T) {
	doc, err := settings.Parse([]byte(`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}, {"type": "http", "url": "x", "timeout": "soon"}]}]}}`))
	musttest.Do(t, err)
	want, wantErr := reader{doc: doc}.groups()
	for range 3 {
		got, err := Read(doc)
		if wrong := Rejected(doc); !reflect.DeepEqual(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) || len(wrong) != 1 || wrong[0].Line != 1 {
			t.Fatalf("read otherwise: %+v, %v, %+v", got, err, wrong)
		} else {
			wrong[0] = Rejection{}
		}
		got[0].Event = "x"
		got[0].Handlers = append(got[0].Handlers, Handler{Command: "y"})
		got[0].Handlers[0].Command = "x"
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
