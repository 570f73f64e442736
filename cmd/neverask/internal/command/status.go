package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/install"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/suggest"
)

type statusFlags struct {
	json, exitCode bool
}

// Status returns the command neverask status.
func Status(a *cli.App) *cobra.Command {
	var (
		t cli.Target
		f statusFlags
	)
	cmd := &cobra.Command{
		Use:        "status",
		SuggestFor: []string{"info", "show"},
		Short:      "Show what is installed and what is wrong",
		Example:    "  neverask status\n  neverask status --scope project --json",
		Args:       cobra.NoArgs,
		RunE:       func(cmd *cobra.Command, _ []string) error { return show(cmd.Context(), a, t, f) },
	}
	t.Flags(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&f.exitCode, "exit-code", false, "exit with 6 if not installed, or hooks were lost")
	return cmd
}

// failures returns the hooks, and other settings' commands, that should run but cannot.
func failures(a *cli.App, sources config.Sources) []doctor.Failure {
	return doctor.Options{Planner: a.Planner, Env: os.Environ()}.Failing(sources)
}

func clientText(is client.Found) string {
	switch v := is.Version; {
	case is.Missing():
		return "not found: not in PATH or the usual install locations, and no transcripts"
	case v == "":
		return "found " + cmp.Or(is.Program, is.From)
	default:
		return cmp.Or(v.Doubt(), string(v)+", tested with neverask")
	}
}

// PrintStatus prints the status of a settings file.
func PrintStatus(ctx context.Context, a *cli.App, t cli.Target) error {
	return show(ctx, a, t, statusFlags{})
}

func show(ctx context.Context, a *cli.App, t cli.Target, f statusFlags) error {
	where, err := a.Target(t)
	if err != nil {
		return err
	}
	s := status.Inspect(a.Planner, where)
	r, asked, err := cli.ReviewPast(ctx, a, conflicts.Options{})
	if err != nil {
		return err
	}
	if !s.Away.Since.IsZero() { // judging the hooks takes as long as all the rest
		s.Unanswering(cli.InactiveHooks(a, r.Sources)[config.QuestionHooks].Why, a.Planner.Now())
	}
	appeared, warnings := appeared(ctx, a)
	lost, problems := outsideChanges(ctx, a, where)
	if missed, ok := doctor.Unrecorded(a.Planner, s, asked); ok {
		problems = append(problems, missed)
	}
	problems = slices.Concat(problems, neverAnswering(a, asked), mistaken(r.Sources, where), blocking(r, where))
	s.Problems = slices.Concat(s.Beside(lost), cli.OutsideProblems(a, lost), warnings, problems)
	effects, _ := a.Rulebook().Effects(asked) // the problems include unreadable rules
	told := suggest.Total(effects)
	week := transcript.Count(asked, pastquestions.Since(time.Now()))
	if f.json {
		err = a.WriteJSON(statusJSON{
			Installed: unless(len(s.Presences) == 0, s.Installed), Scope: string(where.Scope),
			Path: where.Path, Hook: s.Hook, Client: cli.ClientOf(r.Client.Version), Events: cli.OrEmpty(s.Events),
			Questions: presence(s, config.QuestionHooks), Tools: presence(s, config.ToolRuleHook),
			Recording: presence(s, config.ActivityRecording),
			Rules:     unless(s.Unread, s.Rules), ToolRules: unless(s.Unread, s.ToolRules),
			Tell: told, Foreign: cli.ForeignList(r.Conflicts), Conflicts: countConflicts(r.Conflicts), Week: week,
			Appeared: cli.OrEmpty(appeared), Lost: cli.OutsideList(lost),
			Failing: failing(failures(a, r.Sources)), Problems: cli.OrEmpty(s.Problems),
		})
	} else {
		printStatus(a, s, r, weekText(week, countWrong(a, asked)), told)
	}
	if err == nil && f.exitCode && len(s.There()) > 0 && slices.ContainsFunc(lost, planner.OutsideChange.Serious) {
		return cli.ExitError(cli.NotWhole, errors.New("hooks were lost"), "run neverask hooks restore")
	}
	if err == nil && f.exitCode && s.Broken() {
		return cli.ExitError(cli.NotWhole, fmt.Errorf("cannot tell whether neverask's hooks are in %s: the file is broken",
			a.Short(where.Path)), "neverask doctor says what is wrong with it")
	}
	if err == nil && f.exitCode && !s.Installed {
		return cli.ExitError(cli.NotWhole,
			fmt.Errorf("neverask's hooks in %s are missing or incomplete", a.Short(where.Path)), "run neverask install")
	}
	return err
}

func printStatus(a *cli.App, s status.Status, r conflicts.Review, week string, told suggest.Totals) {
	row := func(name, format string, args ...any) { a.Line(fmt.Sprintf("%-16s ", name), format, args...) }
	// What needs the person comes first, as on Home.
	if broken := failures(a, r.Sources); len(broken) > 0 {
		row("Cannot run", "%s: %s: neverask doctor",
			diffview.Count(len(broken), doctor.Failed(broken)), a.Short(broken[0].Why))
	}
	for _, p := range s.Problems {
		row(cli.SeverityWord(p.Severity), "%s", p.Message)
		row("", "→ %s", p.Fix)
	}
	row("Settings", "%s", a.Short(s.Target.Path))
	printInstallables(a, s, row)
	if s.Hook.Version != "" {
		row("Hook program", "%s, version %s", a.Short(s.Hook.Path), s.Hook.Version)
	}
	row("Claude Code", "%s", clientText(r.Client))
	number := fmt.Sprint(s.Rules)
	if s.Rules == 0 {
		number = "none"
	}
	if s.Unread {
		number = "unknown: broken or unreadable,"
	}
	row("Question rules", "%s in %s", number, a.Short(a.Planner.Paths.Preferences()))
	if s.ToolRules > 0 {
		row("Tool rules", "%s; neverask rules list", diffview.Count(s.ToolRules, "rule"))
	}
	if told.Lines > 0 {
		row("Standing answers", "%s; neverask rules list", told.Text(install.Anywhere(a.Planner, config.QuestionHooks)))
	}
	row("Last 4 weeks", "%s", week)
	row("Conflicts", "%s", conflictsText(r))
	if theirs := r.Theirs(s.Of(config.QuestionHooks).There()); theirs != "" && len(r.Open()) == 0 {
		row("", "%s", theirs)
	}
	for _, c := range cli.WorstFirst(r.Open()) {
		row("", "%s: %s (%s, %s:%d)", c.Severity, c.Sentence, diffview.Visible(diffview.RedactCommand(c.Hook.Handler.Summary())),
			a.Short(c.Hook.Source.File), c.Hook.Handler.Line)
	}
	if !s.Installed && len(s.Problems) == 0 {
		fmt.Fprintln(a.Stderr, "hint: run neverask install; it shows the change and asks before writing")
	}
}

// printInstallables prints the state of each installable that is present, and always that of the question hooks.
func printInstallables(a *cli.App, s status.Status, row func(name, format string, args ...any)) {
	for _, p := range config.Installables() {
		is := s.Of(p)
		switch {
		case is.State == status.Whole && is.Arguments:
			row(labels[p], "on, with the inputs of tools: %d events", len(is.Events))
		case is.State == status.Whole && p == config.ActivityRecording:
			row(labels[p], "on: %d events", len(is.Events))
		case is.State == status.Whole:
			row(labels[p], "installed: %s", strings.Join(is.Events, ", "))
		case is.State == status.Stale:
			row(labels[p], "stale: the rules now name other tools")
		case is.State == status.Incomplete && len(is.Events) > 0:
			row(labels[p], "incomplete: only %s", strings.Join(is.Events, ", "))
		case p == config.QuestionHooks && len(s.Presences) == 0:
			row(labels[p], "unknown: the settings file is broken or unreadable")
		case p == config.QuestionHooks:
			row(labels[p], "not installed")
		case is.There():
			row(labels[p], "incomplete: the entry is missing")
		}
	}
}

var labels = map[config.Installable]string{
	config.QuestionHooks: "Question hooks", config.ActivityRecording: "Recording", config.ToolRuleHook: "Tool-rule hook",
}

// conflictsText counts the conflicts that are in the way.
func conflictsText(r conflicts.Review) string {
	text := "none"
	if slices.ContainsFunc(r.Findings, func(f config.Finding) bool { return f.Off.Whole() }) {
		text = "none, as far as the files can be read"
	}
	if n := len(r.Open()); n > 0 {
		text = fmt.Sprintf("%s in the way: neverask hooks conflicts", diffview.Count(n, "hook"))
	}
	if aside := r.Aside(); aside != "" {
		text += "; " + aside
	}
	if n := len(r.Resolved); n > 0 {
		text += fmt.Sprintf("; %d resolved", n)
	}
	if n := len(r.Doubtful()); n > 0 {
		text += fmt.Sprintf("; unknown in %s that could not be examined: neverask doctor", diffview.Count(n, "place"))
	}
	return text
}

// countWrong counts the answers of the last weeks that are marked as wrong.
func countWrong(a *cli.App, asked []transcript.Question) (n int) {
	saved, _, _ := a.Book().Read() // the problems include unreadable preferences
	since := pastquestions.Since(time.Now())
	for i := range asked {
		if !asked[i].Time.Before(since) && pastquestions.MarkedWrong(saved.Rules, &asked[i]) {
			n++
		}
	}
	return n
}

func weekText(c transcript.Counts, wrong int) string {
	if c.Asked == 0 {
		return "no questions"
	}
	s := fmt.Sprintf("%s, %d answered for you", diffview.Count(c.Asked, "question"), c.Answered)
	if wrong > 0 {
		s += fmt.Sprintf(" (%d marked as wrong)", wrong)
	}
	if c.Overwritten > 0 {
		s += fmt.Sprintf(", %d overwritten by another hook", c.Overwritten)
	}
	return s
}
