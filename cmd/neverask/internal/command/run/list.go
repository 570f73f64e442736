package run

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
)

func listCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List parked questions",
		Long:    "List the questions that ended \"neverask run --ask park\", the oldest first.",
		Example: "  neverask run list\n  neverask run answer 3f2a9c01 2",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := putBack(cmd.Context(), a); err != nil {
				a.Note("neverask", err.Error())
			}
			all, err := allParked(a)
			if err != nil {
				return err
			}
			if asJSON {
				return a.WriteJSON(all)
			}
			if len(all) == 0 {
				fmt.Fprintln(a.Stdout, "No questions are parked.")
			}
			for _, p := range all {
				fmt.Fprintf(a.Stdout, "%s  %s  %s\n", diffview.Visible(p.ID),
					p.Time.Local().Format("2006-01-02 15:04"), diffview.Visible(a.Short(p.Dir)))
				for _, q := range p.open() {
					fmt.Fprintln(a.Stdout, "  "+strings.ReplaceAll(describe(q), "\n", "\n  "))
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
