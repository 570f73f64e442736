package question

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Problem is something invalid in the preferences.
type Problem = strictjson.Problem

// SyntaxError says where the preferences stop being JSON.
type SyntaxError struct {
	Line, Column int
	Message      string
}

// Error returns "line:column: message".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// ParsePreferences reads a preferences file. It returns the valid rules, reports everything
// else, and guesses nothing. An empty file has no rules. The error is a [*SyntaxError]; then
// nothing applies.
func ParsePreferences(b []byte) (Preferences, []Problem, error) {
	return parse(string(b), func(f *file, rules hooks.Value) []Rule {
		return read.List(rules, func(id string, fault *strictjson.Fault) {
			f.report(fault.Offset, id, "%s; this rule does nothing", fault.Message)
		})
	})
}

// parse reads a preferences file; list reads its rules.
func parse(text string, list func(f *file, rules hooks.Value) []Rule) (Preferences, []Problem, error) {
	document := strings.TrimPrefix(text, "\ufeff")
	f := &file{document: document, settings: Preferences{Version: Version, Rules: []Rule{}}}
	if strings.TrimSpace(document) == "" {
		return f.settings, nil, nil
	}
	root, err := hooks.Parse(document)
	if err == nil && root.Kind() != hooks.Object {
		err = &hooks.SyntaxError{Offset: root.Offset(), Message: "the preferences must be a JSON object"}
	}
	if bad := (*hooks.SyntaxError)(nil); errors.As(err, &bad) {
		line, column := hooks.Position([]byte(text), len(text)-len(document)+bad.Offset)
		return Preferences{}, nil, &SyntaxError{line, column, bad.Message}
	}
	if rules, ok := f.read(root); ok {
		f.settings.Rules = append(f.settings.Rules, list(f, rules)...)
	}
	return f.settings, f.problems, nil
}

// file is a preferences file that is being read.
type file struct {
	document string
	settings Preferences
	problems []Problem
}

func (f *file) report(offset int, rule, format string, args ...any) {
	line, column := hooks.Position([]byte(f.document), offset)
	f.problems = append(f.problems, Problem{Line: line, Column: column, Rule: rule, Message: fmt.Sprintf(format, args...)})
}

// read reads everything but the rules, and returns the rules if any of them may apply.
func (f *file) read(root hooks.Value) (rules hooks.Value, ok bool) {
	var version hooks.Value
	var twice *hooks.Member
	var names []string
	for m := range root.Members() { // the only pass over what may be a thousand rules
		if slices.Contains(names, m.Name) && twice == nil {
			twice = &m
		}
		names = append(names, m.Name)
		switch m.Name {
		case "version":
			version = m.Value
		case "partial":
			f.settings.Partial = f.readSwitch(m)
		case "mcp":
			f.readMCP(m.Value)
		case "session":
			f.readSession(m.Value)
		case "rules":
			rules = m.Value
		case "toolRules", "tell": // these answer no questions; see packages toolrule and standinganswer
		case "$schema": // for editors
		default:
			f.report(m.Offset, "", "%s",
				strictjson.Unknown(m, "version", "partial", "mcp", "session", "rules", "toolRules", "tell").Message)
		}
	}
	if twice != nil {
		f.report(twice.Offset, "", "%q occurs twice; no rule applies", twice.Name)
		return rules, false
	}
	if version.Raw() != "1" {
		f.report(max(version.Offset(), root.Offset()), "", `"version" must be %d; no rule applies`, Version)
		return rules, false
	}
	if rules.Kind() != hooks.Array && rules.Kind() != hooks.Absent {
		f.report(rules.Offset(), "", `"rules" must be an array`)
	}
	return rules, true
}

// readSwitch returns off for an invalid value.
func (f *file) readSwitch(m hooks.Member) Switch {
	s := Switch(m.Value.String())
	if s != "on" && s != "off" {
		f.report(m.Value.Offset(), "", "%q must be \"on\" or \"off\"", m.Name)
		return "off"
	}
	return s
}

func (f *file) readMCP(v hooks.Value) {
	if v.Kind() != hooks.Object {
		f.report(v.Offset(), "", `"mcp" must be an object of policies by server name`)
		return
	}
	for m := range v.Members() {
		if f.settings.MCP == nil {
			f.settings.MCP = map[string]Policy{}
		}
		p := Policy(m.Value.String())
		_, twice := f.settings.MCP[m.Name]
		if twice || p != PolicyAsk && p != PolicyAnswers && p != PolicyDeny {
			f.report(m.Value.Offset(), "", `the policy of an MCP server must be given once, as "ask", "answers" or "deny"`)
			p = PolicyAsk
		}
		f.settings.MCP[m.Name] = p
	}
}

func (f *file) readSession(v hooks.Value) {
	switch s := Session(v.String()); s {
	case Auto, Attended, Unattended, Spawned:
		f.settings.Session = s
	default:
		f.report(v.Offset(), "", `"session" must be "auto", "attended", "unattended" or "spawned"`)
	}
}
