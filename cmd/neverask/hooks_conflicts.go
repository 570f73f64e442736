package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/past"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/thirdparty/conflict"
)

// conflictsFlags say what to look at, and whether hooks may be run.
type conflictsFlags struct {
	probe, yes, json bool
	site             siteFlags
}

func (a *app) hooksConflictsCommand() *cobra.Command {
	var f conflictsFlags
	cmd := &cobra.Command{
		Use:   "conflicts",
		Short: "Show third-party hooks that affect questions, and how to resolve conflicts",
		Long: `Show third-party hooks that affect questions, and how to resolve conflicts: where they come from,
what they do and how that is known, what comes of it beside neverask's own hook,
and the ways out. Nothing is changed; neverask install --on-conflict takes a way
out.

What a hook does is known from past sessions, from its name, or read in its
scripts. With --probe hooks are also run with made-up questions, each in a
scratch directory and for a few seconds at most, after you have agreed to the
exact command.`,
		Example: `  neverask hooks conflicts
  neverask hooks conflicts --probe
  neverask hooks conflicts --cwd ~/src/project --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.conflicts(cmd.Context(), f) },
	}
	cmd.Flags().BoolVar(&f.probe, "probe", false, "run hooks with made-up questions, after asking")
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "with --probe: run them without asking")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	f.site.flags(cmd)
	return cmd
}

func (a *app) conflicts(ctx context.Context, f conflictsFlags) error {
	if f.yes && !f.probe {
		return cli.Misuse("see: neverask hooks conflicts --help", "--yes goes with --probe")
	}
	if err := f.site.enter(a); err != nil {
		return err
	}
	o := conflicts.Options{Extra: f.site.settings, PluginDirs: f.site.pluginDirs}
	var unasked []conflict.Trial
	if f.probe {
		o.Consent = func(t conflict.Trial) bool {
			switch {
			case f.yes:
				return true
			case !a.Terminal || f.json:
				unasked = append(unasked, t)
				return false
			}
			a.printTrial(t)
			ok, err := a.Prompts().Confirm(ctx, "Run it?")
			return ok && err == nil
		}
	}
	r, err := a.review(ctx, o)
	if err != nil {
		return err
	}
	if f.json {
		if err := a.WriteJSON(jsonOfReview(r)); err != nil {
			return err
		}
	} else {
		a.printReview(r)
	}
	if len(unasked) == 0 {
		return nil
	}
	for _, t := range unasked {
		a.printTrial(t)
	}
	return cli.Misuse("look at the commands above and pass --yes to run them", "nothing was run: there is no terminal to ask on")
}

// printTrial shows what probing would run. The command is not redacted: the
// person has to see exactly what is run.
func (a *app) printTrial(t conflict.Trial) {
	fmt.Fprintf(a.Stderr, "%s, a %s hook of %s, up to %d times for %s each:\n", cmp.Or(t.Shell, "without a shell"), t.Event, diffview.Visible(a.Short(t.Source)), t.Runs, t.Limit)
	fmt.Fprintf(a.Stderr, "    %s\n", diffview.Visible(t.Command))
}

// review looks at every source of hooks, in the light of past sessions. Without
// transcripts less is known, and nothing is wrong.
func (a *app) review(ctx context.Context, o conflicts.Options) (conflicts.Review, error) {
	r, _, err := a.reviewPast(ctx, o)
	return r, err
}

// reviewPast also returns the questions of past sessions.
func (a *app) reviewPast(ctx context.Context, o conflicts.Options) (conflicts.Review, []transcript.Question, error) {
	p := past.Open(a.Installer)
	progress, done := a.progress()
	asked, _, err := p.Asked(ctx, progress)
	done()
	if err == nil {
		o.Past, o.Timing, _ = p.Hooks(ctx)
	}
	o.Env = os.Environ()
	r, err := conflicts.Find(ctx, a.Installer, o)
	return r, asked, err
}

// reviewJSON is the documented shape of conflicts --json.
type reviewJSON struct {
	Client    clientJSON      `json:"client"`
	Conflicts []conflictJSON  `json:"conflicts"`
	Rewriters []rewriterJSON  `json:"rewriters"`
	Resolved  []resolvedJSON  `json:"settled"`
	Switches  []config.Switch `json:"switches"`
	Findings  []findingJSON   `json:"findings"`
}

type conflictJSON struct {
	ID        string         `json:"id"`
	Event     string         `json:"event"`
	Source    config.Kind    `json:"source"`
	Name      string         `json:"name,omitempty"` // of the plugin, skill, subagent or command
	File      string         `json:"file"`
	Line      int            `json:"line"`
	ReadOnly  string         `json:"readOnly,omitempty"`
	Matcher   *string        `json:"matcher,omitempty"`
	Type      string         `json:"type"`
	Command   string         `json:"command"`
	Verdict   string         `json:"verdict"`
	Evidence  []evidenceJSON `json:"evidence"`
	Severity  string         `json:"severity"`
	Outcome   string         `json:"outcome"`
	Certainty string         `json:"certainty"`
	WaysOut   []conflict.Way `json:"waysOut"`
	Suggested conflict.Way   `json:"suggested"`
	Because   string         `json:"because"`
	AskFor    string         `json:"askFor,omitempty"`
	Failed    string         `json:"failed,omitempty"` // why it could not be probed
}

// rewriterJSON is a hook that writes another input for a tool that the rules name.
type rewriterJSON struct {
	foreignJSON
	Tools    []string     `json:"tools"`
	Outcome  string       `json:"outcome"`
	Evidence evidenceJSON `json:"evidence"`
}

func jsonOfRewriters(found []conflict.Rewriter) []rewriterJSON {
	list := []rewriterJSON{}
	for _, r := range found {
		h := r.Hook
		list = append(list, rewriterJSON{
			foreignJSON{h.Source.File, h.Handler.Line, h.Group.Event, h.Group.Matcher, h.Handler.Type, diffview.RedactCommand(h.Handler.Summary())},
			r.Tools, r.Sentence(), evidenceJSON{Kind: r.Evidence.Basis, Detail: r.Evidence.Detail},
		})
	}
	return list
}

// resolvedJSON is a hook that a way out keeps from questions.
type resolvedJSON struct {
	Way     conflict.Way `json:"way"`
	Event   string       `json:"event"`
	File    string       `json:"file"`
	Type    string       `json:"type"`
	Command string       `json:"command"`
}

type evidenceJSON struct {
	Kind   conflict.Basis `json:"kind"`
	Detail string         `json:"detail"`
	When   *time.Time     `json:"when,omitempty"`
	Ms     float64        `json:"ms,omitempty"`
}

type findingJSON struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

func jsonOfReview(r conflicts.Review) reviewJSON {
	out := reviewJSON{Client: clientJSON{r.Client, r.Client.Doubt()}, Conflicts: jsonOfConflicts(r.Conflicts), Rewriters: jsonOfRewriters(r.Rewriters), Switches: cli.OrEmpty(r.Switches), Resolved: []resolvedJSON{}}
	for _, s := range r.Resolved {
		out.Resolved = append(out.Resolved, resolvedJSON{s.Way, s.Event, s.File, s.Handler.Type, diffview.RedactCommand(s.Handler.Summary())})
	}
	out.Findings = jsonOfFindings(r.Findings)
	return out
}

func jsonOfFindings(found []config.Finding) []findingJSON {
	list := []findingJSON{}
	for _, f := range found {
		list = append(list, findingJSON{f.File, f.Line, f.Col, f.Msg, f.Hint})
	}
	return list
}

func jsonOfConflicts(found []conflict.Conflict) []conflictJSON {
	list := []conflictJSON{}
	for _, c := range found {
		h := c.Hook
		j := conflictJSON{
			ID: c.ID, Event: h.Group.Event, Source: h.Source.Kind, Name: h.Source.Name, File: h.Source.File, Line: h.Handler.Line,
			ReadOnly: h.Source.ReadOnly, Matcher: h.Group.Matcher, Type: h.Handler.Type, Command: diffview.RedactCommand(h.Handler.Summary()),
			Verdict: string(c.Verdict), Evidence: []evidenceJSON{}, Severity: string(c.Severity), Outcome: c.Sentence,
			Certainty: string(c.Certainty), WaysOut: cli.OrEmpty(c.Ways), Suggested: c.Suggested, Because: c.Because, AskFor: c.AskFor, Failed: c.Failed,
		}
		for _, e := range c.Evidence {
			evidence := evidenceJSON{Kind: e.Basis, Detail: diffview.RedactCommand(e.Detail), Ms: float64(e.Took.Microseconds()) / 1000}
			if !e.When.IsZero() {
				when := e.When
				evidence.When = &when
			}
			j.Evidence = append(j.Evidence, evidence)
		}
		list = append(list, j)
	}
	return list
}

// printReview prints conflicts, the worst first, and what else decides about
// questions.
func (a *app) printReview(r conflicts.Review) {
	for i, c := range worstFirst(r.Conflicts) {
		if i > 0 {
			fmt.Fprintln(a.Stdout)
		}
		a.printConflict(c)
	}
	switch {
	case len(r.Conflicts) == 0 && len(r.Findings) > 0:
		fmt.Fprintf(a.Stdout, "No third-party hook seems to affect questions, but %s cannot be read.\n", diffview.Count(len(r.Findings), "file"))
	case len(r.Conflicts) == 0:
		fmt.Fprintln(a.Stdout, "No third-party hook affects questions.")
	}
	for _, w := range r.Rewriters {
		h := w.Hook
		a.Line(fmt.Sprintf("\n%-10s", "rewrites"), "%s", diffview.RedactCommand(h.Handler.Summary()))
		a.Line("          ", "%s   %s:%d   %s", h.Group.Event, a.Short(h.Source.File), h.Handler.Line, w.Evidence.Detail)
		a.Line("          ", "%s", w.Sentence())
	}
	for _, s := range r.Resolved {
		a.Line(fmt.Sprintf("\n%-10s", "settled"), "%s", diffview.RedactCommand(s.Handler.Summary()))
		a.Line("          ", "%s   %s", s.Event, a.Short(s.File))
		a.Line("          ", "%s: %s", s.Way, s.Way.Explain())
	}
	for _, s := range r.Switches {
		a.Line("\nsetting   ", "%s = %s   %s:%d", s.Name, s.Value, a.Short(s.File), s.Line)
		a.Line("          ", "%s", s.Effect)
	}
	a.printFindings(r.Findings)
}

// printFindings prints the files that cannot be used as they are.
func (a *app) printFindings(found []config.Finding) {
	for _, f := range found {
		where := a.Short(f.File)
		if f.Line > 0 {
			where = fmt.Sprintf("%s:%d:%d", where, f.Line, f.Col)
		}
		a.Line("\nfile      ", "%s: %s", where, f.Msg)
		a.Line("          ", "→ %s", f.Hint)
	}
}

func worstFirst(found []conflict.Conflict) []conflict.Conflict {
	rank := []conflict.Severity{conflict.Blocks, conflict.Races, conflict.Slows, conflict.Info}
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(c, d conflict.Conflict) int {
		return slices.Index(rank, c.Severity) - slices.Index(rank, d.Severity)
	})
	return found
}

func (a *app) printConflict(c conflict.Conflict) {
	h := c.Hook
	matcher := "every tool"
	if h.Group.Matcher != nil && *h.Group.Matcher != "" && *h.Group.Matcher != "*" {
		matcher = "matcher " + *h.Group.Matcher
	}
	first := fmt.Sprintf("%-10s", c.Severity)
	if warning := c.Warning(); warning != "" {
		a.Line(first, "%s", warning)
		first = "          "
	}
	a.Line(first, "%s", diffview.RedactCommand(h.Handler.Summary()))
	a.Line("          ", "%s   %s   %s:%d", h.Group.Event, matcher, a.Short(h.Source.File), h.Handler.Line)
	certainty := string(c.Certainty)
	if c.Doubt != "" {
		certainty += ": " + c.Doubt
	}
	a.Line("          ", "%s: %s (%s)", c.Verdict, c.Sentence, certainty)
	for _, e := range c.Evidence {
		a.Line("          ", "%s: %s", e.Basis, diffview.RedactCommand(e.Detail))
	}
	if c.Failed != "" {
		a.Line("          ", "not probed: %s", c.Failed)
	}
	if c.Severity.Decide() {
		a.Line("          ", "→ %s: %s", c.Suggested, c.Because)
		a.Line("          ", "options: %s   id %s", joinWays(c.Ways), c.ID)
	}
}

func joinWays(ways []conflict.Way) string {
	var words []string
	for _, w := range ways {
		words = append(words, string(w))
	}
	return strings.Join(words, ", ")
}
