package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"neverask/diffview"
)

// Completions offer the current rules, hooks, conflicts and suggestions. Errors are silent: whatever cannot be read
// is not offered.

// Values returns the possible values of an argument, each optionally followed by a tab and its meaning.
type Values func(context.Context, *App) []string

// Offer completes with values, and not with file names.
func (a *App) Offer(values Values) cobra.CompletionFunc {
	return a.OfferBehind(func(ctx context.Context, a *App, _ []string) []string { return values(ctx, a) })
}

// OfferBehind is [App.Offer] for values that depend on the preceding arguments.
func (a *App) OfferBehind(values func(context.Context, *App, []string) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if a.Open(cmd, nil) != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return offered(values(cmd.Context(), a, args)), cobra.ShellCompDirectiveNoFileComp
	}
}

// OfferFlags completes flags with values, except those that are already completed.
func (a *App) OfferFlags(cmd *cobra.Command, values Values, flags ...string) {
	for _, flag := range flags {
		_ = cmd.RegisterFlagCompletionFunc(flag, a.Offer(values))
	}
}

// Words completes a flag with words.
func Words(cmd *cobra.Command, flag string, words ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// offered returns the values that a shell can print unchanged, with control characters in their meanings made
// visible.
func offered(values []string) (fit []string) {
	for _, v := range values {
		value, about, more := strings.Cut(v, "\t")
		if diffview.Visible(value) != value {
			continue
		}
		if more {
			value += "\t" + diffview.Visible(strings.ReplaceAll(about, "\n", " "))
		}
		fit = append(fit, value)
	}
	return fit
}
