package run

import (
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
)

// The values of --ask: what to do with a question that the preferences do not answer.
const (
	askTTY  = "tty"  // ask on the terminal
	askStop = "stop" // end the run
	askPark = "park" // end the run, so that it can be resumed
	askSkip = "skip" // tell the model that nobody is there
)

// howToRun is the hint for a command line that cannot be run.
const howToRun = "neverask run -- claude -p PROMPT; see: neverask run --help"

// Command returns the command neverask run.
func Command(a *cli.App) *cobra.Command {
	var ask string
	cmd := &cobra.Command{
		Use:   "run [--ask tty|stop|park|skip] [--] claude -p PROMPT [FLAG...]",
		Short: "Run claude -p and let your rules answer its questions",
		Long: `Run claude -p and let your rules answer its questions.

"claude -p" takes the question tool away from the model. "neverask run" gives it
back, answers what your preferences answer, as the installed hooks would, and
behaves like the command it runs in everything else: the prompt comes from the
argument or from standard input, and standard output and the exit code are those of
the client. The command begins with the first word; after "--" it may also be
called list or answer.

What the preferences leave open is decided by --ask:

  tty    ask on the terminal; the default where there is one
  stop   end the run with exit code 7 and the question on standard error; the
         default where there is no terminal
  park   end the run with exit code 7 and keep the question; see "neverask run list"
  skip   tell the model nobody is available and to prefer reversible choices`,
		Example: `  neverask run -- claude -p "add a test for the parser" --permission-mode acceptEdits
  git diff | neverask run --ask park -- claude -p "review this" --output-format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse(howToRun, "there is no command to run")
			}
			if meant := cmd.SuggestionsFor(args[0]); len(meant) > 0 && cmd.ArgsLenAtDash() != 0 {
				return cli.Misuse("did you mean: neverask run "+strings.Join(meant, ", "), "%q is not claude", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			inv, err := parseInvocation(args)
			if err == nil && !inv.plain() {
				err = inv.impossible()
			}
			if err != nil {
				return cli.Misuse(howToRun, "cannot run %s with questions: %w", diffview.Visible(inv.program), err)
			}
			r, err := newRun(a, inv, ask, nil)
			if err != nil {
				return err
			}
			return r.start(cmd.Context())
		},
	}
	cmd.AddCommand(listCommand(a), answerCommand(a))
	cmd.Flags().SetInterspersed(false)
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return cli.Misuse(howToRun, "%w", err) })
	cmd.Flags().StringVar(&ask, "ask", "", "what to do with open questions: tty, stop, park or skip")
	cli.Words(cmd, "ask", askTTY, askStop, askPark, askSkip)
	return cmd
}
