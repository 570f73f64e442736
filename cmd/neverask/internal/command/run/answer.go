package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks"
	"neverask/hooks/control"
	"neverask/hooks/rule/question"
	"neverask/tui/prompt"
)

func answerCommand(a *cli.App) *cobra.Command {
	var ask string
	var drop, text bool
	cmd := &cobra.Command{
		Use:   "answer ID [ANSWER...]",
		Short: "Answer a parked question and resume its run",
		Long: `Answer a parked question and resume its run.

Give one ANSWER for each question of the call, in order: the label of an option or its
number, or several with commas between them. Without an ANSWER, neverask asks on the
terminal. The run goes on where it stopped, with its own flags and output.`,
		Example: "  neverask run answer 3f2a9c01 \"date-fns\"\n  neverask run answer 3f2a9c01 --drop",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := putBack(cmd.Context(), a); err != nil {
				return err
			}
			p, err := readParked(parkedPath(a, filepath.Base(args[0])))
			if errors.Is(err, fs.ErrNotExist) {
				return cli.Misuse("see: neverask run list", "no parked question has the id %q", args[0])
			}
			if err != nil {
				return err
			}
			if drop {
				return os.Remove(parkedPath(a, p.ID))
			}
			if a.InSession() {
				return cli.Misuse(cli.OutsideHint, "nothing was answered: this is a Claude Code session, and only you can answer")
			}
			tty, err := answer(cmd.Context(), a, &p, args[1:], text)
			if err != nil {
				return err
			}
			return resume(cmd.Context(), a, p, ask, tty)
		},
	}
	cmd.ValidArgsFunction = a.OfferBehind(func(_ context.Context, _ *cli.App, args []string) (ids []string) {
		if len(args) == 0 {
			all, _ := allParked(a)
			for _, p := range all {
				ids = append(ids, p.ID)
			}
		}
		return ids
	})
	cmd.Flags().StringVar(&ask, "ask", askPark, "what to do with later questions: tty, stop, park or skip")
	cli.Words(cmd, "ask", askTTY, askStop, askPark, askSkip)
	cmd.Flags().BoolVar(&text, "text", false, "accept an answer that is not an option")
	cmd.Flags().BoolVar(&drop, "drop", false, "forget the question; its run ends")
	return cmd
}

// answer takes the answers from the command line, or asks for them on the terminal, which it then returns.
func answer(ctx context.Context, a *cli.App, p *parked, answers []string, other bool) (*prompt.Terminal, error) {
	open := p.open()
	p.given = map[string]hooks.Value{}
	if len(answers) == 0 {
		t, err := prompt.Open(a.Getenv)
		if err != nil {
			return nil, cli.Misuse("neverask run answer "+p.ID+" ANSWER...", "there is no terminal to ask on")
		}
		for _, q := range open {
			labels, err := t.Choose(ctx, asking(q, true))
			if err != nil {
				return nil, err
			}
			p.given[q.Text] = answerOf(labels)
		}
		return t, nil
	}
	if len(answers) != len(open) {
		return nil, cli.Misuse("see: neverask run list", "%d questions are open, and %d answers were given",
			len(open), len(answers))
	}
	for i, q := range open {
		labels, err := asking(q, other).Read(answers[i])
		if err != nil {
			return nil, cli.Misuse("give a label or a number, or --text\n"+describe(q), "%w", err)
		}
		p.given[q.Text] = answerOf(labels)
	}
	return nil, nil
}

// resume resumes the run of a parked question.
func resume(ctx context.Context, a *cli.App, p parked, ask string, tty *prompt.Terminal) error {
	if err := os.Chdir(p.Dir); err != nil {
		return fmt.Errorf("resume in the run's directory: %w", err)
	}
	if err := a.Open(nil, nil); err != nil { // that directory's settings apply
		return err
	}
	inv, err := parseInvocation(p.Command)
	if err != nil {
		return err
	}
	r, err := newRun(a, inv, ask, tty)
	if err != nil {
		return err
	}
	lock, err := take(ctx, a, p.ID)
	if err != nil {
		return fmt.Errorf("resume %s: %w", p.ID, err)
	}
	r.resumed = &p
	err = r.drive(ctx, inv.args, func(s *control.Session) error {
		s.Resume()
		return nil
	})
	// A run that did not complete keeps its question parked.
	return errors.Join(err, release(ctx, a, p.ID, lock, r.out.last.Type != ""))
}

// asking returns Claude's question for the terminal prompt. other allows an answer that is not an option.
func asking(q question.Question, other bool) prompt.Question {
	asked := prompt.Question{Text: q.Text, Multi: q.Multi, Other: other, Leave: "stops the run"}
	for _, o := range q.Options {
		asked.Options = append(asked.Options, prompt.Option{Label: o.Label, Description: o.Description})
	}
	return asked
}

// answerOf returns an answer in the client's form. Several labels are joined as in the client's own dialog: a list is
// not accepted everywhere.
func answerOf(labels []string) hooks.Value { return hooks.StringOf(strings.Join(labels, ", ")) }
