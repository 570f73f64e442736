package rules

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// addToolFlags are the flags of rules add tool.
type addToolFlags struct {
	cli.ChangeFlags
	toolRuleFlags
	id string
}

func addToolCommand(a *cli.App) *cobra.Command {
	var f addToolFlags
	cmd := &cobra.Command{
		Use:   "tool NAME",
		Short: "Add a rule for tool calls",
		Long: `Add a rule for tool calls. NAME is the tool's, several with "|" between them, a
name with "*" for any characters, or "*" for all tools.

A rule refuses a call, has Claude Code ask you (about the call as it is, or changed), or
tells Claude something. The same change updates the entry of neverask's hook.

` + toolRuleHelp,
		Example: `  neverask rules add tool Bash --when 'command~\bterraform apply\b' --act deny --message "use plan"
  neverask rules add tool 'mcp__github__*' --act ask --message "GitHub?"
  neverask rules add tool 'Edit|Write' --when file_path!=project --act ask
  neverask rules add tool Bash --when 'command~^make\b' --act ask --replace 'command=/^make/make -n/'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkName(cmd, f.id); err != nil {
				return err
			}
			r, err := f.apply(cmd, toolrule.Rule{ID: f.id, Tool: args[0]})
			switch {
			case err != nil:
			case r.Act == "":
				return cli.Misuse("it is one of "+strings.Join(strictjson.Words(toolrule.Acts()), ", "), "missing --act")
			default:
				err = r.Check()
			}
			if err != nil {
				return err
			}
			f.Added = func() []string { return []string{r.ID} }
			return changeRules(cmd.Context(), a, cli.OpRules, f.ChangeFlags, a.Book().AddTool(&r, preferences.ByAdd))
		},
	}
	f.ChangeFlags.Flags(cmd)
	f.toolRuleFlags.flags(cmd, slices.DeleteFunc(slices.Clone(toolrule.Fields()),
		func(f strictjson.Field[toolrule.Rule]) bool { return f.Name == "tool" }), map[string][]string{})
	cmd.Flags().StringVar(&f.id, "id", "", "a name for the rule; generated if missing")
	return cmd
}
