package rules

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/trust"
	"neverask/hooks/rule/question"
)

type trustFlags struct {
	cwd                       string
	json, yes, dryRun, revoke bool
}

func trustCommand(a *cli.App) *cobra.Command {
	var f trustFlags
	cmd := &cobra.Command{
		Use:   "trust",
		Short: "Review the rules a project proposes, and accept exactly those",
		Long: `Review the rules a project proposes, and accept exactly those.

A project proposes rules in .claude/neverask.json. They have no effect until you accept
them, and are off again as soon as the file changes. Accepted rules apply only in that
project and after all of your own; you are always asked about irreversible actions.`,
		Example: `  neverask rules trust
  neverask rules trust --cwd ~/work/shop --dry-run
  neverask rules trust --revoke`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return reviewProposals(cmd.Context(), a, f) },
	}
	cmd.Flags().StringVar(&f.cwd, "cwd", "", "the project, or a directory in it, instead of the current directory")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the review as JSON")
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "accept without asking")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "show the review and change nothing")
	cmd.Flags().BoolVar(&f.revoke, "revoke", false, "revoke what you accepted from the project")
	_ = cmd.MarkFlagDirname("cwd")
	cmd.AddCommand(trustListCommand(a))
	return cmd
}

// trustJSON is the documented shape of trust --json.
type trustJSON struct {
	Op       string             `json:"op"` // accept or revoke
	Project  string             `json:"project"`
	Path     string             `json:"path"`
	State    trust.State        `json:"state"`
	Digest   string             `json:"digest"`
	Before   *beforeJSON        `json:"before"`
	Rules    []question.Rule    `json:"rules"`
	Problems []question.Problem `json:"problems"`
	Concerns []trust.Concern    `json:"concerns"`
	Diff     string             `json:"diff"`
	Applied  bool               `json:"applied"`
	Receipt  string             `json:"receipt,omitempty"`
}

// beforeJSON is what was accepted before.
type beforeJSON struct {
	Accepted string `json:"accepted"`
	Digest   string `json:"digest"`
}

func reviewProposals(ctx context.Context, a *cli.App, f trustFlags) error {
	dir, err := projectDir(a, f.cwd)
	if err != nil {
		return err
	}
	p, _, err := a.Book().Read()
	if err != nil {
		return a.RulesError(err)
	}
	r, ok := pick(trust.Around(dir, a.Installer.Locations.Home, p.Trusted), f.revoke)
	if !ok {
		op, none := "accept", "proposes no rules"
		if f.revoke {
			op, none = "revoke", "has no accepted rules"
		}
		fmt.Fprintf(a.Stderr, "neverask: %s %s\n", diffview.Visible(a.Short(dir)), none)
		if f.json {
			return a.WriteJSON(proposalReview(trust.Review{Project: dir, State: trust.Gone}, op))
		}
		return nil
	}
	if f.revoke {
		return revokeProposal(ctx, a, r, f)
	}
	return acceptProposal(ctx, a, r, f)
}

func projectDir(a *cli.App, cwd string) (string, error) {
	if cwd == "" {
		return a.Installer.Locations.Dir, nil
	}
	return filepath.Abs(cwd)
}

// pick returns the review that a command is about: the nearest proposal, or the
// nearest that was accepted.
func pick(all []trust.Review, revoke bool) (found trust.Review, ok bool) {
	for _, r := range all {
		if revoke && r.Before == nil || !revoke && r.State == trust.Gone && r.Before == nil {
			continue
		}
		if !ok || len(r.Project) > len(found.Project) {
			found, ok = r, true
		}
	}
	return found, ok
}

func proposalReview(r trust.Review, op string) trustJSON {
	out := trustJSON{
		Op: op, Project: r.Project, Path: r.Path(), State: r.State, Digest: r.Digest,
		Rules: cli.OrEmpty(r.Rules), Problems: cli.OrEmpty(r.Problems), Concerns: cli.OrEmpty(r.Concerns()),
	}
	if r.Acceptable() {
		out.Diff = diffview.Text(r.Diff())
	}
	if r.Before != nil {
		out.Before = &beforeJSON{r.Before.Accepted, r.Before.Digest}
	}
	return out
}

// acceptProposal shows a review, gets a yes, and keeps exactly what was shown.
func acceptProposal(ctx context.Context, a *cli.App, r trust.Review, f trustFlags) error {
	out := proposalReview(r, "accept")
	if !f.json {
		printProposal(a, r)
	}
	var apply bool
	var err error
	switch {
	case r.State == trust.Refused:
		err = cli.Exit(cli.Invalid, fmt.Errorf("%s cannot be accepted", diffview.Visible(a.Short(r.Path()))), "it has no effect")
	case !r.Acceptable():
	default:
		apply, err = mayTrust(ctx, a, f, "Accept exactly this?")
	}
	if apply {
		receipt, applyErr := a.Book().Trust(ctx, r.Trusted(time.Now()))
		if applyErr != nil {
			return a.RulesError(applyErr)
		}
		out.Applied, out.Receipt = true, receipt.ID
		if !f.json {
			fmt.Fprintf(a.Stdout, "Accepted. To undo it: neverask undo %s\n", receipt.ID)
		}
	}
	return a.Finish(f.json, out, err)
}

func revokeProposal(ctx context.Context, a *cli.App, r trust.Review, f trustFlags) error {
	out := proposalReview(r, "revoke")
	if !f.json {
		fmt.Fprintf(a.Stdout, "Revoke what you accepted from %s on %s:\n", diffview.Visible(a.Short(r.Project)), cli.Day(r.Before.Accepted))
		printRules(a, r.Before.Rules())
	}
	apply, err := mayTrust(ctx, a, f, "Revoke it?")
	if apply {
		receipt, applyErr := a.Book().Distrust(ctx, r.Project)
		if applyErr != nil {
			return a.RulesError(applyErr)
		}
		out.Applied, out.Receipt = true, receipt.ID
		if !f.json {
			fmt.Fprintf(a.Stdout, "Revoked. To undo it: neverask undo %s\n", receipt.ID)
		}
	}
	return a.Finish(f.json, out, err)
}

// mayTrust decides whether what was shown is done.
func mayTrust(ctx context.Context, a *cli.App, f trustFlags, ask string) (bool, error) {
	c := cli.Consent{DryRun: f.dryRun, Yes: f.yes, JSON: f.json, Ask: ask, Hint: "look at the review above and pass --yes to go on"}
	if !f.revoke {
		c.Session = "nothing was accepted: this is a session of Claude Code, and only you can agree"
	}
	return a.Agreed(ctx, c)
}

func printProposal(a *cli.App, r trust.Review) {
	row := func(name, format string, args ...any) { a.Line(fmt.Sprintf("%-10s ", name), format, args...) }
	row("Project", "%s", a.Short(r.Project))
	row("Proposal", "%s", a.Short(r.Path()))
	if r.Digest != "" {
		row("SHA-256", "%s", r.Digest)
	}
	switch {
	case r.State == trust.Accepted:
		row("Accepted", "on %s, and not changed since", cli.Day(r.Before.Accepted))
	case r.Before != nil:
		row("Accepted", "on %s, with SHA-256 %s; it does nothing any more", cli.Day(r.Before.Accepted), r.Before.Digest)
	default:
		row("Accepted", "never")
	}
	switch r.State {
	case trust.Gone:
		row("", "the file is gone; neverask rules trust --revoke forgets what was accepted")
	case trust.Refused:
		for _, line := range r.Refusals() {
			row("!", "%s", line)
		}
	default:
		if r.Acceptable() {
			fmt.Fprintln(a.Stdout)
			fmt.Fprint(a.Stdout, diffview.Text(r.Diff()))
		}
		fmt.Fprintf(a.Stdout, "\n%s, in this project alone and after every rule of your own:\n", diffview.Count(len(r.Rules), "rule"))
		printRules(a, r.Rules)
		for _, c := range r.Concerns() {
			row("!", "%s: %s", c.Rule, c.Message)
		}
	}
}

func printRules(a *cli.App, rules []question.Rule) {
	for _, r := range rules {
		r.Project = "" // it is the same for all, and said before
		fmt.Fprintln(a.Stdout, " ", diffview.Visible(cli.RuleText(r)))
		if r.Note != "" {
			fmt.Fprintln(a.Stdout, "     ", diffview.Visible(cli.Shown(r.Note)))
		}
	}
}

func trustListCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the projects whose rules you have accepted",
		Example: "  neverask rules trust list",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			p, _, err := a.Book().Read()
			if err != nil {
				return a.RulesError(err)
			}
			return printTrusted(a, p.Trusted, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// trustedJSON is an element of the documented shape of trust list --json.
type trustedJSON struct {
	Project  string          `json:"project"`
	State    trust.State     `json:"state"` // accepted: its rules hold
	Accepted string          `json:"accepted"`
	Digest   string          `json:"digest"`
	Rules    []question.Rule `json:"rules"`
}

func printTrusted(a *cli.App, trusted []question.Trusted, asJSON bool) error {
	list := []trustedJSON{}
	for _, t := range trusted {
		list = append(list, trustedJSON{t.Project, trust.Of(t.Project, trusted).State, t.Accepted, t.Digest, cli.OrEmpty(t.Rules())})
	}
	if asJSON {
		return a.WriteJSON(struct {
			Trusted []trustedJSON `json:"trusted"`
		}{list})
	}
	for _, t := range list {
		state := string(t.State)
		if t.State != trust.Accepted {
			state = "off: " + state
		}
		fmt.Fprintln(a.Stdout, diffview.Visible(fmt.Sprintf("%s  %s, accepted %s, SHA-256 %s  (%s)",
			a.Short(t.Project), diffview.Count(len(t.Rules), "rule"), cli.Day(t.Accepted), brief(t.Digest), state)))
	}
	return nil
}

// brief is the beginning of a digest.
func brief(digest string) string { return digest[:min(len(digest), 12)] }

// printProjectRules lists the accepted rules of projects below the person's own.
func printProjectRules(a *cli.App, trusted []question.Trusted) {
	for i, t := range trusted {
		origin := fmt.Sprintf("(proposed by the project, accepted %s, SHA-256 %s", cli.Day(t.Accepted), brief(t.Digest))
		if r := trust.Of(t.Project, trusted); r.State != trust.Accepted {
			origin += "; off: the proposal is " + string(r.State)
		}
		for _, rule := range trusted[i].Rules() {
			a.Row(ruleMargin, cli.RuleText(rule)+"  "+origin+")")
		}
	}
}
