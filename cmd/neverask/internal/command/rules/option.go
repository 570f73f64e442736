package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
)

func optionCommand(a *cli.App) *cobra.Command {
	var change cli.ChangeFlags
	cmd := &cobra.Command{
		Use:   "option [NAME [VALUE]]",
		Short: "Show or change options in the preferences",
		Long: `Show or change options in the preferences: whether a call may be
answered in part, what to assume when asking fails, and the policy for the question tool of each MCP server
(mcp.SERVER).`,
		Example: "  neverask rules option\n  neverask rules option partial off\n  neverask rules option mcp.github answers",
		Args:    cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, _, err := a.Book().Read()
			if err != nil {
				return a.RulesError(err)
			}
			if len(args) == 2 {
				if err := knownOption(a, args[0], args[1]); err != nil {
					return err
				}
				return changeRules(cmd.Context(), a, cli.OpOption, change, a.Book().Setting(args[0], args[1]))
			}
			names := optionNames(args, p)
			values := map[string]string{}
			for _, name := range names {
				o, ok := preferences.OptionOf(name)
				if !ok {
					return knownOption(a, name, "")
				}
				value := o.Value(name, p)
				values[name] = value
				if change.JSON {
					continue
				}
				fmt.Fprintln(a.Stdout, diffview.Visible(fmt.Sprintf("%-16s %-10s %s: %s", name, value, o.Help, strictjson.Explain(o.Values, value))))
			}
			if change.JSON {
				return a.WriteJSON(values)
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return cli.NamesOf(preferences.Options(), func(o preferences.Option) string { return o.Name }), cobra.ShellCompDirectiveNoFileComp
			}
			if o, ok := preferences.OptionOf(args[0]); ok && len(args) == 1 {
				return strictjson.Words(o.Values), cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	change.Flags(cmd)
	return cmd
}

// optionNames are the options that are asked for: those that are named, or else all.
func optionNames(args []string, p question.Preferences) []string {
	names := args
	for _, o := range preferences.Options() {
		if len(args) == 0 && o.Name != "mcp." {
			names = append(names, o.Name)
		}
	}
	if len(args) == 0 {
		for _, server := range slices.Sorted(maps.Keys(p.MCP)) {
			names = append(names, "mcp."+server)
		}
	}
	return names
}

// knownOption refuses an option, or a value of one, that there is not.
func knownOption(a *cli.App, name, value string) error {
	o, ok := preferences.OptionOf(name)
	if !ok {
		names := cli.NamesOf(preferences.Options(), func(o preferences.Option) string { return strings.Replace(o.Name, "mcp.", "mcp.SERVER", 1) })
		return cli.Misuse(cli.Meant(name, names, "it is one of "+strings.Join(names, ", ")), "there is no option %q", name)
	}
	words := strictjson.Words(o.Values)
	if !slices.Contains(words, value) {
		return cli.Misuse(cli.Meant(value, words, "it is one of "+strings.Join(words, ", ")), "%s cannot be %q", name, value)
	}
	return nil
}
