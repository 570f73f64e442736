package command

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/install"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/record/eventlog"
	"neverask/settings"
)

// Try returns the command neverask try.
func Try(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "try [--] claude [ARG...]",
		Short: "Run one session of Claude Code with neverask, and change no file",
		Long: `Run one session of Claude Code with neverask's question hooks and your rules, and
change no file. The hooks are a plugin in a temporary directory, passed to Claude
Code on its command line. Your rules and answers are copied there, and
records are kept there. When the session ends, neverask says what it answered and
removes the directory.`,
		Example: "  neverask try -- claude\n  neverask try -- claude --model opus",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), a, args) },
	}
}

func run(ctx context.Context, a *cli.App, args []string) error {
	if a.InSession() {
		return cli.Misuse(cli.OutsideHint,
			"nothing was started: this is a Claude Code session, and its questions would be answered")
	}
	if status.Inspect(a.Planner, a.Planner.Target(settings.User, "")).Of(config.QuestionHooks).There() {
		return cli.Misuse("start "+args[0], "neverask is installed: there is nothing to try")
	}
	program, err := exec.LookPath(args[0])
	if err != nil {
		return cli.Misuse("neverask try -- claude", "%s: no such program", args[0])
	}
	dir, err := os.MkdirTemp("", "neverask-try-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	trial, plugin, err := install.MakeTryout(a.Planner, dir)
	if err != nil {
		return err
	}
	err = cli.RunClient(ctx, a, program, append([]string{"--plugin-dir", plugin}, args[1:]...), func(int) {})
	tried(a, trial.Paths.Questions())
	return err
}

// tried prints the result of a session, from its log.
func tried(a *cli.App, log string) {
	asked, answered := 0, map[string]int{}
	for q := range eventlog.OpenLog(log).Questions(time.Time{}) {
		asked++
		if q.By == eventlog.ByNeverask {
			answered[q.Rule]++
		}
	}
	n, by := 0, []string(nil)
	for _, rule := range slices.Sorted(maps.Keys(answered)) {
		n += answered[rule]
		by = append(by, fmt.Sprintf("%d by %s", answered[rule], rule))
	}
	text := "no questions were asked"
	if asked > 0 {
		text = fmt.Sprintf("%s, %d answered for you", diffview.Count(asked, "question"), n)
	}
	if n > 0 {
		text += " (" + strings.Join(by, ", ") + ")"
	}
	fmt.Fprintln(a.Stderr, "neverask: tried:", diffview.Visible(text)+". Its files are deleted.")
	next := "neverask install keeps it"
	if status.Inspect(a.Planner, a.Planner.Target(settings.User, "")).Rules == 0 {
		next = "no rules yet: neverask report shows what you keep answering the same way"
	}
	fmt.Fprintln(a.Stderr, "hint:", next)
}
