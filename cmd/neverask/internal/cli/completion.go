package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"neverask/diffview"
)

// Offer completes with values, and not with the names of files.
func (a *App) Offer(values func(context.Context) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		if a.Open(cmd, nil) != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return Offered(values(cmd.Context())), cobra.ShellCompDirectiveNoFileComp
	}
}

// Offered are the values that a shell can print as they are, each with what is
// beside it made visible.
func Offered(values []string) (fit []string) {
	for _, v := range values {
		value, about, more := strings.Cut(v, "\t")
		if diffview.Visible(value) != value {
			continue
		}
		if more {
			value = Described(value, about)
		}
		fit = append(fit, value)
	}
	return fit
}

// Described is a value with what a shell shows beside it.
func Described(value, about string) string {
	return value + "\t" + diffview.Visible(strings.ReplaceAll(about, "\n", " "))
}
