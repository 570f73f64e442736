package question

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"

	"neverask/hooks"
)

// Problem is something in the preferences that was not understood. A rule with
// a problem does nothing; a setting with a problem has its careful value.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule,omitempty"` // the id, if the rule has one
	Message string `json:"message"`
}

// SyntaxError says where the preferences stop being JSON.
type SyntaxError struct {
	Line, Column int
	Message      string
}

// Error returns "line:column: message".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// ParsePreferences reads a preferences file. The rules that work are returned,
// what does not is reported; nothing is guessed. An empty file holds no rules.
// The error is a [*SyntaxError]; nothing applies then.
func ParsePreferences(b []byte) (Preferences, []Problem, error) {
	f, err := readFile(b)
	if err != nil {
		return Preferences{}, nil, err
	}
	p := f.settings
	p.Rules = make([]Rule, len(f.rules))
	for i, r := range f.rules {
		p.Rules[i] = r.Rule
	}
	return p, f.problems, nil
}

// file is a preferences file that has been read.
type file struct {
	document []byte
	settings Preferences // without rules
	rules    []placedRule
	problems []Problem
}

// placedRule is a rule that works, with the bytes it was read from.
type placedRule struct {
	Rule
	offset, length int
}

func (f *file) report(offset int, rule, format string, args ...any) {
	line, column := hooks.Position(f.document, offset)
	f.problems = append(f.problems, Problem{line, column, rule, fmt.Sprintf(format, args...)})
}

func readFile(b []byte) (*file, error) {
	f := &file{document: b, settings: Preferences{Version: Version}}
	start := 0
	if bytes.HasPrefix(b, []byte("\ufeff")) {
		start = 3
	}
	if len(bytes.TrimSpace(b[start:])) == 0 {
		return f, nil
	}
	root, err := hooks.Parse(b[start:])
	if err == nil && root.Kind() != hooks.Object {
		err = &hooks.SyntaxError{Offset: root.Offset(), Message: "the preferences must be a JSON object"}
	}
	if err != nil {
		offset, message := 0, err.Error()
		if bad := (*hooks.SyntaxError)(nil); errors.As(err, &bad) {
			offset, message = start+bad.Offset, bad.Message
		}
		line, column := hooks.Position(b, offset)
		return nil, &SyntaxError{line, column, message}
	}
	f.document = b[start:]
	f.read(root)
	return f, nil
}

func (f *file) read(root hooks.Value) {
	var rules hooks.Value
	seen := map[string]bool{}
	version := hooks.Value{}
	for m := range root.Members() {
		if seen[m.Name] {
			f.report(m.Offset, "", "%q is there twice; no rule applies", m.Name)
			f.settings.Version = 0
		}
		seen[m.Name] = true
		switch m.Name {
		case "version":
			version = m.Value
		case "partial":
			f.readPartial(m.Value)
		case "mcp":
			f.readMCP(m.Value)
		case "session":
			f.readSession(m.Value)
		case "rules":
			rules = m.Value
		default:
			f.report(m.Offset, "", "unknown member %q", m.Name)
		}
	}
	if string(version.Raw()) != "1" {
		f.report(max(version.Offset(), root.Offset()), "", `"version" must be %d; no rule applies`, Version)
		f.settings.Version = 0
	}
	if f.settings.Version == 0 {
		return
	}
	if rules.Kind() != hooks.Array && rules.Kind() != hooks.Absent {
		f.report(rules.Offset(), "", `"rules" must be an array`)
	}
	ids := map[string]bool{}
	for v := range rules.Elements() {
		r, problem := readRule(v)
		if problem == nil {
			problem = f.check(&r, v, ids)
		}
		if problem != nil {
			f.report(problem.offset, r.ID, "%s; this rule does nothing", problem.message)
			continue
		}
		ids[r.ID] = true
		f.rules = append(f.rules, placedRule{r, v.Offset(), len(v.Raw())})
	}
}

func (f *file) readPartial(v hooks.Value) {
	switch s := Switch(v.String()); s {
	case "on", "off":
		f.settings.Partial = s
	default:
		f.report(v.Offset(), "", `"partial" must be "on" or "off"`)
		f.settings.Partial = "off"
	}
}

func (f *file) readMCP(v hooks.Value) {
	if v.Kind() != hooks.Object {
		f.report(v.Offset(), "", `"mcp" must be an object of policies by server name`)
		return
	}
	f.settings.MCP = map[string]Policy{}
	for m := range v.Members() {
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

// ruleProblem is the first thing that is wrong with a rule.
type ruleProblem struct {
	offset  int
	message string
}

func readRule(v hooks.Value) (Rule, *ruleProblem) {
	var r Rule
	bad := func(at hooks.Value, format string, args ...any) *ruleProblem {
		return &ruleProblem{at.Offset(), fmt.Sprintf(format, args...)}
	}
	if v.Kind() != hooks.Object {
		return r, bad(v, "a rule must be an object")
	}
	r.ID = v.Get("id").String()
	seen := map[string]bool{}
	for m := range v.Members() {
		if seen[m.Name] {
			return r, &ruleProblem{m.Offset, fmt.Sprintf("%q is there twice", m.Name)}
		}
		seen[m.Name] = true
		var problem *ruleProblem
		switch m.Name {
		case "id":
			problem = readString(m, &r.ID)
		case "match":
			problem = readMatch(m.Value, &r.Match)
		case "mode":
			r.Mode = Mode(m.Value.String())
			switch r.Mode {
			case NeverAsk, AskOnlyForOneWay, PreferMode, AlwaysAsk:
			default:
				problem = bad(m.Value, "unknown mode")
			}
		case "answer":
			var err error
			if r.Answer, err = readAnswer(m.Value); err != nil {
				problem = bad(m.Value, "%s", err)
			}
		case "project":
			problem = readString(m, &r.Project)
			if problem == nil && !filepath.IsAbs(r.Project) {
				problem = bad(m.Value, `"project" must be an absolute directory`)
			}
		case "oneWay":
			if r.OneWay = m.Value.String(); r.OneWay != OneWayAllow {
				problem = bad(m.Value, `"oneWay" can only be "allow"`)
			}
		case "created":
			problem = readCreated(m.Value, &r.Created)
		case "note":
			var ok bool
			if r.Note, ok = m.Value.Text(); !ok {
				problem = bad(m.Value, `"note" must be a string`)
			}
		default:
			problem = &ruleProblem{m.Offset, fmt.Sprintf("unknown member %q", m.Name)}
		}
		if problem != nil {
			return r, problem
		}
	}
	return r, nil
}

// check looks at a rule as a whole and gives it an id if it has none.
func (f *file) check(r *Rule, v hooks.Value, ids map[string]bool) *ruleProblem {
	if err := r.Check(); err != nil {
		return &ruleProblem{v.Offset(), err.Error()}
	}
	if r.ID == "" {
		r.ID = r.NewID()
	}
	if ids[r.ID] {
		return &ruleProblem{v.Offset(), "another rule has the same id"}
	}
	return nil
}

// OneWayAllow is the value of Rule.OneWay that lets a rule answer one-way
// questions.
const OneWayAllow = "allow"

// Check reports what is wrong with the rule as a whole: what a rule of the
// preferences must hold beyond the right members.
func (r Rule) Check() error {
	switch r.Mode {
	case AlwaysAsk:
		if !r.Answer.IsZero() {
			return errors.New(`an "always-ask" rule has no answer`)
		}
	case NeverAsk, AskOnlyForOneWay, PreferMode:
		if r.Answer.IsZero() {
			return errors.New("no answer")
		}
	default:
		return fmt.Errorf("unknown mode %q", r.Mode)
	}
	if r.Mode == PreferMode && r.Answer.Text != "" {
		return errors.New(`a "prefer" rule cannot prefer free text`)
	}
	if r.rank() == rankNone {
		return errors.New(`"match" is empty`)
	}
	if r.Project != "" && !filepath.IsAbs(r.Project) {
		return errors.New(`"project" must be an absolute directory`)
	}
	if r.OneWay != "" {
		if r.OneWay != OneWayAllow {
			return errors.New(`"oneWay" can only be "allow"`)
		}
		if r.Mode != NeverAsk {
			return fmt.Errorf(`"oneWay" does not go with mode %q`, r.Mode)
		}
		if r.rank() > rankText {
			return errors.New(`"oneWay" needs a match by marker, exact or text`)
		}
	}
	if r.Match.Pattern != "" {
		if _, err := regexp.Compile(r.Match.Pattern); err != nil {
			return fmt.Errorf("pattern: %w", err)
		}
	}
	return nil
}

func readString(m hooks.Member, s *string) *ruleProblem {
	text, ok := m.Value.Text()
	if !ok || text == "" {
		return &ruleProblem{m.Value.Offset(), fmt.Sprintf("%q must be a string that is not empty", m.Name)}
	}
	*s = text
	return nil
}

func readCreated(v hooks.Value, c *Created) *ruleProblem {
	for m := range v.Members() {
		switch m.Name {
		case "at":
			c.At = m.Value.String()
		case "by":
			c.By = m.Value.String()
		default:
			return &ruleProblem{m.Offset, fmt.Sprintf("unknown member %q", m.Name)}
		}
	}
	return nil
}

func readMatch(v hooks.Value, match *Match) *ruleProblem {
	if v.Kind() != hooks.Object {
		return &ruleProblem{v.Offset(), `"match" must be an object`}
	}
	fields := map[string]*string{
		"marker": &match.Marker, "exact": &match.Exact, "text": &match.Text, "header": &match.Header,
		"pattern": &match.Pattern, "source": &match.Source, "tool": &match.Tool,
	}
	for m := range v.Members() {
		if field := fields[m.Name]; field != nil && *field == "" {
			if problem := readString(m, field); problem != nil {
				return problem
			}
			continue
		}
		if m.Name != "options" || match.Options != nil {
			return &ruleProblem{m.Offset, fmt.Sprintf("unknown or repeated member %q", m.Name)}
		}
		var ok bool
		if match.Options, ok = readStrings(m.Value); !ok {
			return &ruleProblem{m.Value.Offset(), `"options" must be an array of labels`}
		}
	}
	return nil
}

func readStrings(v hooks.Value) ([]string, bool) {
	var out []string
	for e := range v.Elements() {
		s, ok := e.Text()
		if !ok || s == "" {
			return nil, false
		}
		out = append(out, s)
	}
	return out, len(out) > 0
}

func readAnswer(v hooks.Value) (Answer, error) {
	if s, ok := v.Text(); ok && s != "" {
		return ParseAnswer(s), nil
	}
	var a Answer
	members, ok := 0, true
	for m := range v.Members() {
		members++
		switch m.Name {
		case "label":
			a.Label = m.Value.String()
		case "text":
			a.Text = m.Value.String()
		case "labels":
			a.Labels, ok = readStrings(m.Value)
		}
	}
	if members != 1 || !ok || a.IsZero() {
		return Answer{}, errors.New(`"answer" must be "recommended", "usual", a label, or an object with one of "label", "labels", "text"`)
	}
	return a, nil
}
