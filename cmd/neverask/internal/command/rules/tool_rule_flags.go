package rules

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// toolRuleHelp explains the flags that describe a rule.
const toolRuleHelp = `A FIELD is a path into the tool's input, such as command, file_path or
edits.0.new_string. All conditions must hold:

  --when FIELD~RE        the field matches this regular expression (RE2)
  --when FIELD!~RE       the field exists and does not match
  --when FIELD=DIR       the field is a path in this directory, or in "project"
  --when FIELD!=DIR      the field is a path elsewhere

With --act ask, a rule can change the input first:

  --set FIELD=JSON       set the field
  --delete FIELD         remove the field
  --replace FIELD=/RE/TEXT/   replace every match; $1 is the first group, and any
                         character can take the place of /`

// toolRuleFlags are the flags that describe a tool rule.
type toolRuleFlags struct {
	cli.FieldFlags[toolrule.Rule]
	when, set, remove, replacements []string
}

func (f *toolRuleFlags) flags(cmd *cobra.Command, fields strictjson.Fields[toolrule.Rule], words map[string][]string) {
	f.FieldFlags.Add(cmd, fields, words)
	fs := cmd.Flags()
	fs.StringArrayVar(&f.when, "when", nil, "a condition, FIELD~RE, FIELD!~RE, FIELD=DIR or FIELD!=DIR")
	fs.StringArrayVar(&f.set, "set", nil, "set a field of the input, FIELD=JSON")
	fs.StringArrayVar(&f.remove, "delete", nil, "remove a field of the input")
	fs.StringArrayVar(&f.replacements, "replace", nil, "replace text in the input, FIELD=/RE/TEXT/")
}

// apply gives a rule what was set on the command line.
func (f *toolRuleFlags) apply(cmd *cobra.Command, r toolrule.Rule) (toolrule.Rule, error) {
	given := cmd.Flags().Changed
	if act := cmd.Flags().Lookup("act"); act.Value.String() == string(hooks.Allow) {
		return r, cli.Misuse("use Claude Code's permission rules", "no neverask rule can allow a call")
	}
	err := f.FieldFlags.Apply(cmd, &r)
	if err == nil && given("when") {
		r.When, err = f.conditions()
	}
	if err == nil && (given("set") || given("delete") || given("replace")) {
		r.Patch, err = f.patch()
	}
	return r, err
}

func (f *toolRuleFlags) conditions() (all []toolrule.Condition, err error) {
	for _, text := range f.when {
		if text == "" {
			continue
		}
		c, err := toolrule.ParseCondition(text)
		if err != nil {
			return nil, cli.Misuse("", "--when %q: %w", text, err)
		}
		if c.Within != "" && c.Within != toolrule.WithinProject {
			if c.Within, err = filepath.Abs(c.Within); err != nil {
				return nil, err
			}
		}
		all = append(all, c)
	}
	return all, nil
}

func (f *toolRuleFlags) patch() (all []toolrule.Edit, err error) {
	for _, text := range f.set {
		field, raw, ok := strings.Cut(text, "=")
		value, parseErr := hooks.Parse(raw)
		switch {
		case text == "":
			continue
		case !ok || parseErr != nil:
			return nil, cli.Misuse(`a text is JSON too: --set 'description="x"'`, "--set %q: want FIELD=JSON", text)
		}
		all = append(all, toolrule.Edit{Field: field, Set: value})
	}
	for _, field := range f.remove {
		if field != "" {
			all = append(all, toolrule.Edit{Field: field, Delete: true})
		}
	}
	for _, text := range f.replacements {
		if text == "" {
			continue
		}
		e, err := replacement(text)
		if err != nil {
			return nil, cli.Misuse("", "--replace %q: %w", text, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// replacement reads FIELD=/RE/TEXT/, where any character may stand for the slash.
func replacement(text string) (toolrule.Edit, error) {
	field, rest, _ := strings.Cut(text, "=")
	if rest == "" {
		return toolrule.Edit{}, errors.New("want FIELD=/RE/TEXT/")
	}
	delimiter := string([]rune(rest)[:1])
	parts := strings.Split(rest, delimiter)
	if len(parts) != 4 || parts[3] != "" || parts[1] == "" {
		return toolrule.Edit{}, fmt.Errorf("want FIELD=%sRE%sTEXT%s", delimiter, delimiter, delimiter)
	}
	return toolrule.Edit{Field: field, Replace: parts[1], With: parts[2]}, nil
}
