package toolrule

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/safety/shell"
)

// An allowing rule is the only one that does harm when it holds for more than the
// person meant. A pattern finds its text anywhere in a command line, "npm test" also in
// "npm test; rm -rf ~". So of an allowing rule alone the patterns on a command line are
// held against every command in it, each as a whole. Better than by a pattern it says by
// a [usage] what it allows.

// commandField is the field in which tools are given a command line. Other fields of
// other tools may be command lines, too; that cannot be known.
const commandField = "command"

// language is what a field of a tool is written in.
type language int

const (
	other language = iota
	shellLine
	program // whose text is not read: PowerShell, JavaScript
)

// languageOf says what stands in a field of a tool (Claude Code 2.1.329: Bash, Monitor,
// PowerShell; REPL and Eval run code).
func languageOf(tool, field string) language {
	switch {
	case tool == "PowerShell" && field == commandField, (tool == "REPL" || tool == "Eval") && field == "code":
		return program
	case field == commandField:
		return shellLine
	}
	return other
}

// aboutCommand reports whether the condition is about the text of a command line.
func (c Condition) aboutCommand() bool {
	return c.Field == commandField && (c.Matches != "" || len(c.Runs) > 0)
}

// unsandboxed is the field by which a command asks to run without the client's sandbox.
const unsandboxed = "dangerouslyDisableSandbox"

// uncovered says why an allowing rule that matches a call does not hold for all that
// the call does.
func (s *Set) uncovered(r Rule, c Call, at Situation) string {
	var about []Condition // the command, and must hold for each command of the line
	looked := false
	for _, condition := range r.When {
		in := languageOf(c.Tool, condition.Field)
		if condition.Matches == "" && len(condition.Runs) == 0 || in == other {
			continue
		}
		if in == program {
			return "what " + c.Tool + " runs is not read, so no rule allows it by its text"
		}
		looked = true
		if !condition.Not && condition.Field == commandField {
			about = append(about, condition)
		}
	}
	if !looked {
		return ""
	}
	if c.Input.Get(unsandboxed).IsTrue() && !slices.ContainsFunc(r.When, func(c Condition) bool { return c.Field == unsandboxed }) {
		return "the command would run outside of the sandbox, and no condition is about " + unsandboxed
	}
	line, _ := text(c.Input.Get(commandField))
	return shell.Covered(line, func(command shell.Command) bool {
		return !slices.ContainsFunc(about, func(c Condition) bool { return !c.runs(command) || !s.matchesWhole(c.Matches, command.Text) })
	}, func(path string) bool {
		is, ok := at.inside(path, at.Project)
		return is && ok
	})
}

// matchesWhole reports whether a pattern, if there is one, matches a text from its
// beginning to its end.
func (s *Set) matchesWhole(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	re, err := s.pattern(`\A(?:` + pattern + `)\z`)
	return err == nil && re.MatchString(text)
}

// unreadable says why the command line that the patch of an allowing rule has made
// cannot be allowed. What "set" puts there is the person's own.
func (r Rule) unreadable(c Call, patched hooks.Value) error {
	covers := slices.ContainsFunc(r.When, Condition.aboutCommand)
	replaces := slices.ContainsFunc(r.Patch, func(e Edit) bool { return e.Field == commandField && e.Replace != "" })
	if r.Act != Allow || !covers || !replaces || languageOf(c.Tool, commandField) != shellLine {
		return nil
	}
	line, _ := text(patched.Get(commandField))
	if !shell.Plain(line) {
		return errors.New("what it makes of the command is more than simple commands")
	}
	return nil
}

// Reach is what should be known of how far an allowing rule goes.
type Reach struct {
	Kind string // "wide", "inert", or "" for what every such rule has
	Text string
}

// Reach says how far an allowing rule goes.
func (r Rule) Reach() (found []Reach) {
	tools, err := ParseTools(r.Tool)
	if r.Act != Allow || err != nil {
		return nil
	}
	add := func(kind, format string, args ...any) {
		found = append(found, Reach{kind, fmt.Sprintf(format, args...)})
	}
	var names []string
	for _, tool := range [...]string{"Bash", "Monitor", "PowerShell"} {
		if tools.Match(tool) {
			names = append(names, tool)
		}
	}
	runs := strings.Join(names, ", ")
	patterns := slices.DeleteFunc(slices.Clone(r.When), func(c Condition) bool { return !c.aboutCommand() })
	wanted := slices.DeleteFunc(slices.Clone(patterns), func(c Condition) bool { return c.Not })
	switch {
	case len(r.When) == 0 && len(names) == 0:
		add("wide", "it allows every call of %s, unless Claude Code's own rules say otherwise", r.Tool)
		return found
	case len(r.When) == 0:
		add("wide", "it allows every call of %s, so every command of %s whatever it does, unless Claude Code's own rules say otherwise", r.Tool, runs)
		return found
	case len(names) == 0:
		return nil
	case len(patterns) == 0:
		add("wide", "it allows every command of %s where its conditions hold: none of them is about %q", runs, commandField)
		return found
	case len(wanted) == 0:
		add("wide", "it allows every command of %s in which a pattern is not found, and what that names can be written in another way", runs)
	case allowsAll(wanted):
		add("wide", "its pattern matches any command, so it allows every command of %s that can be read", runs)
	}
	if slices.Contains(names, "PowerShell") {
		add("inert", "it never allows anything of PowerShell, whose command lines are not read")
	}
	for _, c := range wanted {
		first, _, more := strings.Cut(strings.TrimLeft(c.Matches, "^("), " ")
		if more && shell.RunsOthers(path.Base(first)) {
			add("inert", "it never allows what its pattern names: %s runs another command, or changes what the next one does", first)
		}
	}
	if len(found) == 0 {
		add("", "it allows a command line only where each command in it is matched as a whole, or only reads within the project; everything else is decided as without the rule")
	}
	return found
}

// allowsAll reports whether patterns match commands that have nothing in common.
func allowsAll(conditions []Condition) bool {
	s := New(nil)
	for _, c := range conditions {
		for _, command := range [...]string{"x", "rm -rf /", "curl https://example.com/?a=1 -o y"} {
			if len(c.Runs) > 0 || !s.matchesWhole(c.Matches, command) {
				return false
			}
		}
	}
	return true
}
