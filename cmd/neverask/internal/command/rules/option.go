package rules

import (
	"context"
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

// optionHelp lists the options with their values.
func optionHelp() string {
	var out strings.Builder
	for _, o := range preferences.Options() {
		fmt.Fprintf(&out, "  %-12s %s: %s\n", optionName(o), o.Help, strings.Join(strictjson.Words(o.Values), ", "))
	}
	return out.String() + "\n"
}

// optionName returns the name of an option as people read it.
func optionName(o preferences.Option) string { return strings.Replace(o.Name, "mcp.", "mcp.SERVER", 1) }

// printOptions lists the options that the preferences set.
func printOptions(a *cli.App, p question.Preferences) {
	var names []string
	for _, o := range preferences.Options() {
		if o.Name != "mcp." && o.Value(o.Name, p) != o.Value(o.Name, question.Preferences{}) {
			names = append(names, o.Name)
		}
	}
	for _, server := range slices.Sorted(maps.Keys(p.MCP)) {
		names = append(names, "mcp."+server)
	}
	for _, name := range names {
		o, _ := preferences.OptionOf(name)
		value := o.Value(name, p)
		a.Row(ruleMargin, diffview.Visible(fmt.Sprintf("%-18s %-10s %s", name, value, strictjson.Explain(o.Values, value))))
	}
}

// knownOption refuses an unknown option or value.
func knownOption(name, value string) error {
	o, ok := preferences.OptionOf(name)
	if !ok {
		names := cli.NamesOf(preferences.Options(), optionName)
		return cli.Misuse(cli.Meant(name, names, "it is one of "+strings.Join(names, ", ")), "there is no option %q", name)
	}
	words := strictjson.Words(o.Values)
	if !slices.Contains(words, value) {
		return cli.Misuse(cli.Meant(value, words, "it is one of "+strings.Join(words, ", ")), "%s cannot be %q", name, value)
	}
	return nil
}

// setOption changes an option of the preferences.
func setOption(ctx context.Context, a *cli.App, given string, f cli.ChangeFlags) error {
	name, value, ok := strings.Cut(given, "=")
	if !ok {
		return cli.Misuse("for example: neverask rules edit --option partial=off", "--option %q: want NAME=VALUE", given)
	}
	if err := knownOption(name, value); err != nil {
		return err
	}
	return changeRules(ctx, a, cli.OpOption, f, a.Book().Setting(name, value))
}

// completeOption completes the name of an option, and then its value.
func completeOption(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	const end = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	name, _, ok := strings.Cut(typed, "=")
	if !ok {
		return cli.NamesOf(preferences.Options(), func(o preferences.Option) string { return o.Name }), end
	}
	var all []string
	if o, known := preferences.OptionOf(name); known {
		for _, v := range o.Values {
			all = append(all, name+"="+v.Word)
		}
	}
	return all, end
}
