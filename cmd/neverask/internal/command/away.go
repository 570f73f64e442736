package command

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/session"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/off"
	"neverask/hooks/record/activity"
)

// Away returns the command neverask away.
func Away(a *cli.App) *cobra.Command {
	var f switchFlags
	cmd := &cobra.Command{
		Use:   "away",
		Short: "Let Claude go on without you for a while",
		Long: `Let Claude go on without you for a while: ` + activity.Brief(off.Usual) + `, unless you say otherwise.

Until you are back, neverask answers by your rules, else as you always answered, else
with the one option Claude recommends; anything irreversible, or that you ever answered
differently, waits for you. A rule answers even if it would ask you once more; "always"
is at least three times. Questions wait, too, if they take several answers or have
previews, or if a rule or an MCP server's policy says to ask.

Each answer says so in the session, and "neverask back" lists them all.`,
		Example: "  neverask away\n  neverask away --for 30m\n  neverask away --until 18:00",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return goAway(cmd, a, f) },
	}
	f.addEnd(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// Back returns the command neverask back.
func Back(a *cli.App) *cobra.Command {
	var f switchFlags
	cmd := &cobra.Command{
		Use:     "back",
		Short:   "End away, and see what was answered meanwhile",
		Example: "  neverask back\n  neverask back --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return comeBack(cmd, a, f) },
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// awayJSON is the documented shape of away and back with --json.
type awayJSON struct {
	Away     *periodJSON        `json:"away"`
	Answered []cli.QuestionJSON `json:"answered"`
}

func goAway(cmd *cobra.Command, a *cli.App, f switchFlags) error {
	p := off.Period{Since: time.Now()}
	var err error
	if p.Until, err = f.end(cmd, p.Since); err != nil {
		return err
	}
	if p.Until.IsZero() {
		p.Until = p.Since.Add(off.Usual)
	}
	if hook := cli.InactiveHooks(a, a.Planner.Sources())[config.QuestionHooks]; hook.Why != "" {
		err := fmt.Errorf("nothing would answer while you are away: %s", hook.Why)
		if hook.Next == cli.Examines {
			return cli.ExitError(cli.Invalid, err, hook.Next)
		}
		return cli.ExitError(cli.Usage, err, hook.Next)
	}
	if err := sayAway(a, p.Since); err != nil {
		return err
	}
	if err := planner.GoAway(a.Planner, p); err != nil {
		return failed(err, "")
	}
	if f.json {
		j := jsonOfPeriod(p)
		return a.WriteJSON(awayJSON{Away: &j, Answered: []cli.QuestionJSON{}})
	}
	fmt.Fprintf(a.Stdout, "You are away %s; \"neverask back\" ends it and shows what was answered\n", p)
	return nil
}

// sayAway says what happens while a person is away. It fails where nothing would be answered, because neverask is off.
func sayAway(a *cli.App, now time.Time) error {
	all, err := off.Read(a.Planner.Paths.Off())
	if err != nil {
		return cli.Misuse("neverask on", "nothing would be answered while you are away: neverask is off: %w", err)
	}
	all = slices.DeleteFunc(all, func(p off.Period) bool { return p.Over(now) })
	for _, p := range all {
		if p.Project == "" {
			return cli.Misuse("neverask on", "nothing would be answered while you are away: neverask is off everywhere %s", p)
		}
	}
	fmt.Fprintln(a.Stderr, off.BeforeAway)
	for _, p := range all {
		fmt.Fprintf(a.Stderr, "hint: neverask is off %s %s, so nothing is answered there while you are away: neverask on\n",
			offWhere(a, p), p)
	}
	return nil
}

func comeBack(cmd *cobra.Command, a *cli.App, f switchFlags) error {
	p, was, err := planner.ComeBack(a.Planner)
	if err != nil {
		return failed(err, "you are back nevertheless; neverask log --questions shows the answers")
	}
	var answered []transcript.Question
	if was {
		asked, _, err := a.PastQuestions(cmd.Context())
		if err != nil {
			return err
		}
		answered = pastquestions.AnsweredAway(asked, p.Since)
	}
	if f.json {
		out := awayJSON{Answered: []cli.QuestionJSON{}}
		if was {
			j := jsonOfPeriod(p)
			out.Away = &j
		}
		for _, q := range answered {
			out.Answered = append(out.Answered, cli.JSONOfQuestion(q))
		}
		return a.WriteJSON(out)
	}
	if !was {
		fmt.Fprintln(a.Stderr, "you were not away")
		return nil
	}
	sayAnswered(a, answered)
	return nil
}

// failed returns the error for a switch that did not work, with a hint.
func failed(err error, hint string) error {
	if refused := (*session.Refusal)(nil); errors.As(err, &refused) {
		return err
	}
	return cli.ExitError(cli.Failed, err, hint)
}

// sayAnswered lists the questions answered while the person was away.
func sayAnswered(a *cli.App, answered []transcript.Question) {
	if len(answered) == 0 {
		fmt.Fprintln(a.Stdout, "You are back. Nothing was answered for you meanwhile.")
		return
	}
	fmt.Fprintf(a.Stdout, "You are back. Meanwhile neverask answered %s:\n", diffview.Count(len(answered), "question"))
	session := ""
	for i, q := range answered {
		if i == 0 || q.Session != session {
			session = q.Session
			fmt.Fprintf(a.Stdout, "\nSession %s in %s\n", cli.Shown(q.Session), cli.Shown(a.Short(q.Project)))
		}
		fmt.Fprintf(a.Stdout, "\n  %s  %s\n", q.Time.Local().Format("15:04"), cli.OneLine(q.Text))
		for at, o := range q.Options {
			mark := "     "
			if o.Label == q.Answer || slices.Contains(q.Chosen, at) {
				mark = "   ▸ "
			}
			fmt.Fprintf(a.Stdout, "  %s%s\n", mark, cli.Shown(o.Label))
		}
		why := q.Away.String()
		if q.Rule != "" {
			why = "rule " + cli.Shown(q.Rule) + " says so"
		}
		fmt.Fprintf(a.Stdout, "     %s answered, since %s\n", cli.Shown(q.Answer), why)
	}
	fmt.Fprintln(a.Stdout,
		"\nIf an answer was wrong, tell Claude in that session, and press ! on it in the Log, so that Claude asks you next time.")
}
