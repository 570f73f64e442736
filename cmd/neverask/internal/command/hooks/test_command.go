package hooks

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
)

// trialFlags are the flags of hooks test.
type trialFlags struct {
	site         cli.SiteFlags
	value, input string
	question     bool
	yes, json    bool
}

func testCommand(a *cli.App) *cobra.Command {
	var f trialFlags
	cmd := &cobra.Command{
		Use:   "test ID|EVENT|TOOL",
		Short: "Run one hook as Claude Code would, and show the result",
		Long: `Run one hook as Claude Code would, and show how Claude Code would read its output.

The command really runs, after you have agreed to it: with the shell, directory,
environment and time limit that Claude Code gives it. Its input is your last matching
call, a made-up one, or --input: a tool's input, or the hook's whole input.

With --question the input is a made-up question. neverask hooks conflicts uses the verdict
until the hook's command or program changes.

Instead of an ID you can name an event or a tool for which only one hook runs.`,
		Example: `  neverask hooks test 3f9a2b7c10
  neverask hooks test Bash
  echo '{"command": "git push --force"}' | neverask hooks test 3f9a2b7c10 --input - --yes`,
		Args:              cobra.ExactArgs(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return tryHook(cmd.Context(), a, args[0], f) },
		ValidArgsFunction: a.Offer(hookIDs),
	}
	f.site.Flags(cmd)
	cmd.Flags().StringVar(&f.value, "value", "", "what matchers are compared with: a tool, a source, a type")
	cmd.Flags().StringVar(&f.input, "input", "",
		"a JSON file with the tool's input, or the hook's whole input; - for standard input")
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "run it without asking")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&f.question, "question", false, "ask it a made-up question, and keep the verdict")
	_ = cmd.MarkFlagFilename("input", "json")
	cmd.MarkFlagsMutuallyExclusive("question", "input")
	cmd.MarkFlagsMutuallyExclusive("question", "value")
	return cmd
}

func tryHook(ctx context.Context, a *cli.App, name string, f trialFlags) error {
	if err := f.site.Enter(a); err != nil {
		return err
	}
	in := trial.Input{Value: f.value, Question: f.question}
	if f.input != "" {
		var err error
		if in.JSON, err = a.ReadInput(ctx, []string{f.input}); err != nil {
			return err
		}
	}
	o := trial.At(a.Planner, os.Environ())
	h, tool, err := hookToTry(a, name, f.value, o.Sources)
	if err != nil {
		return err
	}
	if !f.question {
		in.Value = cmp.Or(in.Value, tool)
	}
	p, err := trial.Prepare(ctx, o, h, in)
	if err != nil {
		return cli.ExitError(cli.Failed, err, "")
	}
	if !f.yes {
		printTrialPlan(a, p)
	}
	ok, err := a.Agreed(ctx, cli.Consent{
		Yes: f.yes, JSON: f.json || f.input == "-", Ask: "Run it?",
		Hint: "look at the command above and pass --yes to run it", Done: "run",
	})
	if err != nil || !ok {
		return err
	}
	r, err := p.Run(ctx)
	switch {
	case err != nil:
		return err
	case f.json:
		return a.WriteJSON(r.Redacted())
	}
	printTried(a, r.Redacted())
	return nil
}

// hookToTry finds the hook with this ID, or the only one that runs at an event or for a tool, which it returns, too.
func hookToTry(a *cli.App, name, value string, sources config.Sources) (h config.Hook, tool string, err error) {
	var found []config.Hook
	_, isEvent := dispatch.Describe(hooks.Event(name))
	h, err = hookWith(name, sources.Hooks())
	switch {
	case err == nil:
		return h, "", nil
	case isEvent && value == "":
		for _, h := range sources.Hooks() {
			if h.Group.Event == name {
				found = append(found, h)
			}
		}
	case isEvent:
		found = runningAt(sources, dispatch.Call{Event: hooks.Event(name), Value: value})
	case value == "":
		tool = name
		found = runningAt(sources, dispatch.Call{Event: hooks.EventPreToolUse, Value: name})
	}
	switch len(found) {
	case 0:
		if at := dispatch.EventsOf(sources, tool); len(at) > 0 {
			return h, "", cli.Misuse(fmt.Sprintf("for example: neverask hooks test %s --value %s", at[0], tool),
				"no hook runs at PreToolUse %s, only at %s", tool, strings.Join(at, ", "))
		}
		return h, "", err
	case 1:
		return found[0], tool, nil
	}
	for _, h := range found {
		cli.PrintHook(a, h)
	}
	return h, "", cli.Misuse("name one by its ID", "%d hooks run at %s", len(found), name)
}

func runningAt(sources config.Sources, c dispatch.Call) (found []config.Hook) {
	for _, f := range dispatch.Find(sources, c).Fires {
		found = append(found, f.Hook)
	}
	return found
}

// printTrialPlan shows what would run. The command is not redacted: the person must see exactly what they agree to.
func printTrialPlan(a *cli.App, p trial.Plan) {
	runner := "without a shell"
	if p.Shell != "" {
		runner = p.Shell
	}
	limit := time.Duration(p.LimitMS * float64(time.Millisecond))
	fmt.Fprintln(a.Stderr,
		diffview.Visible(fmt.Sprintf("%s, in %s, for at most %s, input: %s:",
			runner, a.Short(p.Dir), conflict.Took(limit), callWords(a, p.Call))))
	fmt.Fprintf(a.Stderr, "    %s\n", diffview.Visible(p.Command))
	if p.Doubt != "" {
		fmt.Fprintln(a.Stderr, diffview.Visible(p.Doubt))
	}
}

// callWords describe a hook's input, and its origin.
func callWords(a *cli.App, c trial.Call) string {
	words := c.Name()
	if c.Origin == trial.Past {
		words += ", the call of " + c.Time.Local().Format("2 January 15:04")
		if c.Project != "" && c.Project != a.Planner.Locations.Dir {
			words += " in " + a.Short(c.Project)
		}
	}
	payload, err := hooks.Parse([]byte(c.Payload))
	if input := payload.Get("tool_input").Raw(); err == nil && input != "" {
		words += " (" + cli.Clip(diffview.Redact(input), 200) + ")"
	}
	return words
}

// maxPrinted is how much of a hook's output is shown.
const maxPrinted = 4000

func printTried(a *cli.App, r trial.Result) {
	a.Line("", "input      %s", callWords(a, r.Call))
	ended := fmt.Sprintf("exit code %d", r.Exit)
	if r.Exit < 0 {
		ended = "no exit code"
	}
	a.Line("", "ended      %s, after %s", ended, conflict.Took(time.Duration(r.TookMS*float64(time.Millisecond))))
	for _, printed := range []struct{ name, text string }{{"stdout", r.Stdout}, {"stderr", r.Stderr}} {
		margin := fmt.Sprintf("%-11s", printed.name)
		for line := range strings.Lines(cli.Clip(strings.TrimRight(printed.text, "\n"), maxPrinted)) {
			a.Exact(margin, strings.TrimRight(line, "\r\n"))
			margin = strings.Repeat(" ", len(margin))
		}
	}
	a.Line("→ ", "%s", r.Effect)
	for _, note := range r.Notes {
		a.Line("  ", "%s", note)
	}
	if r.Doubt != "" {
		a.Line("  ", "%s", r.Doubt)
	}
}
