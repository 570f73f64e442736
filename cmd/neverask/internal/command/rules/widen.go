package rules

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/install"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/rule/question"
)

// widenNothing undoes a widening, and widenSeen is for the values that were seen.
const (
	widenNothing = "nothing"
	widenSeen    = "only these"
)

func widenCommand(a *cli.App) *cobra.Command {
	var (
		change   cli.ChangeFlags
		slot, to string
	)
	cmd := &cobra.Command{
		Use:   "widen ID",
		Short: "Say which values a rule accepts as seen",
		Long: `Say which values a rule accepts as seen.

A rule answers what you have seen: another number or another file is asked first.
Without --slot the values that you have seen and answered alike are listed, with
what may be let pass instead, in words for --to. "` + widenSeen + `" are those that were
seen, and "` + widenNothing + `" undoes a widening. A rule by marker gets the wording of the
question that you saw last.

Money, percentages, hosts, addresses, recipients, accounts, environments, versions,
paths outside the project and anything irreversible are never widened.`,
		Example:           "  neverask rules widen r-7f3a\n  neverask rules widen r-7f3a --slot n --to \"any number up to 20\"\n  neverask rules widen r-7f3a --slot name --to \"" + widenSeen + "\" --dry-run",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.Offer(questionRuleIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := findRule(a, args[0])
			if err != nil {
				return err
			}
			seen := a.Rulebook().Evidence().Of(r.ID)
			if slot == "" {
				return printOffers(a, r, seen, change.JSON)
			}
			width, err := widthOf(r, seen, slot, to)
			if err != nil {
				return err
			}
			p, err := install.Rules(a.Installer, cli.OpWiden, a.Book().Changing(r.ID, func(r question.Rule) (question.Rule, error) {
				r, _ = r.Worded(seen)
				r.Widen = r.Widen.With(width)
				return r, nil
			}))
			if err != nil {
				return a.RulesError(err)
			}
			return a.Change(cmd.Context(), p, nil, change)
		},
	}
	change.Flags(cmd)
	cmd.Flags().StringVar(&slot, "slot", "", "the place of the wording: n, name, hash or date, from the second on \"n 2\"")
	cmd.Flags().StringVar(&to, "to", "", "what passes there, as it is offered")
	cmd.MarkFlagsRequiredTogether("slot", "to")
	completeWiden(a, cmd, &slot)
	return cmd
}

// completeWiden completes the flags of rules widen with what is offered.
func completeWiden(a *cli.App, cmd *cobra.Command, slot *string) {
	_ = cmd.RegisterFlagCompletionFunc("slot", offerOf(a, func(o question.Offer) []string {
		return []string{o.Slot + "\t" + "you saw " + strings.Join(o.Seen, ", ")}
	}))
	_ = cmd.RegisterFlagCompletionFunc("to", offerOf(a, func(o question.Offer) (to []string) {
		if o.Slot != *slot {
			return nil
		}
		for _, width := range o.Choices {
			to = append(to, width.String())
		}
		return append(to, widenNothing)
	}))
}

// offerOf completes with what is offered for the rule that is named.
func offerOf(a *cli.App, values func(question.Offer) []string) cobra.CompletionFunc {
	return a.OfferBehind(func(_ context.Context, _ *cli.App, args []string) (found []string) {
		if len(args) != 1 {
			return nil
		}
		if r, err := findRule(a, args[0]); err == nil {
			for _, o := range r.Offers(a.Rulebook().Evidence().Of(r.ID)) {
				found = append(found, values(o)...)
			}
		}
		return found
	})
}

// widthOf is what is to pass in a slot of a rule. It fails where nothing would.
func widthOf(r question.Rule, seen []question.Seen, slot, to string) (question.Width, error) {
	r, ok := r.Worded(seen)
	if !ok {
		return question.Width{}, cli.Exit(cli.Failed, errors.New(r.ID+": a rule is widened by its wording, and not if it may answer irreversible questions"),
			"neverask rules set "+r.ID+" --question TEXT gives it a wording")

	}
	width := question.Width{Slot: slot}
	if to == widenNothing {
		if _, ok := r.Widen.In(slot); !ok {
			return width, cli.Exit(cli.Failed, fmt.Errorf("%s: %q is not widened", r.ID, slot), "")
		}
		return width, nil
	}
	if to == widenSeen || strings.HasPrefix(to, widenSeen+" ") {
		offers := r.Offers(seen)
		i := slices.IndexFunc(offers, func(o question.Offer) bool { return o.Slot == slot })
		if i < 0 {
			return width, cli.Exit(cli.Failed, fmt.Errorf("%s: you have not seen two values of %q and answered them alike", r.ID, slot), "neverask rules widen "+r.ID+" lists what you have seen")
		}
		width.Only = offers[i].Choices[0].Only
		if to != widenSeen && to != width.String() {
			return width, cli.Exit(cli.Failed, fmt.Errorf("%s: you have seen other values of %q since: %s", r.ID, slot, strings.Join(width.Only, ", ")), "")
		}
	} else {
		words, err := question.ParseWords(to)
		if err != nil {
			return width, cli.Misuse("", "--to: %s", err)
		}
		width.Words = words.Words
	}
	if why := r.Idle(width); why != "" {
		return width, cli.Exit(cli.Failed, fmt.Errorf("%s: %q is not widened: %s", r.ID, slot, why), "such values are asked one by one")
	}
	return width, nil
}

// offersJSON is the documented shape of what may be widened.
type offersJSON struct {
	Rule   string      `json:"rule"`
	Text   string      `json:"text"`
	Offers []offerJSON `json:"offers"`
}

type offerJSON struct {
	Slot   string   `json:"slot"`
	Seen   []string `json:"seen"`
	Answer string   `json:"answer"`
	Now    string   `json:"now"` // what passes now
	To     []string `json:"to"`
}

func printOffers(a *cli.App, r question.Rule, seen []question.Seen, asJSON bool) error {
	worded, ok := r.Worded(seen)
	out := offersJSON{Rule: r.ID, Text: worded.Match.Text, Offers: []offerJSON{}}
	for _, o := range worded.Offers(seen) {
		j := offerJSON{Slot: o.Slot, Seen: o.Seen, Answer: o.Answer}
		if width, ok := r.Widen.In(o.Slot); ok {
			j.Now = width.String()
		}
		for _, width := range o.Choices {
			j.To = append(j.To, width.String())
		}
		out.Offers = append(out.Offers, j)
	}
	if asJSON {
		return a.WriteJSON(out)
	}
	for _, o := range out.Offers {
		fmt.Fprintf(a.Stdout, "%s: you saw %s, and answered %q; now passes: %s\n", o.Slot, diffview.Visible(strings.Join(o.Seen, ", ")), diffview.Visible(o.Answer), cmp.Or(diffview.Visible(o.Now), "none but those"))
		for _, to := range o.To {
			fmt.Fprintf(a.Stdout, "  --slot %s --to %q\n", quoted(o.Slot), to)
		}
	}
	if len(out.Offers) == 0 {
		why := "offered is what was answered alike with at least two values, and may be widened"
		if !ok {
			why = "a rule is widened by its wording, and not if it may answer irreversible questions"
		}
		fmt.Fprintln(a.Stderr, "neverask: nothing to widen:", why)
	}
	return nil
}

// quoted is the name of a slot as a shell takes it.
func quoted(slot string) string {
	if strings.Contains(slot, " ") {
		return fmt.Sprintf("%q", slot)
	}
	return slot
}
