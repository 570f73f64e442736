package toolrule

import (
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks"
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

// Condition is about one field of the input. Exactly one of Matches and Within is set. A field that is missing, or is
// not a text, number, true or false, meets no condition, not even a negated one.
type Condition struct {
	Field   string `json:"field"`             // a [Path]
	Matches string `json:"matches,omitempty"` // an RE2 expression found in the field
	Within  string `json:"within,omitempty"`  // "project" or a directory; the field is a path in or below it
	Not     bool   `json:"not,omitempty"`     // negates the condition, for an existing field
}

// WithinProject is the value of Condition.Within for the directory that the session
// was started in.
const WithinProject = "project"

// Edit changes one field of the input. Exactly one of Set, Delete and Replace is
// given.
type Edit struct {
	Field   string      `json:"field"`             // a [Path]
	Set     hooks.Value `json:"set,omitzero"`      // any JSON, in place of the field or as a new member
	Delete  bool        `json:"delete,omitempty"`  // removes the field
	Replace string      `json:"replace,omitempty"` // an RE2 expression; every match in the field, a text, becomes With
	With    string      `json:"with,omitempty"`    // $1 or ${1} is what the first group matched, $$ a dollar sign
}

// Created records where a rule came from.
type Created = strictjson.Created

// Act says what a rule does.
type Act string

// The acts, the strongest first. The strongest act of the matching rules applies.
const (
	Deny    Act = "deny"    // refuses the call; the message goes to Claude
	Ask     Act = "ask"     // has the client ask the person, who sees the message and the patched input
	Context Act = "context" // tells Claude the message, and leaves the decision to the client
)

// rank orders acts by strength.
func (a Act) rank() int {
	return slices.Index([]Act{Context, Ask, Deny}, a)
}

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

func (r Rule) checkAct() error {
	switch {
	case r.Act.rank() < 0:
		return fmt.Errorf(`unknown act %q: it is "deny", "ask" or "context"`, r.Act)
	case r.Message == "" && (r.Act == Deny || r.Act == Context):
		return strictjson.Needed("message", "%q needs a message for Claude", r.Act)
	case len([]rune(r.Message)) > maxMessage:
		return fmt.Errorf("the message is longer than %d characters", maxMessage)
	case len(r.Patch) > 0 && r.Act != Ask:
		return fmt.Errorf("a patch does not go with %q", r.Act)
	}
	for i, e := range r.Patch {
		if err := e.check(); err != nil {
			return fmt.Errorf("edit %d: %w", i+1, err)
		}
	}
	return nil
}

func (c Condition) check() error {
	if _, err := ParsePath(c.Field); err != nil {
		return err
	}
	switch {
	case (c.Matches == "") == (c.Within == ""):
		return errors.New(`one of "matches" and "within" must be given`)
	case c.Within != "" && c.Within != WithinProject && !filepath.IsAbs(c.Within):
		return errors.New(`"within" must be "project" or an absolute directory`)
	}
	return nil
}

func (e Edit) check() error {
	if _, err := ParsePath(e.Field); err != nil {
		return err
	}
	given := 0
	for _, is := range [...]bool{e.Set.Kind() != hooks.Absent, e.Delete, e.Replace != ""} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return errors.New(`one of "set", "delete" and "replace" must be given`)
	case e.With != "" && e.Replace == "":
		return errors.New(`"with" needs "replace"`)
	}
	return nil
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
