package rules

import (
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/toolrule"
)

func exportCommand(a *cli.App) *cobra.Command {
	var project string
	cmd := &cobra.Command{
		Use:     "export",
		Short:   "Print the rules in the format of the preferences file",
		Example: "  neverask rules export > team.json\n  neverask rules export --project .",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, _, err := a.Book().Read()
			if err != nil {
				return a.RulesError(err)
			}
			lines, _, err := a.Book().ReadLines()
			if err != nil {
				return a.RulesError(err)
			}
			tools, _, err := a.Book().ReadTools()
			if err != nil {
				return a.RulesError(err)
			}
			if cmd.Flags().Changed("project") {
				dir, err := filepath.Abs(project)
				if err != nil {
					return err
				}
				p.Rules = slices.DeleteFunc(p.Rules, func(r question.Rule) bool { return r.Project != dir })
				tools = slices.DeleteFunc(tools, func(r toolrule.Rule) bool { return r.Project != dir })
				lines = slices.DeleteFunc(lines, func(l standinganswer.Line) bool { return l.Project != dir })
			}
			return a.WriteJSON(portable{p, tools, lines})
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "only this directory's rules")
	_ = cmd.MarkFlagDirname("project")
	return cmd
}
