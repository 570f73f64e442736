package toolrule

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks/rule/strictjson"
)

// Rule says what to do with the calls that it matches. All its conditions must hold.
type Rule struct {
	ID      string      `json:"id,omitempty"`
	Tool    string      `json:"tool"` // see [ParseTools]
	When    []Condition `json:"when,omitempty"`
	Project string      `json:"project,omitempty"` // a directory; "" applies everywhere
	Modes   []string    `json:"modes,omitempty"`   // permission modes; empty for all
	Act     Act         `json:"act"`
	Message string      `json:"message,omitempty"` // for Claude with Deny and Context, else for the person
	Patch   []Edit      `json:"patch,omitempty"`   // with Ask
	Created Created     `json:"created,omitzero"`
	Note    string      `json:"note,omitempty"`
}

// Created records where a rule came from.
type Created = strictjson.Created

// Limits of a rule. The client truncates a hook's output after 10,000 characters.
const (
	maxMessage = 4000
	maxID      = 64
)

// Check reports what is wrong with the rule.
func (r Rule) Check() error {
	if err := r.checkForm(); err != nil {
		return err
	}
	return r.checkPatterns()
}

// checkPatterns reports an invalid pattern. It is separate because compiling takes longer than reading a rule.
func (r Rule) checkPatterns() error {
	for i, c := range r.When {
		if err := checkPattern(c.Matches); err != nil {
			return fmt.Errorf("condition %d: %w", i+1, err)
		}
	}
	for i, e := range r.Patch {
		if err := checkPattern(e.Replace); err != nil {
			return fmt.Errorf("edit %d: %w", i+1, err)
		}
	}
	return nil
}

// checkForm reports what is wrong with the rule apart from its patterns.
func (r Rule) checkForm() error {
	if r.ID != "" && !validID(r.ID) {
		return fmt.Errorf(`"id" must be letters, digits, ".", "_" and "-", at most %d`, maxID)
	}
	if _, err := ParseTools(r.Tool); err != nil {
		return err
	}
	for i, c := range r.When {
		if err := c.check(); err != nil {
			return fmt.Errorf("condition %d: %w", i+1, err)
		}
	}
	if err := strictjson.CheckDirectory("project", r.Project); err != nil {
		return err
	}
	for _, mode := range r.Modes {
		if !slices.Contains(Modes(), mode) {
			return fmt.Errorf("unknown permission mode %q: they are %s", mode, strings.Join(Modes(), ", "))
		}
	}
	return r.checkAct()
}

func checkPattern(pattern string) error {
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("pattern: %w", err)
	}
	return nil
}

func validID(id string) bool {
	for _, c := range []byte(id) {
		if !isWord(c) && c != '.' {
			return false
		}
	}
	return id != "" && len(id) <= maxID
}

// isWord reports whether a byte may be part of a tool's name.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// NewID derives a short id from what the rule matches and does. Two rules that agree in both get the same id; the
// caller then appends something.
func (r Rule) NewID() string {
	all := fnv.New64a()
	add := func(parts ...string) {
		for _, part := range parts {
			_, _ = all.Write(append([]byte(part), 0)) // FNV never fails
		}
	}
	add(r.Tool, r.Project, string(r.Act), r.Message)
	add(r.Modes...)
	for _, c := range r.When {
		add(c.Field, c.Matches, c.Within, strconv.FormatBool(c.Not))
	}
	for _, e := range r.Patch {
		add(e.Field, e.Set.Raw(), strconv.FormatBool(e.Delete), e.Replace, e.With)
	}
	return fmt.Sprintf("t-%06x", all.Sum64()&0xffffff)
}
