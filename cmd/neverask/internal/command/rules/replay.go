package rules

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
)

func templatesCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "templates",
		Short:   "List templates for tool rules",
		Example: "  neverask rules templates\n  neverask rules add --template dry-run",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all := toolrule.Templates(a.Installer.Locations.Home)
			if asJSON {
				return a.WriteJSON(map[string]any{"templates": all})
			}
			for _, t := range all {
				fmt.Fprintf(a.Stdout, "%-15s %s\n", t.Name, t.About)
				for _, r := range t.Rules {
					fmt.Fprintf(a.Stdout, "  %-25s %-5s %s\n", r.ID, r.Act, r.Tool)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the templates with their rules as JSON")
	return cmd
}

func replayCommand(a *cli.App) *cobra.Command {
	var (
		asJSON   bool
		template string
		from     string
		examples int
	)
	cmd := &cobra.Command{
		Use:   "replay [ID]...",
		Short: "Show what tool rules would have done in past sessions",
		Long: `Show what tool rules would have done in past sessions.

The calls are those in the transcripts of Claude Code. Without an ID all rules are
held against them together; --template and --from try rules that are not added
yet.`,
		Example:           "  neverask rules replay\n  neverask rules replay confirm-push --examples 20\n  neverask rules replay --template no-secrets",
		ValidArgsFunction: a.Offer(toolRuleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := replayed(cmd.Context(), a, args, template, from)
			if err != nil {
				return err
			}
			r, err := replayTools(cmd.Context(), a, list, examples)
			if err != nil {
				return err
			}
			if asJSON {
				return a.WriteJSON(r)
			}
			printReplay(a, r)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&template, "template", "", "try the rules of a template")
	cmd.Flags().StringVar(&from, "from", "", "try the rules in a file, or - for standard input")
	cmd.Flags().IntVar(&examples, "examples", 8, "show at most so many calls")
	cmd.MarkFlagsMutuallyExclusive("template", "from")
	cli.Words(cmd, "template", templateNames()...)
	return cmd
}

// replayed are the rules that a replay is about.
func replayed(ctx context.Context, a *cli.App, ids []string, template, from string) ([]toolrule.Rule, error) {
	if template != "" || from != "" {
		if len(ids) > 0 {
			return nil, cli.Misuse("", "an ID does not go with --template and --from")
		}
		return newToolRules(ctx, a, template, from)
	}
	if len(ids) == 0 {
		list, _, err := a.Book().ReadTools()
		return list, a.RulesError(err)
	}
	var list []toolrule.Rule
	for _, id := range ids {
		r, err := toolRule(a, id)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

func replayTools(ctx context.Context, a *cli.App, list []toolrule.Rule, examples int) (preferences.ToolReplay, error) {
	return preferences.ReplayTools(ctx, filepath.Join(a.Installer.Locations.Config(), "projects"), a.Installer.Locations.Home, list, examples)
}

// printReplay says what rules would have done.
func printReplay(a *cli.App, r preferences.ToolReplay) {
	fmt.Fprintln(a.Stdout, r)
	for _, e := range r.Examples {
		fmt.Fprintf(a.Stdout, "  %s  %-7s %s\n", e.Time.Local().Format(time.DateOnly), e.Act, diffview.Visible(exampleText(e)))
	}
	if e := r.Not; e != nil {
		fmt.Fprintf(a.Stdout, "  %s  not     %s: %s\n", e.Time.Local().Format(time.DateOnly), diffview.Visible(cli.OneLine(e.Tool+" "+diffview.RedactCommand(e.Before))), diffview.Visible(cli.OneLine(diffview.RedactCommand(r.Why))))
	}
}

func exampleText(e preferences.ToolExample) string {
	s := e.Tool + " " + diffview.RedactCommand(e.Before)
	if e.After != "" {
		s += " → " + diffview.RedactCommand(e.After)
	}
	return cli.OneLine(s) + " (" + strings.Join(e.Rules, ", ") + ")"
}
