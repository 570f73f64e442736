package toolrule

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"neverask/hooks"
)

// Call is one call of a tool.
type Call struct {
	Tool  string
	Input hooks.Value
}

// Situation holds what a decision depends on besides the call and the rules.
type Situation struct {
	// Within reports whether the session is in a project directory.
	Within  func(dir string) bool
	Project string // the directory that the session was started in
	Cwd     string // the directory it works in
	Home    string // what "~" stands for in a path
	Mode    string // the permission mode
}

// Set is a list of rules prepared for decisions. Only one goroutine may use it at a time.
type Set struct {
	rules    []Rule
	patterns map[string]*regexp.Regexp
}

// New returns the set of rules, in file order. Patterns are compiled when first needed.
func New(list []Rule) *Set { return &Set{rules: list, patterns: map[string]*regexp.Regexp{}} }

func (s *Set) pattern(text string) (*regexp.Regexp, error) {
	if re := s.patterns[text]; re != nil {
		return re, nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("broken pattern: %w", err)
	}
	s.patterns[text] = re
	return re, nil
}

// Decision says what happens to a call. The zero Decision leaves it alone.
type Decision struct {
	// Act is the strongest act of the rules that match, or "" if none does.
	Act Act
	// Rules are the ids of the rules with an effect, in file order: those with the act, and those that tell Claude
	// something.
	Rules []string
	// Message joins the messages of the rules with the act, one per line.
	Message string
	// Context joins the messages of the rules that tell Claude something.
	Context string
	// Input is the whole patched input, absent if nothing changed.
	Input hooks.Value
	// Fields are the fields that the patches changed.
	Fields []string
	// Unpatched says why patches did not apply; their rules still ask.
	Unpatched []string
}

// Decide decides a call. The trace, which may be nil, collects the steps.
//
// The conditions of all rules are checked against the original input. A refusal beats asking. Unless the call is
// refused, the patches of all rules that ask apply in file order, each to the result of those before it. If one edit
// does not apply, none of its rule's edits do, but the rule still asks: otherwise Claude could write a call that
// evades the rule because no patch fits.
func (s *Set) Decide(c Call, at Situation, trace *Trace) Decision {
	var matching []Rule
	var strongest Act
	for _, r := range s.rules {
		if why := s.mismatch(r, c, at); why != "" {
			trace.add(r.ID, "rule", "not used: %s", why)
			continue
		}
		trace.add(r.ID, "rule", "matches: %s", r.Act)
		matching = append(matching, r)
		if r.Act == Deny {
			strongest = Deny
		}
	}
	d, input := Decision{Act: strongest}, c.Input
	var acting []Rule
	for _, r := range matching {
		if strongest == Deny && r.Act != Deny && r.Act != Context {
			trace.add(r.ID, "rule", "has no effect: the call is refused")
			continue
		}
		patched, err := s.patch(r, input)
		if err != nil {
			trace.add(r.ID, "patch", "does not apply, so the rule only asks: %s", err)
			d.Unpatched = append(d.Unpatched, err.Error())
			patched, r.Patch, r.Message = input, nil, "" // a message may describe the change
		}
		d.note(r, input, patched, trace)
		input = patched
		acting = append(acting, r)
	}
	d.finish(acting, c.Input, input)
	trace.verdict(d)
	return d
}

// finish combines the rules that act.
func (d *Decision) finish(acting []Rule, before, after hooks.Value) {
	for _, r := range acting {
		if d.Act == "" || r.Act.rank() > d.Act.rank() {
			d.Act = r.Act
		}
	}
	var messages, contexts []string
	for _, r := range acting {
		switch {
		case r.Act == Context:
			contexts = append(contexts, r.Message)
		case r.Act == d.Act && r.Message != "":
			messages = append(messages, r.Message)
		}
		if r.Act == d.Act || r.Act == Context || len(r.Patch) > 0 {
			d.Rules = append(d.Rules, r.ID)
		}
	}
	d.Message, d.Context = strings.Join(messages, "\n"), strings.Join(contexts, "\n")
	if after.Raw() != before.Raw() {
		d.Input = after
	}
}

// note records which fields a rule has changed.
func (d *Decision) note(r Rule, before, after hooks.Value, trace *Trace) {
	for _, e := range r.Patch {
		path, _ := ParsePath(e.Field)
		if path.Find(before).Raw() == path.Find(after).Raw() {
			trace.add(r.ID, "patch", "leaves %s as it is", e.Field)
			continue
		}
		trace.add(r.ID, "patch", "changes %s", e.Field)
		if !slices.Contains(d.Fields, e.Field) {
			d.Fields = append(d.Fields, e.Field)
		}
	}
}

// patch applies the edits of a rule, all or none.
func (s *Set) patch(r Rule, input hooks.Value) (hooks.Value, error) {
	for _, e := range r.Patch {
		changed, err := e.apply(input, s.pattern)
		if err != nil {
			return input, fmt.Errorf("%s: %w", e.Field, err)
		}
		input = changed
	}
	return input, nil
}

// mismatch says why a rule does not match this call.
func (s *Set) mismatch(r Rule, c Call, at Situation) string {
	tools, err := ParseTools(r.Tool)
	switch {
	case err != nil:
		return err.Error()
	case !tools.Match(c.Tool):
		return "it is not for the tool " + c.Tool
	case len(r.Modes) > 0 && !slices.Contains(r.Modes, at.Mode):
		return fmt.Sprintf("the permission mode is %q", at.Mode)
	case c.Input.Kind() != hooks.Object:
		return "the input is no object"
	}
	for i, condition := range r.When {
		if why := s.fails(condition, c.Input, at); why != "" {
			return fmt.Sprintf("condition %d does not hold: %s", i+1, why)
		}
	}
	// Last, because it may look at directories.
	if r.Project != "" && (at.Within == nil || !at.Within(r.Project)) {
		return "the session is not in " + r.Project
	}
	return s.broken(r)
}

// broken says which pattern of the patch is invalid and disables the rule.
func (s *Set) broken(r Rule) string {
	for _, e := range r.Patch {
		if _, err := s.pattern(e.Replace); err != nil {
			return err.Error()
		}
	}
	return ""
}
