package rules

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/wording"
)

// offerAsked completes the flags of a question rule from past questions.
func offerAsked(a *cli.App, cmd *cobra.Command) {
	a.OfferFlags(cmd, ofAsked(func(q transcript.Question) string { return q.Text }), "question", "exact")
	a.OfferFlags(cmd, ofAsked(func(q transcript.Question) string { return q.Header }), "header")
	a.OfferFlags(cmd, questionTools, "tool")
	a.OfferFlags(cmd, markers, "marker")
}

// markers returns the markers of past questions, and those in gstack's registries, the person's and the repository's.
func markers(ctx context.Context, a *cli.App) []string {
	values := ofAsked(func(q transcript.Question) string { return wording.QID(q.Text) })(ctx, a)
	for _, dir := range []string{a.Planner.Locations.Config(), filepath.Join(a.Planner.Locations.Dir, ".claude")} {
		oneWay, _ := preferences.GstackQuestions(preferences.GstackRegistry(dir)) // unreadable markers are not offered
		for _, id := range slices.Sorted(maps.Keys(oneWay)) {
			value := id + "\tgstack"
			if oneWay[id] {
				value += ": one-way"
			}
			if !slices.Contains(values, id) && !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
	}
	return values
}

// questionTools returns "native" and the MCP servers whose tools ask questions.
func questionTools(_ context.Context, a *cli.App) []string {
	values := []string{"native\tthe tool of Claude Code itself"}
	for _, tool := range config.QuestionTools(config.Site{Locations: a.Planner.Locations,
		GOOS: a.Planner.GOOS, ManagedDir: a.Planner.ManagedDir}) {
		if parts := strings.Split(tool, "__"); len(parts) == 3 {
			values = append(values, parts[1])
		}
	}
	return values
}

// ofAsked returns a part of each question that was asked, the newest first, each once.
func ofAsked(part func(transcript.Question) string) func(context.Context, *cli.App) []string {
	return func(ctx context.Context, a *cli.App) (values []string) {
		asked, _, _ := a.PastQuestions(ctx)
		for _, q := range slices.Backward(asked) {
			if v := part(q); v != "" && !strings.ContainsAny(v, "\t\n\r") && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		return values
	}
}

// ruleIDs returns the rules of all kinds, for completion.
func ruleIDs(ctx context.Context, a *cli.App) []string {
	return slices.Concat(questionRuleIDs(ctx, a), toolRuleIDs(ctx, a), lineIDs(ctx, a))
}

func questionRuleIDs(_ context.Context, a *cli.App) (found []string) {
	p, _, _ := a.Book().Read()
	for _, r := range p.Rules {
		found = append(found, r.ID+"\t"+strings.TrimSpace(cli.RuleText(r)[len(r.ID):]))
	}
	return found
}

func toolRuleIDs(_ context.Context, a *cli.App) (found []string) {
	list, _, _ := a.Book().ReadTools()
	for _, r := range list {
		found = append(found, r.ID+"\t"+string(r.Act)+" "+r.Tool)
	}
	return found
}
