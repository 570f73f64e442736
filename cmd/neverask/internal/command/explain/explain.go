package explain

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	hook "neverask/hooks/program"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
)

// Command is neverask explain.
func Command(a *cli.App) *cobra.Command {
	var (
		project     string
		asJSON, all bool
	)
	cmd := &cobra.Command{
		Use:   "explain [FILE|-]",
		Short: "Show what would happen to a question or another tool call, and why",
		Long: `Show what would happen to a question or another tool call, and why.

The file holds what Claude Code gives to a PreToolUse hook, or only the input of
its question tool: {"questions": [...]}. Without a file it is read from standard
input. Calls of other tools are held against the rules for tools. Nothing is
logged.`,
		Example: `  neverask explain question.json
  echo '{"questions":[{"question":"Run the tests?","header":"Tests","multiSelect":false,"options":[{"label":"Yes"},{"label":"No"}]}]}' | neverask explain`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			input, err := a.Read(cmd.Context(), args)
			if err != nil {
				return err
			}
			if len(bytes.TrimSpace(input)) == 0 {
				return cli.Misuse("see: neverask explain --help", "there is no question to explain")
			}
			if project != "" {
				if project, err = filepath.Abs(project); err != nil {
					return err
				}
			}
			env := hook.System(a.Version)
			env.Getenv = a.Getenv
			if hook.IsToolCall(input) {
				return tool(a, input, project, env, asJSON)
			}
			e, err := hook.Explain(input, project, a.Installer.Paths, env)
			if err != nil {
				return cli.Exit(cli.Failed, err, "the hook would print nothing, so the question would be asked")
			}
			if asJSON {
				return a.WriteJSON(e)
			}
			printExplanation(a, e, all)
			return nil
		},
	}
	cmd.Flags().StringVar(&project, "project", "", "the directory that the session works in")
	_ = cmd.MarkFlagDirname("project")
	cmd.Flags().BoolVar(&all, "all", false, "list the rules that match too, and decide nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// tool says what the rules for tools would do with a call.
func tool(a *cli.App, input []byte, project string, env hook.Env, asJSON bool) error {
	e, err := hook.ExplainTool(input, project, a.Installer.Paths, env)
	if err != nil {
		return cli.Exit(cli.Failed, err, "the hook would print nothing, so the client would decide by itself")
	}
	if asJSON {
		return a.WriteJSON(e)
	}
	result := map[toolrule.Act]string{
		"": "left to the client", toolrule.Deny: "refused", toolrule.Ask: "you are asked", toolrule.Context: "left to the client, and Claude is told something",
	}[e.Decision]
	if len(e.Fields) > 0 {
		result += ", with " + strings.Join(e.Fields, ", ") + " changed"
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

func printExplanation(a *cli.App, e hook.Explanation, all bool) {
	fmt.Fprintln(a.Stdout, "Result:", outcomes[e.Decision])
	steps := e.Steps
	if !all {
		steps = question.Brief(steps)
	}
	printRules(a, e.Steps)
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
