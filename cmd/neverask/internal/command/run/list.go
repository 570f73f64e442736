package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/control"
	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
	"neverask/tui/prompt"
)

// parked is a call whose questions ended a run.
type parked struct {
	ID        string          `json:"id"`
	Time      time.Time       `json:"time"`
	Session   string          `json:"session"`
	ToolUseID string          `json:"toolUseId"`
	Dir       string          `json:"dir"`     // where the run was started
	Command   []string        `json:"command"` // the flags to resume the session
	Input     json.RawMessage `json:"input"`   // the question tool's input
	Open      []string        `json:"open"`    // the questions that wait for an answer

	given map[string]hooks.Value // the answers, by question
}

// parkedPath returns the file of a parked question.
func parkedPath(a *cli.App, id string) string {
	return filepath.Join(a.Planner.Paths.State, "parked", id+".json")
}

// park stores a question, unless the run is already parked: then it returns that parked question.
func (r *headless) park(in control.Input, id string, open []string) (parked, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.parked) > 0 {
		return r.parked[0], nil
	}
	session := in.Payload.Base().SessionID
	sum := sha256.Sum256([]byte(session + "\x00" + id))
	p := parked{
		ID: hex.EncodeToString(sum[:4]), Time: time.Now(), Session: session, ToolUseID: id, Dir: r.dir,
		Command: append([]string{r.inv.program}, r.inv.resumed(session)...),
		Input:   json.RawMessage(in.ToolInput.Raw()), Open: open,
	}
	if err := p.write(parkedPath(r.app, p.ID)); err != nil {
		return p, fmt.Errorf("park a question: %w", err)
	}
	r.parked = append(r.parked, p)
	return p, nil
}

func (p parked) write(path string) error {
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	// Atomically: another process may list at any time.
	return ownfile.Write(path, append(b, '\n'), 0o600)
}

func readParked(path string) (parked, error) {
	var p parked
	b, err := saferead.ReadFile(path, settings.MaxSize)
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	// Check it, because the ID becomes a path.
	if err == nil && (p.ID != strings.TrimSuffix(filepath.Base(path), ".json") || len(p.Command) == 0 || len(p.open()) == 0) {
		err = errors.New("not a parked question")
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return p, err
}

// open returns the waiting questions, in order.
func (p parked) open() []question.Question {
	input, err := hooks.Parse([]byte(p.Input))
	if err != nil {
		return nil
	}
	call, err := question.ParseCall(question.Tool, input)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(call.Questions, func(q question.Question) bool { return !slices.Contains(p.Open, q.Text) })
}

// answers reports whether p is this call, and has an answer to each of its questions.
func (p *parked) answers(id string, asked []string) bool {
	if p == nil || p.ToolUseID != id {
		return false
	}
	return !slices.ContainsFunc(asked, func(text string) bool { _, ok := p.given[text]; return !ok })
}

// allParked reads the parked questions, the oldest first. A file that cannot be
// read does not hide the others.
func allParked(a *cli.App) ([]parked, error) {
	files, err := filepath.Glob(parkedPath(a, "*"))
	if err != nil {
		return nil, err
	}
	all := []parked{}
	for _, name := range files {
		p, err := readParked(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // just answered by another process
		}
		if err != nil {
			a.Note("neverask", err.Error())
			continue
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b parked) int { return a.Time.Compare(b.Time) })
	return all, nil
}

func listCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List parked questions",
		Long:    "List the questions that ended \"neverask run --ask park\", the oldest first.",
		Example: "  neverask run list\n  neverask run answer 3f2a9c01 2",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := putBack(cmd.Context(), a); err != nil {
				a.Note("neverask", err.Error())
			}
			all, err := allParked(a)
			if err != nil {
				return err
			}
			if asJSON {
				return a.WriteJSON(all)
			}
			if len(all) == 0 {
				fmt.Fprintln(a.Stdout, "No questions are parked.")
			}
			for _, p := range all {
				fmt.Fprintf(a.Stdout, "%s  %s  %s\n", diffview.Visible(p.ID), p.Time.Local().Format("2006-01-02 15:04"), diffview.Visible(a.Short(p.Dir)))
				for _, q := range p.open() {
					fmt.Fprintln(a.Stdout, "  "+strings.ReplaceAll(describe(q), "\n", "\n  "))
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

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
		return nil, cli.Misuse("see: neverask run list", "%d questions are open, and %d answers were given", len(open), len(answers))
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
