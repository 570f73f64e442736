package main

import (
	"context"
	"fmt"
	"neverask/hooks/app/install"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
)

// opRules is the name of a change of the rules for tools in the journal.
const opRules = "rules"

func (a *app) rulesAddCommand() *cobra.Command {
	var (
		change         changeFlags
		f              toolRuleFlags
		template, from string
		noReplay       bool
	)
	cmd := &cobra.Command{
		Use:   "add",
		Short: "Add a rule for tools",
		Long: `Add a rule for tools, or all rules of a template or a file.

What the rules would have done in past sessions is told before anything is
changed. Where their hook is installed, its entry in the settings follows them in
the same change.

` + toolRuleHelp,
		Example: `  neverask rules add --template confirm-push
  neverask rules add --tool Bash --when 'command~\bterraform apply\b' --act deny --message "use plan"
  neverask rules add --tool Bash --act allow --runs 'npm test' --runs 'go test [-v] [-run *] ...'
  neverask rules add --tool 'mcp__github__*' --act ask --message "GitHub?"
  neverask rules add --tool Bash --when 'command~^make\b' --act ask --replace 'command=/^make/make -n/'
  neverask rules add --from rules.json --yes`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if template != "" || from != "" {
				if err := f.none(cmd); err != nil {
					return err
				}
			}
			list, err := a.newToolRules(cmd.Context(), template, from)
			if template == "" && from == "" {
				var r toolrule.Rule
				if r, err = f.apply(cmd, toolrule.Rule{ID: f.id}); err == nil {
					list, err = []toolrule.Rule{r}, r.Check()
				}
			}
			if err != nil {
				return err
			}
			if !noReplay && !change.json {
				if err := a.foretell(cmd.Context(), list); err != nil {
					return err
				}
			}
			return a.changeRules(cmd.Context(), change, a.book().AddTools(list, "rules add"))
		},
	}
	change.flags(cmd)
	f.flags(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.id, "id", "", "a name for the rule; else one is made")
	fs.StringVar(&template, "template", "", "add the rules of this template")
	fs.StringVar(&from, "from", "", "add the rule or the list of rules in this file, or - for standard input")
	fs.BoolVar(&noReplay, "no-replay", false, "do not look at past sessions first")
	_ = cmd.RegisterFlagCompletionFunc("template", completeTemplates)
	cmd.MarkFlagsOneRequired("tool", "template", "from")
	cmd.MarkFlagsMutuallyExclusive("tool", "template", "from")
	return cmd
}

// foretell says what rules would have done in the past.
func (a *app) foretell(ctx context.Context, list []toolrule.Rule) error {
	list = slices.Clone(list)
	for i := range list {
		if list[i].ID == "" {
			list[i].ID = list[i].NewID()
		}
	}
	r, err := a.replayTools(ctx, list, 4)
	if err != nil {
		return err
	}
	if r.Calls > 0 {
		a.printReplay(r)
	}
	return nil
}

// changeRules shows an edit of the rules with what follows from it, and makes it.
func (a *app) changeRules(ctx context.Context, f changeFlags, edit preferences.Edit) error {
	p, err := install.Rules(a.in, opRules, edit)
	if err != nil {
		return a.prefsError(err)
	}
	return a.change(ctx, p, nil, f)
}

func (a *app) rulesEditCommand() *cobra.Command {
	var (
		change changeFlags
		f      toolRuleFlags
	)
	cmd := &cobra.Command{
		Use:   "edit ID",
		Short: "Change a rule for tools",
		Long: `Change a rule for tools. What is not given stays. Conditions that are given take
the place of all that were there, and so do changes of the input; an empty value
removes what it names.

` + toolRuleHelp,
		Example:           "  neverask rules edit confirm-push --act deny --message \"no pushing from here\"\n  neverask rules edit confirm-push --project .",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeToolRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.changeRules(cmd.Context(), change, a.book().ChangeTool(args[0], func(r toolrule.Rule) (toolrule.Rule, error) { return f.apply(cmd, r) }))
		},
	}
	change.flags(cmd)
	f.flags(cmd)
	return cmd
}

func (a *app) rulesRemoveCommand() *cobra.Command {
	var change changeFlags
	cmd := &cobra.Command{
		Use:               "rm ID...",
		Short:             "Remove rules for tools",
		Example:           "  neverask rules rm confirm-push\n  neverask rules rm confirm-push no-secrets --yes",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeToolRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.changeRules(cmd.Context(), change, a.book().RemoveTools(args...))
		},
	}
	change.flags(cmd)
	return cmd
}

func (a *app) rulesMoveCommand() *cobra.Command {
	var change changeFlags
	cmd := &cobra.Command{
		Use:               "move ID POSITION",
		Short:             "Put a rule for tools at another position, counted from 1",
		Long:              "Put a rule for tools at another position, counted from 1. Changes of the input are\nmade in the order of the rules; nothing else depends on it.",
		Example:           "  neverask rules move no-secrets 1",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completeToolRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			to, err := strconv.Atoi(args[1])
			if err != nil {
				return usage("", "%q is no position", args[1])
			}
			return a.changeRules(cmd.Context(), change, a.book().MoveTool(args[0], to-1))
		},
	}
	change.flags(cmd)
	return cmd
}

func completeTemplates(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
	for _, t := range toolrule.Templates("/") {
		names = append(names, t.Name+"\t"+t.About)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// newToolRules are the rules of a template or of a file.
func (a *app) newToolRules(ctx context.Context, template, from string) ([]toolrule.Rule, error) {
	if from != "" {
		return a.toolRulesFrom(ctx, from)
	}
	for _, t := range toolrule.Templates(a.in.Locations.Home) {
		if t.Name == template {
			return t.Rules, nil
		}
	}
	if template == "" {
		return nil, nil
	}
	return nil, usage("neverask rules templates lists them", "no template %q", template)
}

// toolRulesFrom reads one rule or a list of rules.
func (a *app) toolRulesFrom(ctx context.Context, name string) ([]toolrule.Rule, error) {
	b, err := a.read(ctx, []string{name})
	if err != nil {
		return nil, err
	}
	list, err := toolrule.ParseRules(b)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return list, nil
}
