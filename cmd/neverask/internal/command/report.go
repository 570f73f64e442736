package command

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/app/report"
	"neverask/hooks/claude/config"
	"neverask/hooks/record/activity"
	"neverask/tui/prompt"
)

type reportFlags struct {
	since    string
	json, md bool
	site     cli.SiteFlags
}

// Report returns the command neverask report.
func Report(a *cli.App) *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:        "report",
		SuggestFor: []string{"stats", "summary"},
		Short:      "Show what Claude asked, and what you keep answering the same way",
		Long: `Show what Claude asked in the last four weeks, how long it waited for you, what you
kept answering the same way, what rules would have answered, and which hooks
fail. It reads the transcripts and the settings, needs no install, and writes
nothing.

Waiting is counted from the question to your answer. The waiting for
permissions is estimated from edits, since transcripts do not say which calls
needed one.`,
		Example: "  neverask report\n  neverask report --since 12w\n  neverask report --md > report.md",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return makeReport(cmd.Context(), a, f) },
	}
	f.site.Flags(cmd)
	cmd.Flags().StringVar(&f.since, "since", strconv.Itoa(pastquestions.Days)+"d",
		"from when on: 12h, 7d, 4w or 2026-01-31")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&f.md, "md", false, "print Markdown")
	cmd.MarkFlagsMutuallyExclusive("json", "md")
	return cmd
}

func makeReport(ctx context.Context, a *cli.App, f reportFlags) error {
	if err := f.site.Enter(a); err != nil {
		return err
	}
	now := time.Now()
	since, err := cli.ParseSince(f.since, now)
	if err != nil {
		return err
	}
	rules, err := cli.QuestionRules(a)
	if err != nil {
		return err
	}
	progress, done := a.Progress()
	lines, _, err := a.Book().ReadLines()
	if err != nil {
		return a.RulesError(err)
	}
	r, err := report.Make(ctx, report.Input{
		Planner: a.Planner, Since: since, Env: os.Environ(), Rules: rules,
		Lines: lines, Decisions: a.Rulebook().Decisions().Decisions(now), Progress: progress,
	})
	done()
	if err != nil {
		return err
	}
	for i := range r.Hooks {
		h := &r.Hooks[i]
		h.Command, h.Message, h.Fix = diffview.RedactCommand(h.Command),
			diffview.RedactCommand(h.Message), diffview.RedactCommand(h.Fix)
	}
	switch {
	case f.json:
		return a.WriteJSON(r)
	case f.md:
		markdown(a, r)
	default:
		text(a, r)
	}
	return nil
}

// How many entries of each list are shown: a report is one screen.
const (
	reportedAlike = 6
	reportedHooks = 3
)

func text(a *cli.App, r report.Report) {
	a.Stdout = prompt.Wrapping(a.Stdout)
	line := func(format string, args ...any) { a.Line("", format, args...) }
	line("What Claude asked you, %s to %s", r.Since.Local().Format("2 January"), r.Until.Local().Format("2 January 2006"))
	fmt.Fprintln(a.Stdout)
	for _, row := range rows(a, r) {
		line("  %-12s %s", row[0], row[1])
	}
	if len(r.Alike)+r.Irreversible > 0 {
		fmt.Fprintln(a.Stdout)
	}
	if len(r.Alike) > 0 {
		line("You %s give these the same answer:", howOften(r.Alike))
		for _, k := range r.Alike[:min(len(r.Alike), reportedAlike)] {
			line("  %8s  %s → %s", timesAlike(k), cli.OneLine(k.Question), cli.OneLine(k.Answer))
		}
		if n := len(r.Alike) - reportedAlike; n > 0 {
			line("            and %d more", n)
		}
		line("%s", wouldText(r))
	}
	if r.Irreversible > 0 {
		line("%s", irreversibleText(r.Irreversible))
	}
	if len(r.Hooks) > 0 {
		fmt.Fprintln(a.Stdout)
		line("Problems with hooks:")
		for _, h := range r.Hooks[:min(len(r.Hooks), reportedHooks)] {
			line("  %-10s %s", troubleWords(h), hookText(a, h))
		}
		if n := len(r.Hooks) - reportedHooks; n > 0 {
			line("             and %d more", n)
		}
	}
	fmt.Fprintln(a.Stdout)
	line("Next: %s", r.Next)
}

// hookText names a hook, its place, and its problem.
// troubleWords returns the trouble with a hook as the screens call it.
func troubleWords(h report.Hook) string { return strings.ReplaceAll(h.Trouble, "-", " ") }

func hookText(a *cli.App, h report.Hook) string {
	text := strings.TrimPrefix(cli.Shown(h.Command)+": "+h.Message, ": ")
	return fmt.Sprintf("%s (%s:%d)", text, a.Short(h.File), h.Line)
}

// rows returns the figures with their names.
func rows(a *cli.App, r report.Report) (rows [][2]string) {
	if r.Lost.Message != "" {
		rows = append(rows, [2]string{"Rules", r.Lost.Message})
	}
	q := r.Questions
	text := "none"
	if q.Asked > 0 {
		text = fmt.Sprintf("%d in %s, %s", q.Asked, diffview.Count(q.Sessions, "session"),
			diffview.Count(q.Projects, "project"))
	}
	if q.ForYou > 0 {
		text += fmt.Sprintf("; neverask answered %d", q.ForYou)
	}
	rows = append(rows, [2]string{"Questions", text})
	for _, w := range []struct {
		name, each string
		report.Waited
	}{{"Waited", "answer", q.Waited}, {"Plans", "approval", r.Plans}} {
		if w.Times > 0 {
			rows = append(rows,
				[2]string{w.name, fmt.Sprintf("%s for %s (median %s)", activity.Brief(w.Total),
					diffview.Count(w.Times, w.each), activity.Brief(w.Median))})
		}
	}
	if p := r.Permissions; p.Times > 0 {
		rows = append(rows, [2]string{"Permissions",
			fmt.Sprintf("about %s for %s (an estimate)", activity.Brief(p.Total), diffview.Count(p.Times, "edit"))})
	}
	if r.Told.Lines > 0 {
		rows = append(rows, [2]string{"Told before", r.Told.Text(install.Anywhere(a.Planner, config.QuestionHooks))})
	}
	return rows
}

// howOften says whether every answer was the same.
func howOften(all []report.Alike) string {
	if slices.ContainsFunc(all, func(k report.Alike) bool { return k.Times < k.Asked }) {
		return "mostly"
	}
	return "always"
}

// timesAlike says how often the same answer was given, and out of how many if there were others.
func timesAlike(k report.Alike) string {
	if k.Times < k.Asked {
		return fmt.Sprintf("%d of %d", k.Times, k.Asked)
	}
	return fmt.Sprintf("%d×", k.Times)
}

// wouldText says what rules would have done. If the transcripts do not show exactly what the person saw, each
// question is asked once more before it is answered.
func wouldText(r report.Report) string {
	if r.WouldAnswer == 0 {
		return fmt.Sprintf("Rules for them match %d of the %d, but would have answered none: your earlier answers don't count. Answer each question once more, and they answer it from then on.", r.Answerable, r.Questions.Asked)
	}
	return fmt.Sprintf("Rules for them would have answered %d of the %d.", r.WouldAnswer, r.Questions.Asked)
}

// irreversibleText says what the questions that are answered the same way leave out.
func irreversibleText(n int) string {
	return "Left out: " + diffview.Count(n, "irreversible question") +
		" that you answer the same way at least 9 times in 10; neverask suggests no rules for those."
}

func markdown(a *cli.App, r report.Report) {
	cell := strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "`", "'")
	a.Line("", "## What Claude asked, %s to %s", r.Since.Local().Format("2 January"),
		r.Until.Local().Format("2 January 2006"))
	fmt.Fprintln(a.Stdout)
	for _, row := range rows(a, r) {
		a.Line("", "* **%s**: %s", row[0], row[1])
	}
	if len(r.Alike) > 0 {
		fmt.Fprintf(a.Stdout, "\n| %s answered the same | answer | times |\n|---|---|---|\n", howOften(r.Alike))
		for _, k := range r.Alike {
			a.Line("", "| %s | %s | %d of %d |", cell.Replace(k.Question), cell.Replace(k.Answer), k.Times, k.Asked)
		}
		a.Line("\n", "%s", wouldText(r))
	}
	if r.Irreversible > 0 {
		a.Line("\n", "%s", irreversibleText(r.Irreversible))
	}
	if len(r.Hooks) > 0 {
		fmt.Fprintln(a.Stdout)
		for _, h := range r.Hooks {
			a.Line("", "* %s: %s", troubleWords(h), cell.Replace(hookText(a, h)))
		}
	}
	a.Line("\n", "Next: %s", r.Next)
}
