package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/suggest"
	"neverask/settings/worktree"
)

// suggestFlags are the flags of rules suggest.
type suggestFlags struct {
	cli.ChangeFlags
	accept, notNow, never []string
	projectOnly           bool
	tell                  string
}

// everything stands for all suggestions.
const everything = "all"

func suggestCommand(a *cli.App) *cobra.Command {
	var f suggestFlags
	cmd := &cobra.Command{
		Use:   "suggest",
		Short: "Suggest rules for questions you keep answering the same way",
		Long: `Suggest rules for questions you keep answering the same way.

neverask suggests a rule when Claude asked at least 3 times, and you gave the same answer
at least 9 times in 10, or always took the recommended option. It never suggests
rules for irreversible questions, or for those a rule already covers.
Each suggestion shows its evidence, what its rule would have done, and where you
answered differently. When you accept, the answers that your transcripts show count at
once; Claude asks you about the rest once more.

--accept adds the rules of suggestions, or of all of them; neverask undo removes them.
If Claude asks the same in other words each time, --tell is your line to tell Claude.
--not-now hides a suggestion for 30 days, --never for good; --accept shows it again.

With --json the document is {"suggestions": [...]}, or with --accept the plan.`,
		Example: `  neverask rules suggest
  neverask rules suggest --accept s-1f0c22ab
  neverask rules suggest --accept s-1f0c22ab --project-only
  neverask rules suggest --accept all --dry-run
  neverask rules suggest --accept s-93d1e0a7 --tell "Reviews run in the foreground"
  neverask rules suggest --not-now s-1f0c22ab --never s-93d1e0a7`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return showSuggestions(cmd.Context(), a, f) },
	}
	f.ChangeFlags.Flags(cmd)
	cmd.Flags().Lookup("json").Usage = "print JSON"
	cmd.Flags().StringSliceVar(&f.accept, "accept", nil, `add the rules of these suggestions, or of "all"`)
	cmd.Flags().BoolVar(&f.projectOnly, "project-only", false, "with --accept: only for this directory's project")
	cmd.Flags().StringVar(&f.tell, "tell", "", "with --accept: what Claude is told, in your words")
	cmd.Flags().StringSliceVar(&f.notNow, "not-now", nil, "hide these suggestions for 30 days")
	cmd.Flags().StringSliceVar(&f.never, "never", nil, "hide these suggestions for good")
	a.OfferFlags(cmd, suggestionIDs, "accept", "not-now", "never")
	return cmd
}

func showSuggestions(ctx context.Context, a *cli.App, f suggestFlags) error {
	if f.projectOnly && len(f.accept) == 0 {
		return cli.Misuse("name a suggestion: neverask rules suggest --accept ID --project-only",
			"--project-only goes with --accept")
	}
	decided := slices.Concat(f.accept, f.notNow, f.never)
	asked, _, err := a.PastQuestions(ctx)
	if err != nil {
		return err
	}
	found, err := cli.Suggestions(a, asked, decided)
	if err != nil {
		return err
	}
	if len(f.accept) == 1 && f.accept[0] == everything {
		f.accept = slices.DeleteFunc(cli.NamesOf(found, func(s suggest.Suggestion) string { return s.ID }),
			func(id string) bool {
				return slices.Contains(decided, id) ||
					slices.ContainsFunc(found, func(s suggest.Suggestion) bool { return s.ID == id && s.Line != nil })
			})
		decided = slices.Concat(f.accept, f.notNow, f.never)
	}
	byID := map[string]suggest.Suggestion{}
	for _, s := range found {
		byID[s.ID] = s
	}
	for i, id := range decided {
		if _, ok := byID[id]; !ok {
			return cli.ExitError(cli.Failed, fmt.Errorf("%s: no such suggestion", id),
				"neverask rules suggest shows the suggestions")
		}
		if slices.Contains(decided[:i], id) {
			return cli.Misuse("name each suggestion once", "%s is given twice", id)
		}
	}
	if len(decided) == 0 {
		return printSuggestions(a, found, asked, f.JSON)
	}
	if err := acceptAll(ctx, a, f, byID, asked); err != nil || f.DryRun {
		return err
	}
	for _, d := range []struct {
		decision suggest.Decision
		ids      []string
	}{{suggest.Later, f.notNow}, {suggest.Never, f.never}} {
		for _, id := range d.ids {
			if err := a.Rulebook().RecordDecision(id, d.decision); err != nil {
				return err
			}
			if !f.JSON {
				sayHidden(a, byID[id], d.decision)
			}
		}
	}
	return nil
}

// sayHidden says what was hidden, until when, and how to accept it all the same.
func sayHidden(a *cli.App, s suggest.Suggestion, d suggest.Decision) {
	until := "for good"
	if d == suggest.Later {
		until = "until " + a.Planner.Now().Add(suggest.Rest).Format("2 January 2006")
	}
	a.Line("", "%s is hidden %s: %s", s.ID, until, cli.Shown(s.Latest.Text))
	a.Line("", "To accept it all the same: neverask rules suggest --accept %s", s.ID)
}

// acceptAll accepts the suggestions named by --accept: rules, or one standing answer.
func acceptAll(ctx context.Context, a *cli.App, f suggestFlags,
	byID map[string]suggest.Suggestion, asked []transcript.Question) error {
	lines := slices.DeleteFunc(slices.Clone(f.accept), func(id string) bool { return byID[id].Line == nil })
	switch {
	case len(lines) > 0 && (f.tell == "" || len(f.accept) > 1):
		return cli.Misuse(fmt.Sprintf("neverask rules suggest --accept %s --tell \"…\"", lines[0]),
			"%s can be told: word the line with --tell", lines[0])
	case len(lines) == 0 && f.tell != "":
		return cli.Misuse("", "--tell goes with --accept of one suggestion that can be told")
	case len(lines) == 1:
		return acceptLine(ctx, a, f, byID[lines[0]])
	case len(f.accept) > 0:
		return accept(ctx, a, f, byID, asked)
	}
	return nil
}

// acceptLine adds a standing answer in the person's words.
func acceptLine(ctx context.Context, a *cli.App, f suggestFlags, s suggest.Suggestion) error {
	l := *s.Line
	l.Text = strings.TrimSpace(f.tell)
	if f.projectOnly {
		at := slices.IndexFunc(s.Projects, func(dir string) bool { return worktree.Below(a.Planner.Locations.Dir, dir) })
		if at < 0 {
			return cli.Misuse("go to one of: "+strings.Join(s.Projects, ", "),
				"%s: the question was never asked in this directory", s.ID)
		}
		l.Project = s.Projects[at]
	}
	if err := lineError(l.Check()); err != nil {
		return err
	}
	f.Added = func() []string { return []string{l.ID} }
	f.Then = func() error {
		tellReach(a, l)
		return a.Rulebook().RecordDecision(s.ID, suggest.Accepted)
	}
	return changeRules(ctx, a, cli.OpAccept, f.ChangeFlags, a.Book().AddLine(&l, preferences.BySuggest))
}

// accept adds rules in one change, and records the person's past answers to their questions.
func accept(ctx context.Context, a *cli.App, f suggestFlags,
	byID map[string]suggest.Suggestion, asked []transcript.Question) error {
	var rules, added []question.Rule
	decisions := map[string]suggest.Decision{}
	for _, id := range f.accept {
		s := byID[id]
		rule := s.Rule
		decisions[id] = suggest.Accepted
		if f.projectOnly && rule.Project == "" {
			var ok bool
			if rule, ok = s.Here(a.Planner.Locations.Dir); !ok {
				return cli.Misuse("go to one of: "+strings.Join(s.Projects, ", "),
					"%s: the question was never asked in this directory", id)
			}
			decisions[id] = suggest.AcceptedHere
		}
		if n := len(s.Different); n > 0 {
			fmt.Fprintf(a.Stderr, "neverask: %s: you answered %s differently\n", id, diffview.Count(n, "past question"))
		}
		rules = append(rules, rule)
	}
	f.Added = func() []string { return cli.NamesOf(added, func(r question.Rule) string { return r.ID }) }
	f.Then = func() error {
		for _, id := range f.accept {
			if err := a.Rulebook().RecordDecision(id, decisions[id]); err != nil {
				return err
			}
		}
		for _, r := range added {
			if err := learn(a, r, transcript.Accepted(r, asked, a.Planner.Now())...); err != nil {
				return err
			}
			printOutlook(a, r)
		}
		return nil
	}
	return changeRules(ctx, a, cli.OpAccept, f.ChangeFlags, a.Book().AddingNew(rules, preferences.BySuggest, &added))
}

// learn records the past answers for a rule that was just added.
func learn(a *cli.App, r question.Rule, given ...question.PastAnswer) error {
	if err := a.Rulebook().Learn(given...); err != nil {
		return cli.ExitError(cli.Failed, err,
			"the rule "+r.ID+" was added; it answers a question once Claude has asked you once more")
	}
	return nil
}

// suggestionJSON is the documented shape of a suggestion.
type suggestionJSON struct {
	ID        string               `json:"id"`
	Question  string               `json:"question"`
	Header    string               `json:"header"`
	Options   []cli.OptionJSON     `json:"options"`
	Answer    string               `json:"answer"`
	Asked     int                  `json:"asked"`
	Alike     int                  `json:"alike"`
	Last      time.Time            `json:"last"`
	Projects  []string             `json:"projects"`
	Evidence  string               `json:"evidence"`
	Rule      *question.Rule       `json:"rule"` // or the line
	Line      *standinganswer.Line `json:"line"`
	Matched   int                  `json:"matched"`
	Answered  int                  `json:"answered"`
	New       int                  `json:"new"`
	Unsure    int                  `json:"unsure"`
	Otherwise int                  `json:"otherwise"`
	Seen      int                  `json:"seen"`
	Different []cli.QuestionJSON   `json:"different"`
}

func printSuggestions(a *cli.App, found []suggest.Suggestion, asked []transcript.Question, asJSON bool) error {
	now := time.Now()
	if asJSON {
		list := []suggestionJSON{}
		for _, s := range found {
			q := cli.JSONOfQuestion(s.Latest)
			j := suggestionJSON{
				ID: s.ID, Question: q.Question, Header: q.Header, Options: q.Options,
				Answer: s.Answer, Asked: s.Asked, Alike: s.Alike,
				Last: s.Last, Projects: cli.OrEmpty(s.Projects), Evidence: s.Evidence(diffview.Last(now, s.Last)), Line: s.Line,
				Matched: s.Matched, Answered: s.Answered, New: s.New, Unsure: s.Unsure,
				Otherwise: s.Otherwise, Seen: s.Replay.Seen, Different: []cli.QuestionJSON{},
			}
			if s.Line == nil {
				j.Rule = &s.Rule
			}
			for _, q := range s.Different {
				j.Different = append(j.Different, cli.JSONOfQuestion(q))
			}
			list = append(list, j)
		}
		return a.WriteJSON(struct {
			Suggestions []suggestionJSON `json:"suggestions"`
		}{list})
	}
	for _, s := range found {
		line := func(name, format string, args ...any) { a.Line(fmt.Sprintf("%-10s  ", name), format, args...) }
		line(s.ID, "%s", cli.OneLine(s.Latest.Text))
		line("", "%s", cli.Shown(s.Evidence(diffview.Last(now, s.Last))))
		for _, text := range s.Wordings[:min(len(s.Wordings), wordingsShown)] {
			line("", "as: %s", cli.OneLine(text))
		}
		if s.Line != nil {
			line("", "tell: no rule can match this; to tell Claude your answer: --accept %s --tell \"…\"", s.ID)
			continue
		}
		line("", "rule: %s", cli.OneLine(cli.RuleText(s.Rule)))
		line("", "past: it %s", s.Summary())
		if d := s.Differences(); d != "" {
			line("", "careful: %s", d)
		}
		line("", "then: %s", strings.Join(preferences.WhatItWouldDo(s.Rule, s.Alike, s.Seen, ""), " "))
	}
	if len(found) == 0 {
		return hintNone(a, asked)
	}
	fmt.Fprintln(a.Stderr,
		"hint: neverask rules suggest --accept ID adds a rule; --not-now ID or --never ID leaves a suggestion out")
	return nil
}

// hintNone says why there are no suggestions, and what to do.
func hintNone(a *cli.App, asked []transcript.Question) error {
	hidden, err := a.Rulebook().Hidden(asked)
	next := "; neverask rules add makes a rule now"
	switch ids := cli.NamesOf(hidden, func(s suggest.Suggestion) string { return s.ID }); len(ids) {
	case 0:
	case 1:
		next = "; to accept it all the same: neverask rules suggest --accept " + ids[0]
	default:
		next = "; to accept one all the same: neverask rules suggest --accept ID, which is one of " + strings.Join(ids, ", ")
	}
	a.Note("hint", suggest.None(len(hidden))+next)
	return a.RulesError(err)
}

// wordingsShown is how many wordings of a question are shown.
const wordingsShown = 3

func suggestionIDs(ctx context.Context, a *cli.App) []string {
	asked, _, err := a.PastQuestions(ctx)
	if err != nil {
		return nil
	}
	found, err := cli.Suggestions(a, asked, nil)
	if err != nil {
		return nil
	}
	var values []string
	for _, s := range found {
		values = append(values, s.ID+"\t"+s.Latest.Text)
	}
	return values
}
