package hooks

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/trace"
	"neverask/hooks/thirdparty/conflict"
)

// traceFlags say where a trace goes.
type traceFlags struct {
	output string
	json   bool
}

func traceCommand(a *cli.App) *cobra.Command {
	var f traceFlags
	cmd := &cobra.Command{
		Use:   "trace [--output FILE [--json]] [--] claude [ARG...]",
		Short: "Run one session of Claude Code and show which hooks ran and what they did",
		Long: `Run one session of Claude Code as usual. When it ends, print for each event which
hooks ran, in the order in which they ended, what each said, and what came of the
call.

Nothing is put between Claude Code and its hooks, and no file of yours is changed:
Claude Code writes its own debug log into a directory for temporary files, which is
read while the session runs, and removed. What that log does not hold is not told:
hooks that do not run commands, and which of several calls of one tool at the same
time a hook was run for. Hooks that were not run are told by neverask hooks runs.`,
		Example: "  neverask hooks trace -- claude\n  neverask hooks trace --output trace.json --json -- claude -p 'run the tests'",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return showTrace(cmd.Context(), a, args, f) },
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write it into this file instead of printing it")
	cmd.Flags().BoolVar(&f.json, "json", false, "with --output: write JSON")
	_ = cmd.MarkFlagFilename("output", "json")
	return cmd
}

func showTrace(ctx context.Context, a *cli.App, args []string, f traceFlags) error {
	program, err := exec.LookPath(args[0])
	switch {
	case err != nil:
		return cli.Misuse("neverask hooks trace -- claude", "%s: no such program", args[0])
	case f.json && f.output == "":
		return cli.Misuse("neverask hooks trace --output FILE --json -- claude", "--json goes with --output: standard output is that of the session")
	case slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--debug-file") }):
		return cli.Misuse("leave it out", "--debug-file is given already: the trace is read from there")
	}
	out, file := a.Stderr, (*os.File)(nil)
	if f.output != "" {
		// It is made before the session, which would be lost otherwise.
		if file, err = os.OpenFile(f.output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
			return err
		}
		defer file.Close()
		out = file
	}
	w, err := trace.New(a.Installer.Locations.Config(), a.Installer.Now())
	if err != nil {
		return err
	}
	defer w.Close()
	ended := cli.RunClient(ctx, a, program, append(w.Args(), args[1:]...), w.Watch)
	t := w.Finish(context.WithoutCancel(ctx), a.Installer.Sources(nil, nil)).Redacted()
	fmt.Fprintln(a.Stderr, "neverask: traced:", summary(t))
	if f.json {
		enc := json.NewEncoder(diffview.JSONWriter(out))
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		err = enc.Encode(t)
	} else {
		printTrace(a, out, t)
	}
	if file != nil {
		err = cmp.Or(err, file.Close())
	}
	return cmp.Or(err, ended)
}

func summary(t trace.Trace) string {
	runs := 0
	for _, e := range t.Events {
		runs += len(e.Runs)
	}
	return fmt.Sprintf("%s of hooks at %s", diffview.Count(runs, "run"), diffview.Count(len(t.Events), "event"))
}

func printTrace(a *cli.App, out io.Writer, t trace.Trace) {
	line := func(margin, format string, args ...any) {
		fmt.Fprintln(out, margin+diffview.Visible(fmt.Sprintf(format, args...)))
	}
	told := map[string]bool{}
	for _, e := range t.Events {
		line("\n", "%s  %s", e.Time.Local().Format("15:04:05"), strings.TrimSpace(string(e.Event)+" "+e.Value))
		for _, c := range e.Calls {
			line("  ", "%s", cli.Clip(string(c.Input), 200))
		}
		for _, r := range e.Runs {
			where := ""
			if r.File != "" {
				where = fmt.Sprintf("   %s:%d", a.Short(r.File), r.Line)
			}
			line("    ", "%s   %s%s", endedWords(r), r.Command, where)
			for _, said := range r.Did {
				line("      ", "→ %s", cli.Clip(said, 300))
			}
			for _, printed := range []struct{ name, text string }{{"stdout", r.Stdout}, {"stderr", r.Stderr}} {
				if printed.text != "" {
					line("      ", "%s: %s", printed.name, cli.Clip(cli.OneLine(printed.text), 300))
				}
			}
		}
		for _, c := range e.Calls {
			if !told[c.ID] {
				told[c.ID] = true
				line("  ", "%s", cameOf(c))
			}
		}
	}
	for _, u := range t.Unseen {
		line("\n", "not seen: %s", u)
	}
}

func endedWords(r trace.Run) string {
	words := map[trace.Ended]string{
		trace.Exited: fmt.Sprintf("exit code %d", r.Exit), trace.TimedOut: "ended for want of time", trace.Cancelled: "interrupted",
		trace.Background: "goes on in the background", trace.NotStarted: "not started",
	}[r.Ended]
	if r.TookMS > 0 {
		words += " after " + conflict.Took(time.Duration(r.TookMS*float64(time.Millisecond)))
	}
	return words
}

func cameOf(c trace.Call) string {
	words := map[trace.Result]string{
		trace.Ran: "it ran", trace.Failed: "it failed", trace.Refused: "it was refused", trace.None: "no result was written down",
	}[c.Result]
	if c.By == "hook" {
		words += ", as a hook decided"
	}
	if c.Result == trace.Failed || c.Result == trace.Refused {
		words += ": " + cli.Clip(cli.OneLine(c.Text), 200)
	}
	return words
}
