package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"neverask/hooks"
	"neverask/hooks/rules"
)

// toolRuleHelp explains the flags that describe a rule.
const toolRuleHelp = `A FIELD is a path into the tool's input, such as command, file_path or
edits.0.new_string. Of the conditions all must hold:

  --when FIELD~RE        the field matches this regular expression (RE2)
  --when FIELD!~RE       it is there and does not
  --within FIELD=DIR     the path in it lies in this directory, or in "project"
  --outside FIELD=DIR    it does not

With --act ask and allow the input can be changed first:

  --set FIELD=JSON       puts a value there
  --delete FIELD         takes the field out
  --replace FIELD=/RE/TEXT/   replaces all that matches; another character than /
                         will do, and $1 is what the first group matched`

// toolRuleFlags are the flags that describe a rule for tools.
type toolRuleFlags struct {
	id                        string
	tool, act, message        string
	project, note             string
	modes                     []string
	when, within, outside     []string
	set, remove, replacements []string
}

func (f *toolRuleFlags) flags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.tool, "tool", "", `the tools: names, "A|B", "mcp__server__*", or "*"`)
	fs.StringArrayVar(&f.when, "when", nil, "a condition, FIELD~RE or FIELD!~RE")
	fs.StringArrayVar(&f.within, "within", nil, "a condition, FIELD=DIR or FIELD=project")
	fs.StringArrayVar(&f.outside, "outside", nil, "a condition, FIELD=DIR or FIELD=project")
	fs.StringVar(&f.project, "project", "", "hold in this directory and below")
	fs.StringSliceVar(&f.modes, "mode", nil, "hold in these permission modes")
	fs.StringVar(&f.act, "act", "", "deny, ask, allow or context")
	fs.StringVar(&f.message, "message", "", "what Claude is told by deny and context, or you by ask and allow")
	fs.StringArrayVar(&f.set, "set", nil, "change the input, FIELD=JSON")
	fs.StringArrayVar(&f.remove, "delete", nil, "take a field out of the input")
	fs.StringArrayVar(&f.replacements, "replace", nil, "change the input, FIELD=/RE/TEXT/")
	fs.StringVar(&f.note, "note", "", "a note for yourself")
	_ = cmd.RegisterFlagCompletionFunc("act", cobra.FixedCompletions(
		[]string{string(rules.Deny), string(rules.Ask), string(rules.Allow), string(rules.Context)}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions(rules.Modes(), cobra.ShellCompDirectiveNoFileComp))
}

// none refuses flags that describe a rule, where the rules come from elsewhere.
func (f *toolRuleFlags) none(cmd *cobra.Command) error {
	for _, flag := range []string{"id", "when", "within", "outside", "project", "mode", "act", "message", "set", "delete", "replace", "note"} {
		if cmd.Flags().Changed(flag) {
			return usage("neverask rules edit changes a rule that was added", "--%s does not go with --template and --from", flag)
		}
	}
	return nil
}

// apply gives a rule what was set on the command line.
func (f *toolRuleFlags) apply(cmd *cobra.Command, r rules.Rule) (rules.Rule, error) {
	given := cmd.Flags().Changed
	for flag, m := range map[string]struct{ to, from *string }{
		"tool": {&r.Tool, &f.tool}, "act": {(*string)(&r.Act), &f.act}, "message": {&r.Message, &f.message}, "note": {&r.Note, &f.note},
	} {
		if given(flag) {
			*m.to = *m.from
		}
	}
	if given("mode") {
		r.Modes = nil
		for _, mode := range f.modes {
			if mode != "" {
				r.Modes = append(r.Modes, mode)
			}
		}
	}
	var err error
	if given("project") {
		if r.Project = f.project; r.Project != "" {
			if r.Project, err = filepath.Abs(r.Project); err != nil {
				return r, err
			}
		}
	}
	if given("when") || given("within") || given("outside") {
		if r.When, err = f.conditions(); err != nil {
			return r, err
		}
	}
	if given("set") || given("delete") || given("replace") {
		r.Patch, err = f.patch()
	}
	return r, err
}

func (f *toolRuleFlags) conditions() (all []rules.Condition, err error) {
	for _, text := range f.when {
		if text == "" {
			continue
		}
		field, pattern, ok := strings.Cut(text, "~")
		if !ok {
			return nil, usage("", "--when %q: want FIELD~RE or FIELD!~RE", text)
		}
		field, not := strings.CutSuffix(field, "!")
		all = append(all, rules.Condition{Field: field, Matches: pattern, Not: not})
	}
	for _, list := range []struct {
		flag  string
		texts []string
		not   bool
	}{{"within", f.within, false}, {"outside", f.outside, true}} {
		for _, text := range list.texts {
			if text == "" {
				continue
			}
			field, dir, ok := strings.Cut(text, "=")
			if !ok || dir == "" {
				return nil, usage("", "--%s %q: want FIELD=DIR", list.flag, text)
			}
			if dir != rules.WithinProject {
				if dir, err = filepath.Abs(dir); err != nil {
					return nil, err
				}
			}
			all = append(all, rules.Condition{Field: field, Within: dir, Not: list.not})
		}
	}
	return all, nil
}

func (f *toolRuleFlags) patch() (all []rules.Edit, err error) {
	for _, text := range f.set {
		field, raw, ok := strings.Cut(text, "=")
		value, parseErr := hooks.Parse(raw)
		switch {
		case text == "":
			continue
		case !ok || parseErr != nil:
			return nil, usage(`a text is JSON too: --set 'description="x"'`, "--set %q: want FIELD=JSON", text)
		}
		all = append(all, rules.Edit{Field: field, Set: value})
	}
	for _, field := range f.remove {
		if field != "" {
			all = append(all, rules.Edit{Field: field, Delete: true})
		}
	}
	for _, text := range f.replacements {
		if text == "" {
			continue
		}
		e, err := replacement(text)
		if err != nil {
			return nil, usage("", "--replace %q: %w", text, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// replacement reads FIELD=/RE/TEXT/, where any character may stand for the slash.
func replacement(text string) (rules.Edit, error) {
	field, rest, _ := strings.Cut(text, "=")
	if rest == "" {
		return rules.Edit{}, errors.New("want FIELD=/RE/TEXT/")
	}
	delimiter := string([]rune(rest)[:1])
	parts := strings.Split(rest, delimiter)
	if len(parts) != 4 || parts[3] != "" || parts[1] == "" {
		return rules.Edit{}, fmt.Errorf("want FIELD=%sRE%sTEXT%s", delimiter, delimiter, delimiter)
	}
	return rules.Edit{Field: field, Replace: parts[1], With: parts[2]}, nil
}
