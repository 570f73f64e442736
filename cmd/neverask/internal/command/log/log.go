package log

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
)

// logFlags are the flags of log: what to print and how, or how much to record.
type logFlags struct {
	cli.ChangeFlags
	record string

	questions, tools              bool
	since, session, project, tool string
	week                          bool // since is only the default
	by                            []string
	failed, summary               bool
	limit                         int
	follow, csv                   bool
	wantQuestion                  func(transcript.Question) bool
	wantCall                      activity.Filter
}

const logHelp = `List what Claude asked and who answered, and which tools Claude used and how the calls
ended, the newest first. --questions and --tools select one of the two. Without
them, more than five successful calls between two questions share one line.

Questions come from the transcripts that Claude Code keeps and from neverask's own
log. --by takes who answered (you, neverask, other-hook, nobody, unknown), the
outcome (picked, typed, declined, timed-out, denied, failed,
unanswered, unreadable), or overwritten: another hook replaced neverask's answer.

Calls come from activity recording, which is off until you switch it on. Those that a
tool rule denied, or has Claude Code ask you about, are listed in any case. --summary shows
which tools were used, how long they took and waited for permission, and how they
ended. If a call's end wasn't recorded, the log says what ended it: the batch that lists
it, the next prompt, the end of the turn or of the session, or its age.

--record on switches activity recording on, --record off switches it off: it adds hooks
to the settings file where neverask is installed, or removes them, and shows the change
first. The recording stays on this machine: which tools Claude uses, how long each
call takes and how it ends. --record arguments also records the first 512 bytes of each
input, with secrets removed: those with names such as token and password, or with
the format of a well-known service. Nothing else is removed, so commands and the
beginnings of files end up on your disk, readable only by you.

With --json it prints one document: {"questions": [...], "skipped": N, "calls":
[...], "rule_acts": [...], "tools": [...], ...}, where skipped counts lines of transcripts that neverask does
not understand. With --follow it prints one question or call per line, when it has
ended, and what a tool rule denies or asks about at once. --csv prints the questions or the calls as a table, with a header.`

// Command returns the command neverask log.
func Command(a *cli.App) *cobra.Command {
	var f logFlags
	cmd := &cobra.Command{
		Use:        "log",
		SuggestFor: []string{"logs", "history", "activity", "questions", "calls", "record", "recording"},
		Short:      "List questions and tool calls, and how they ended",
		Long:       logHelp,
		Example: `  neverask log
  neverask log --questions --since 7d --by neverask
  neverask log --tools --failed --since 24h
  neverask log --summary --since 30d
  neverask log --follow
  neverask log --tools --csv > calls.csv
  neverask log --record on --dry-run`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(cmd, time.Now()); err != nil {
				return err
			}
			if f.record != "" {
				return record(cmd.Context(), a, f)
			}
			return log(cmd.Context(), a, f)
		},
	}
	fs := cmd.Flags()
	fs.BoolVar(&f.questions, "questions", false, "only what Claude asked")
	fs.BoolVar(&f.tools, "tools", false, "only tool calls")
	fs.StringVar(&f.since, "since", "",
		"only from this time on: 90m, 12h, 7d, 4w or 2026-01-31 (default 7d; all with --questions or --csv)")
	fs.StringSliceVar(&f.by, "by", nil, "only questions with one of these answerers or outcomes")
	fs.StringVar(&f.session, "session", "", "only sessions whose ID begins with this")
	fs.StringVar(&f.project, "project", "", "only this project: its directory, or the directory's name")
	fs.StringVar(&f.tool, "tool", "", "only this tool; may end in a star, as in 'mcp__github__*'")
	fs.BoolVar(&f.failed, "failed", false, "only what failed")
	fs.BoolVar(&f.summary, "summary", false, "print a summary")
	fs.IntVar(&f.limit, "limit", 50, "at most this many, newest first; 0 for all; --json and --csv print all")
	fs.BoolVarP(&f.follow, "follow", "f", false, "keep printing while Claude works, oldest first")
	fs.BoolVar(&f.csv, "csv", false, "with --questions or --tools: print CSV")
	f.recordFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("questions", "tools")
	cmd.MarkFlagsMutuallyExclusive("questions", "summary")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	cmd.MarkFlagsMutuallyExclusive("summary", "csv")
	cmd.MarkFlagsMutuallyExclusive("follow", "summary")
	cmd.MarkFlagsMutuallyExclusive("follow", "csv")
	cli.Words(cmd, "by", byValues...)
	return cmd
}

// noArguments refuses arguments, such as a --record value after a space.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && args[0] == "arguments" {
		return cli.Misuse("neverask log --record arguments records the inputs of tools", "unexpected argument: %s", args[0])
	}
	return cobra.NoArgs(cmd, args)
}

// check validates the flags. A flag that only questions or only calls have selects these.
func (f *logFlags) check(cmd *cobra.Command, now time.Time) error {
	if err := f.checkRecord(cmd); err != nil {
		return err
	}
	asked, called := len(f.by) > 0, f.session+f.project+f.tool != ""
	switch {
	case asked && (called || f.tools || f.summary):
		return cli.Misuse("see: neverask log --help", "--by is about questions")
	case called && f.questions:
		return cli.Misuse("see: neverask log --help", "--session, --project and --tool are about calls of tools")
	}
	f.questions, f.tools = f.questions || asked, f.tools || called || f.summary
	if f.csv && !f.questions && !f.tools {
		return cli.Misuse("say which: --questions or --tools", "--csv prints either questions or calls")
	}
	if f.since == "" && !f.questions && !f.csv {
		f.since, f.week = "7d", true
	}
	var err error
	if f.wantQuestion, err = f.questionFilter(now); err == nil {
		f.wantCall, err = f.callFilter(now)
	}
	return err
}

func log(ctx context.Context, a *cli.App, f logFlags) error {
	switch {
	case f.csv && f.tools:
		return printCallsCSV(ctx, a, f)
	case f.follow:
		return followLog(ctx, a, f)
	case f.JSON && f.questions:
		return printQuestionsJSON(ctx, a, f)
	case f.JSON || f.summary:
		return printSummary(ctx, a, f)
	case f.questions:
		return printQuestions(ctx, a, f)
	}
	return timeline(ctx, a, f)
}

// hintOfWeek says that without --since only a week is shown, if something is left out: questions, or what was recorded
// on an earlier day.
func hintOfWeek(a *cli.App, f logFlags, earlier bool) {
	if !f.week {
		return
	}
	ever, _ := activityLog(a).Files(time.Time{})
	shown, _ := activityLog(a).Files(f.wantCall.Since)
	if earlier || len(shown) < len(ever) {
		fmt.Fprintln(a.Stderr, "hint: the last 7 days; --since 30d shows more")
	}
}

// hintOfMore says that the limit left some out.
func hintOfMore(a *cli.App, shown, found int, more string) {
	if shown < found {
		fmt.Fprintf(a.Stderr, "hint: the newest %d of %d: --limit 0 shows all%s\n", shown, found, more)
	}
}
