package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	hook "neverask/hooks/program"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
)

// Explain returns the command neverask explain.
func Explain(a *cli.App) *cobra.Command {
	var (
		project     string
		asJSON, all bool
	)
	cmd := &cobra.Command{
		Use:        "explain [TEXT|FILE|-]",
		SuggestFor: []string{"why", "simulate"},
		Short:      "Show what would happen to a question or another tool call, and why",
		Long: `Show what would happen to a question or another tool call, and why.

A TEXT explains Claude's latest question that contains it, as if it came again. A
FILE, or standard input, is the input of a PreToolUse hook, or only the
input of its question tool: {"questions": [...]}. For calls of other tools the tool rules
are explained. Nothing is logged.`,
		Example: `  neverask explain "Run the tests?"
  neverask explain question.json
  echo '{"questions":[{"question":"Run the tests?","header":"Tests","multiSelect":false,"options":[{"label":"Yes"},{"label":"No"}]}]}' | neverask explain`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			input, err := read(cmd.Context(), a, args)
			if err != nil {
				return err
			}
			project = cmp.Or(project, input.project)
			if len(bytes.TrimSpace(input.call)) == 0 {
				return cli.Misuse("see: neverask explain --help", "there is no question to explain")
			}
			if project != "" {
				if project, err = filepath.Abs(project); err != nil {
					return err
				}
			}
			env := hook.System(a.Version)
			env.Getenv = a.Getenv
			if hook.IsToolCall(input.call) {
				return explainTool(a, input.call, project, env, asJSON)
			}
			return explainQuestion(cmd.Context(), a, input, project, env, asJSON, all)
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "the session's directory")
	_ = cmd.MarkFlagDirname("project")
	cmd.Flags().BoolVar(&all, "all", false, "also list rules that match but do not decide")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// explained is what to explain.
type explained struct {
	call       []byte
	project    string // where it was asked, or ""
	labelsOnly bool   // the descriptions of its options are unknown
}

// read returns the call to explain, from a file, or from the latest past question that contains a text.
func read(ctx context.Context, a *cli.App, args []string) (in explained, err error) {
	in.call, err = a.ReadInput(ctx, args)
	if len(args) == 0 || !errors.Is(err, fs.ErrNotExist) {
		return in, err
	}
	all, _, err := a.PastQuestions(ctx)
	if err != nil {
		return in, err
	}
	text := strings.ToLower(args[0])
	for i, q := range slices.Backward(all) {
		if q.Cut || !strings.Contains(strings.ToLower(q.Text), text) {
			continue
		}
		fmt.Fprintf(a.Stderr, "%s, last asked %s in %s\n", cli.OneLine(q.Text),
			question.Day(q.Time), a.Short(q.Project))
		in.project = q.Project
		if whole := q.WholeIn(all[:i]); whole != nil {
			q = *whole
		} else {
			in.labelsOnly = true
			fmt.Fprintln(a.Stderr,
				"hint: no transcript has this question, and neverask's log has no descriptions of options: with them the result may differ")
			if q.OneWay {
				fmt.Fprintln(a.Stderr, "hint: when Claude asked, the whole question was judged to be irreversible")
			}
		}
		options := []map[string]string{}
		for _, o := range q.Options {
			options = append(options, map[string]string{"label": o.Label, "description": o.Description})
		}
		in.call, err = json.Marshal(map[string]any{"questions": []any{map[string]any{
			"question": q.Text, "header": q.Header, "multiSelect": q.Multi, "options": options,
		}}})
		return in, err
	}
	return in, cli.Misuse("neverask log --questions lists what was asked",
		"Claude has asked nothing with %q, and there is no such file", args[0])
}

// explainQuestion says what the rules would do with a question.
func explainQuestion(ctx context.Context, a *cli.App, input explained,
	project string, env hook.Env, asJSON, all bool) error {
	e, err := hook.Explain(input.call, project, input.labelsOnly, a.Planner.Paths, env)
	if err != nil {
		return cli.ExitError(cli.Failed, err, "the hook would print nothing, so Claude would ask")
	}
	r, err := cli.ReviewConflicts(ctx, a, conflicts.Options{})
	if err != nil {
		return err
	}
	contested, inactive := cli.Contested(a, r), cli.InactiveHooks(a, r.Sources)[config.QuestionHooks]
	if asJSON {
		return a.WriteJSON(struct {
			hook.Explanation
			Conflict string `json:"conflict,omitempty"`
			Inactive string `json:"inactive,omitempty"`
		}{e, contested, inactive.Why})
	}
	result := outcomes[e.Decision]
	if e.Decision != question.OutcomeAsk {
		result = inForce(result, inactive)
	}
	if contested != "" {
		result += ", but " + contested
	}
	a.Line("Result: ", "%s", result)
	printSteps(a, e.Steps, all)
	return nil
}

// explainTool says what the tool rules would do with a call.
func explainTool(a *cli.App, input []byte, project string, env hook.Env, asJSON bool) error {
	e, err := hook.ExplainTool(input, project, a.Planner.Paths, env)
	if err != nil {
		return cli.ExitError(cli.Failed, err, "the hook would print nothing, so Claude Code would decide")
	}
	inactive := cli.InactiveHooks(a, a.Planner.Sources())[config.ToolRuleHook]
	if asJSON {
		return a.WriteJSON(struct {
			hook.ToolExplanation
			Inactive string `json:"inactive,omitempty"`
		}{e, inactive.Why})
	}
	const untouched = "left to Claude Code"
	result := map[toolrule.Act]string{
		"": untouched, toolrule.Deny: "refused", toolrule.Ask: "you are asked",
		toolrule.Context: "left to Claude Code, with a message for Claude",
	}[e.Decision]
	if len(e.Fields) > 0 {
		result += ", with " + strings.Join(e.Fields, ", ") + " changed"
	}
	if result != untouched {
		result = inForce(result, inactive)
	}
	fmt.Fprintln(a.Stdout, "Result:", diffview.Visible(result))
	for i, s := range e.Steps {
		rule := ""
		if s.Rule != "" {
			rule = " " + s.Rule
		}
		fmt.Fprintf(a.Stdout, "%2d. %s%s: %s\n", i+1, s.Kind, diffview.Visible(rule), diffview.Visible(s.Text))
	}
	if len(e.Output) > 0 {
		fmt.Fprintln(a.Stdout, "The hook prints:", diffview.Visible(strings.TrimSpace(string(e.Output))))
	}
	return nil
}

var outcomes = map[question.Outcome]string{
	question.OutcomeAnswer:  "answered for you",
	question.OutcomePartial: "answered in part; you are asked the rest",
	question.OutcomePrefer:  "asked, with your preferred option first",
	question.OutcomeAsk:     "asked",
	question.OutcomeDeny:    "refused, with the answer as the reason",
}

// inForce says of a result that it is only what would be, without the hook that brings it about.
func inForce(result string, hook cli.Inactive) string {
	switch {
	case hook.Why == "":
		return result
	case hook.Next == cli.Installs:
		return result + ", once the hook for it is installed: " + hook.Next
	}
	return "off: " + hook.Why + ", so no rule answers (" + hook.Next + "); otherwise: " + result
}

// printSteps prints the rules that decide, and the steps of the decision.
func printSteps(a *cli.App, steps []question.Step, all bool) {
	printRules(a, steps)
	if !all {
		steps = question.Brief(steps)
	}
	for i, s := range steps {
		of := ""
		if s.Question >= 0 {
			of = fmt.Sprintf("question %d, ", s.Question+1)
		}
		rule := ""
		if s.Rule != "" {
			rule = " " + s.Rule
		}
		fmt.Fprintf(a.Stdout, "%2d. %s%s%s: %s\n", i+1, of, s.Kind, diffview.Visible(rule), diffview.Visible(s.Text))
	}
}

// printRules prints the rules that decide, each in full.
func printRules(a *cli.App, steps []question.Step) {
	printed := map[string]bool{}
	for _, s := range steps {
		decides := func(last question.Step) bool { return last.Kind == "answer" && last.Rule == s.Rule }
		if s.Match != nil && !printed[s.Rule] && slices.ContainsFunc(steps, decides) {
			a.Line("Rule:   ", "%s", cli.RuleText(*s.Match))
			printed[s.Rule] = true
		}
	}
}
