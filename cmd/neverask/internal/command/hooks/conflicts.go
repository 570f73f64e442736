package hooks

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

// conflictsFlags are the flags of hooks conflicts.
type conflictsFlags struct {
	json bool
	site cli.SiteFlags
}

func conflictsCommand(a *cli.App) *cobra.Command {
	var f conflictsFlags
	cmd := &cobra.Command{
		Use:   "conflicts",
		Short: "Show third-party hooks that affect questions, and how to resolve conflicts",
		Long: `Show third-party hooks that affect questions, and how to resolve conflicts: where they come from,
what they do and how neverask knows, the outcome beside neverask's own hook, and the
resolutions. Nothing is changed; neverask install --on-conflict applies a resolution.

neverask knows what a hook does from past sessions, from a test that still holds, from its
name, or from its script. Otherwise neverask hooks test ID --question
runs the hook once, after you have agreed to the exact command, and keeps the result.`,
		Example: `  neverask hooks conflicts
  neverask hooks test 3f9a2b7c10 --question
  neverask hooks conflicts --cwd ~/src/project --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return showConflicts(cmd.Context(), a, f) },
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	f.site.Flags(cmd)
	return cmd
}

func showConflicts(ctx context.Context, a *cli.App, f conflictsFlags) error {
	if err := f.site.Enter(a); err != nil {
		return err
	}
	r, err := cli.ReviewConflicts(ctx, a, conflicts.Options{})
	if err != nil {
		return err
	}
	if !f.json {
		printReview(a, r)
	}
	return a.Finish(f.json, jsonOfReview(r), nil)
}

// reviewJSON is the documented shape of conflicts --json.
type reviewJSON struct {
	Client    cli.ClientJSON     `json:"client"`
	Conflicts []cli.ConflictJSON `json:"conflicts"`
	Rewriters []rewriterJSON     `json:"rewriters"`
	Resolved  []resolvedJSON     `json:"resolved"`
	Switches  []config.Switch    `json:"switches"`
	Findings  []findingJSON      `json:"findings"`
}

// rewriterJSON is a hook that changes the input of a tool in a tool rule.
type rewriterJSON struct {
	cli.ForeignJSON
	Tools    []string         `json:"tools"`
	Outcome  string           `json:"outcome"`
	Evidence cli.EvidenceJSON `json:"evidence"`
}

func jsonOfRewriters(found []conflict.Rewriter) []rewriterJSON {
	list := []rewriterJSON{}
	for _, r := range found {
		list = append(list, rewriterJSON{
			cli.ForeignOf(r.Hook),
			r.Tools, r.Sentence(), cli.EvidenceJSON{Kind: r.Evidence.Basis, Detail: r.Evidence.Detail},
		})
	}
	return list
}

// resolvedJSON is a hook that a resolution keeps from questions.
type resolvedJSON struct {
	Resolution conflict.Resolution `json:"resolution"`
	Event      string              `json:"event"`
	File       string              `json:"file"`
	Type       string              `json:"type"`
	Command    string              `json:"command"`
}

type findingJSON struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

func jsonOfReview(r conflicts.Review) reviewJSON {
	out := reviewJSON{
		Client: cli.ClientOf(r.Client.Version), Conflicts: cli.ConflictList(r.Conflicts),
		Rewriters: jsonOfRewriters(r.Rewriters), Switches: cli.OrEmpty(r.Switches), Resolved: []resolvedJSON{},
	}
	for _, s := range r.Resolved {
		out.Resolved = append(out.Resolved,
			resolvedJSON{s.Resolution, s.Event, s.File, s.Handler.Type, diffview.RedactCommand(s.Handler.Summary())})
	}
	out.Findings = jsonOfFindings(r.Findings)
	return out
}

func jsonOfFindings(found []config.Finding) []findingJSON {
	list := []findingJSON{}
	for _, f := range found {
		list = append(list, findingJSON{f.File, f.Line, f.Col, f.Msg, f.Hint})
	}
	return list
}

// printReview prints conflicts, the worst first, and the settings that affect questions.
func printReview(a *cli.App, r conflicts.Review) {
	for i, c := range cli.WorstFirst(r.Conflicts) {
		if i > 0 {
			fmt.Fprintln(a.Stdout)
		}
		cli.PrintConflict(a, c)
	}
	switch {
	case len(r.Conflicts) == 0 && len(r.Doubtful()) > 0:
		fmt.Fprintf(a.Stdout, "No third-party hook seems to affect questions, but %s could not be examined.\n",
			diffview.Count(len(r.Doubtful()), "place"))
	case len(r.Conflicts) == 0 && len(r.Findings) > 0:
		fmt.Fprintln(a.Stdout, asFarAsRead("No third-party hook affects questions"))
	case len(r.Conflicts) == 0:
		fmt.Fprintln(a.Stdout, "No third-party hook affects questions.")
	}
	for _, w := range r.Rewriters {
		h := w.Hook
		a.Line(fmt.Sprintf("\n%-10s", "rewrites"), "%s", diffview.RedactCommand(h.Handler.Summary()))
		a.Line("          ", "%s   %s:%d   %s", h.Group.Event, a.Short(h.Source.File), h.Handler.Line, w.Evidence.Detail)
		a.Line("          ", "%s", w.Sentence())
	}
	for _, s := range r.Resolved {
		a.Line(fmt.Sprintf("\n%-10s", "resolved"), "%s", diffview.RedactCommand(s.Handler.Summary()))
		a.Line("          ", "%s   %s", s.Event, a.Short(s.File))
		a.Line("          ", "%s: %s", s.Resolution.Done(), s.Resolution.Explain())
	}
	for _, s := range r.Switches {
		a.Line("\nsetting   ", "%s = %s   %s:%d", s.Name, s.Value, a.Short(s.File), s.Line)
		a.Line("          ", "%s", s.Effect)
	}
	printFindings(a, r.Findings)
}

// asFarAsRead limits a statement to what could be read, when there are findings.
func asFarAsRead(statement string) string {
	return statement + ", as far as the files below can be read; neverask doctor says more."
}

// printFindings prints the files that cannot be used.
func printFindings(a *cli.App, found []config.Finding) {
	for _, f := range found {
		a.Line("\nfile      ", "%s: %s", a.Short(f.Where()), f.Msg)
		a.Line("          ", "→ %s", f.Hint)
	}
}
