package command

import (
	"bytes"
	"strings"
	"testing"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/conflict"
)

// TestChoose: what a person types, or the flags say, becomes a resolution of each
// conflict that needs one, and for no other.
func TestChoose(t *testing.T) {
	some := []conflict.Resolution{conflict.Leave, conflict.Park}
	r := conflicts.Review{Conflicts: []conflict.Conflict{
		{ID: "harmless", Outcome: conflict.Outcome{Severity: conflict.Info}, Resolutions: some, Suggested: conflict.Leave},
		{ID: "second", Outcome: conflict.Outcome{Severity: conflict.Races}, Resolutions: []conflict.Resolution{conflict.Leave, conflict.Narrow, conflict.Park}, Suggested: conflict.Narrow},
		{ID: "first", Outcome: conflict.Outcome{Severity: conflict.Blocks}, Resolutions: some, Suggested: conflict.Park},
	}}
	for _, c := range []struct {
		name, flags, typed string
		ask                bool
		want               string // or the error
		code               int
	}{
		{name: "the suggested ones", typed: "\n\n", ask: true, want: "first=park second=narrow"},
		{name: "by number and name", typed: "2\nleave\n", ask: true, want: "first=park second=leave"},
		{name: "after a mistake", typed: "narrow\nNARROW\n1\n2\n", ask: true, want: "first=leave second=narrow"},
		{name: "three mistakes decide nothing", typed: "x\ny\nz\n\n", ask: true, want: "1 conflict needs a decision", code: cli.Conflicts},
		{name: "end of input", typed: "1\n", ask: true, want: "the input has ended", code: cli.Usage},
		{name: "nobody to ask", want: "2 conflicts need a decision", code: cli.Conflicts},
		{name: "one for all", flags: "park", want: "first=park second=park"},
		{name: "one that does not fit all", flags: "narrow", want: "1 conflict needs a decision", code: cli.Conflicts},
		{name: "single ones", flags: "first=leave,second=narrow", want: "first=leave second=narrow"},
		{name: "all but one", flags: "park second=leave", want: "first=park second=leave"},
		{name: "one that needs none", flags: "leave harmless=park", want: "first=leave second=leave harmless=park"},
		{name: "no such conflict", flags: "leave third=park", want: "there is no conflict third", code: cli.Failed},
		{name: "two for all", flags: "leave park", want: "given twice", code: cli.Usage},
		{name: "a resolution that does not exist", flags: "chain", want: "not a resolution", code: cli.Usage},
		{name: "not a resolution", flags: "first=sideways", want: "not a resolution", code: cli.Usage},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			a := &cli.App{Stdin: strings.NewReader(c.typed), Stdout: &out, Stderr: &out, Planner: &planner.Planner{}}
			o := onConflict{given: strings.FieldsFunc(c.flags, func(r rune) bool { return r == ' ' || r == ',' })}
			err := o.parse()
			var choices []conflict.Choice
			if err == nil {
				var undecided []conflict.Conflict
				choices, undecided, err = choose(t.Context(), a, r, o, c.ask)
				if err == nil && len(undecided) > 0 {
					err = refuse(a, planner.Plan{}, r.Conflicts, undecided, o, false)
				}
			}
			if c.code != 0 {
				if a.Report(t.Context(), err) != c.code || !strings.Contains(err.Error(), c.want) {
					t.Fatalf("got %v, want code %d and %q", err, c.code, c.want)
				}
				return
			}
			var got []string
			for _, choice := range choices {
				got = append(got, choice.Conflict.ID+"="+string(choice.Resolution))
			}
			if err != nil || strings.Join(got, " ") != c.want {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}
