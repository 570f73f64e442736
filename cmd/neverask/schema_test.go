package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/toolrule"
	"neverask/settings/musttest"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile("../../docs/preferences.schema.json")
	musttest.Do(t, err)
	return s
}

// fits reports whether the schema accepts a document.
func fits(s *jsonschema.Schema, document []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// refused says what the parsers do not understand, if anything.
func refused(document []byte) string {
	_, problems, err := question.ParsePreferences(document)
	if err != nil {
		return err.Error()
	}
	if len(problems) > 0 {
		return problems[0].Message
	}
	_, about, err := toolrule.Parse(document)
	if err != nil {
		return err.Error()
	}
	_, untold, err := standinganswer.Parse(document)
	if err != nil {
		return err.Error()
	}
	if about = append(about, untold...); len(about) > 0 {
		return about[0].Message
	}
	return ""
}

// complete holds every member of the format at least once.
const complete = `{
  "$schema": "https://example.com/preferences.schema.json",
  "version": 1, "partial": "on", "mcp": {"helper": "answers"}, "session": "auto",
  "rules": [
    {"id": "a", "match": {"marker": "m", "exact": "e", "text": "t", "header": "h", "options": ["Yes", "No"], "pattern": "p", "source": "s", "tool": "native"},
     "mode": "never-ask", "answer": "Yes", "project": "/w", "oneWay": "allow", "created": {"at": "2026-01-02T03:04:05Z", "by": "x"}, "note": "n"},
    {"id": "b", "match": {"header": "h"}, "mode": "prefer", "answer": {"label": "usual"}},
    {"id": "c", "match": {"options": ["Yes"]}, "mode": "ask-only-for-one-way", "answer": {"labels": ["Yes", "No"]}},
    {"id": "d", "match": {"tool": "helper"}, "mode": "never-ask", "answer": {"text": "free"}},
    {"id": "e", "match": {"text": "t"}, "mode": "always-ask"},
    {"id": "f", "match": {"text": "u"}, "mode": "always-ask", "answer": "Yes"}
  ],
  "toolRules": [
    {"id": "t1", "tool": "Bash", "when": [{"field": "command", "matches": "push", "not": true}], "project": "/w", "modes": ["default", "plan"],
     "act": "ask", "message": "look", "patch": [{"field": "command", "replace": "a", "with": "b"}], "created": {"at": "x", "by": "y"}, "note": "n"},
    {"id": "t2", "tool": "Write", "when": [{"field": "file_path", "within": "project"}], "act": "deny", "message": "no"},
    {"id": "t3", "tool": "Bash", "act": "ask", "patch": [{"field": "timeout", "set": {"any": [1]}}, {"field": "x", "delete": true}]},
    {"id": "t4", "tool": "Read", "act": "context", "message": "careful"}
  ],
  "tell": [
    {"id": "l1", "line": "Reviews run in the foreground", "project": "/w", "about": {"question": "Where?", "header": "Where", "options": ["Foreground", "Background"]}, "answer": "Foreground", "created": {"at": "x", "by": "y"}, "note": "n"},
    {"line": "Plans are one file"}
  ]
}`

// beyond are faults that a schema cannot express.
var beyond = []string{"occurs twice", "same id", "pattern:", "condition", "edit", "tool", "field"}

// TestSchemaAgreesWithTheParser changes a document that has everything in every
// way that one change can, and expects of each what the parser says.
func TestSchemaAgreesWithTheParser(t *testing.T) {
	t.Parallel()
	s := schema(t)
	if why := refused([]byte(complete)); why != "" {
		t.Fatalf("the document is refused: %s", why)
	}
	if err := fits(s, []byte(complete)); err != nil {
		t.Fatalf("the document does not fit: %v", err)
	}
	accepted, refusals := 0, 0
	stride := 1
	if testing.Short() {
		stride = 5 // which is no divisor of the kinds of changes
	}
	for i, m := range mutations(t, complete) {
		if i%stride > 0 {
			continue
		}
		why, err := refused(m.document), fits(s, m.document)
		switch {
		case why == "" && err == nil:
			accepted++
		case why == "":
			t.Errorf("%s: the parser accepts what the schema refuses: %v", m.about, err)
		case err != nil:
			refusals++
		case !slices.ContainsFunc(beyond, func(sign string) bool { return strings.Contains(why, sign) }):
			t.Errorf("%s: the schema accepts what the parser refuses: %s", m.about, why)
		}
	}
	if accepted < 20/stride || refusals < 300/stride {
		t.Errorf("only %d accepted and %d refused", accepted, refusals)
	}
}

type mutation struct {
	about    string
	document []byte
}

// mutations returns all documents that differ from one in a single place: a member
// or element taken out, a value of another kind in its place, an empty one, or
// a member too many.
func mutations(t *testing.T, document string) []mutation {
	t.Helper()
	var all []mutation
	root := any(nil)
	musttest.Do(t, json.Unmarshal([]byte(document), &root))
	add := func(format string, args ...any) {
		b, err := json.Marshal(root)
		musttest.Do(t, err)
		all = append(all, mutation{fmt.Sprintf(format, args...), b})
	}
	others := []any{nil, true, false, 7.0, "", "other", []any{}, []any{"x"}, []any{1.0}, map[string]any{}, map[string]any{"label": "x"}, map[string]any{"x": "y"}}
	var visit func(path string, v any, set func(any))
	visit = func(path string, v any, set func(any)) {
		for _, other := range others {
			set(other)
			add("%s = %v", path, other)
		}
		set(v)
		switch v := v.(type) {
		case map[string]any:
			v["unknown"] = "x"
			add("%s.unknown", path)
			delete(v, "unknown")
			for name, value := range v {
				delete(v, name)
				add("%s without %s", path, name)
				v[name] = value
			}
			names := make([]string, 0, len(v))
			for name := range v {
				names = append(names, name)
			}
			for _, name := range names {
				visit(path+"."+name, v[name], func(other any) { v[name] = other })
			}
		case []any:
			for i := range v {
				visit(fmt.Sprintf("%s[%d]", path, i), v[i], func(other any) { v[i] = other })
			}
		}
	}
	visit("$", root, func(other any) { root = other })
	return all
}
