package hooks

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/seen"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/pin"
	"neverask/tui/prompt"
)

// reviewFlags say which hooks are reviewed, and which are taken for seen.
type reviewFlags struct {
	site      cli.SiteFlags
	yes, json bool
}

func reviewCommand(a *cli.App) *cobra.Command {
	var f reviewFlags
	cmd := &cobra.Command{
		Use:   "review [ID...|all]",
		Short: "Review hooks that are new or have changed",
		Long: `Review hooks that are new to you or have changed since you saw them: from a freshly
cloned repository, from plugins, and your own. For each it shows where it is, when it
runs, its command, the start of its scripts or what changed in them, and what it may
do, and asks whether you have seen it. It runs none of them. With IDs it reviews only
those, changed or not. --yes marks them as seen without asking.

What you have seen is kept by the digests of the command, the programs and the
scripts. status, hooks list and the screens say when a hook has changed since.`,
		Example: `  neverask hooks review
  neverask hooks review --cwd ~/work/clone
  neverask hooks review 3f9a2b7c10
  neverask hooks review --yes 3f9a2b7c10`,
		RunE:              func(cmd *cobra.Command, args []string) error { return review(cmd.Context(), a, args, f) },
		ValidArgsFunction: a.Offer(hookIDs),
	}
	f.site.Flags(cmd)
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "mark them as seen without asking")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

func review(ctx context.Context, a *cli.App, ids []string, f reviewFlags) error {
	if err := f.site.Enter(a); err != nil {
		return err
	}
	todo, err := toReview(a, ids, a.Installer.Sources(f.site.Settings, f.site.PluginDirs))
	if err != nil {
		return err
	}
	if len(todo) == 0 && !f.json {
		fmt.Fprintln(a.Stderr, "neverask: no hook has changed since you saw it")
	}
	asked, kept, err := askSeen(ctx, a, todo, f)
	if asked && err == nil && !f.json {
		fmt.Fprintf(a.Stdout, "%s kept as seen.\n", diffview.Count(kept, "hook"))
	}
	return a.Finish(f.json, jsonOfReviews(a, todo, f.yes && err == nil), err)
}

// askSeen shows hooks one by one and asks about each that is not seen as it is. What was
// said of one is kept at once; where nothing is asked, many are kept together.
func askSeen(ctx context.Context, a *cli.App, todo []pin.Review, f reviewFlags) (asked bool, kept int, err error) {
	c := cli.Consent{
		Yes: f.yes, JSON: f.json, Each: true, Ask: "Have you seen it?", Hint: "look at it above and pass --yes ID, or --yes all", Done: "kept",
		Session: "nothing was kept: this is a session of Claude Code, and only you can review",
	}
	together := map[bool]int{false: 1, true: 500}[f.yes]
	for i, some := range slices.Collect(slices.Chunk(todo, together)) {
		if !f.yes && !f.json {
			printHookReview(a, some[0], i+1, len(todo))
		}
		if !f.yes && some[0].State == pin.Seen {
			continue
		}
		var ok bool
		asked = true
		if ok, err = a.Agreed(ctx, c); ok {
			kept += len(some)
			err = ofPerson(a).Keep(ctx, some...)
		}
		switch needed := (*cli.Error)(nil); {
		case errors.Is(err, prompt.ErrEnded):
			return asked, kept, nil
		case err != nil && !errors.As(err, &needed): // where nobody can be asked, all are shown
			return asked, kept, err
		}
	}
	return asked, kept, err
}

func ofPerson(a *cli.App) seen.Seen { return seen.Open(a.Installer, os.Environ()) }

// toReview are the hooks with IDs, or all those that the person has not seen as they are.
func toReview(a *cli.App, ids []string, sources config.Sources) ([]pin.Review, error) {
	all := ofPerson(a).Theirs(sources.Hooks())
	if slices.Equal(ids, []string{"all"}) {
		ids = nil
	}
	for _, id := range ids {
		if _, err := hookWith(id, all); err != nil {
			return nil, err
		}
	}
	found, err := ofPerson(a).Review(all)
	if err != nil {
		return nil, cli.Exit(cli.Failed, err, "")
	}
	return slices.DeleteFunc(found, func(r pin.Review) bool {
		named := func(id string) bool { return strings.HasPrefix(r.Hook.ID, id) }
		return len(ids) > 0 && !slices.ContainsFunc(ids, named) || len(ids) == 0 && r.State == pin.Seen
	}), nil
}

// What is shown of a hook at most: lines of a script's beginning, of all differences, and
// characters of a line.
const (
	shownLines     = 20
	shownDiff      = 200
	shownOfLine    = 300
	shownOfCommand = 4000
)

func printHookReview(a *cli.App, r pin.Review, n, of int) {
	h := r.Hook
	a.Line("\n", "%d of %d   %s", n, of, h.Group.Event)
	a.Line("  ", "%s", cli.Clip(cmp.Or(diffview.RedactCommand(h.Handler.Summary()), "runs nothing"), shownOfCommand))
	a.Line("      ", "%s", cli.PlaceOfHook(a, h))
	if why := cmp.Or(h.Source.Off, h.Source.When); why != "" {
		a.Line("      ", "%s", why)
	}
	a.Line("      ", "%s", r.String())
	for _, text := range r.Does {
		a.Line("      ", "%s", cli.Clip(text, shownOfLine))
	}
	for _, f := range r.Files {
		a.Line("      ", "runs %s, %s", a.Short(f.Path), diffview.Count(int(f.Size), "byte"))
	}
	if r.State == pin.Changed {
		printPinChanges(a, r.Changes)
		return
	}
	for _, f := range r.Files {
		if f.Text != nil {
			printBeginning(a, f)
		}
	}
}

// printBeginning prints the first lines of a script, without its secrets.
func printBeginning(a *cli.App, f pin.File) {
	a.Line("\n    ", "%s", a.Short(f.Path))
	lines := strings.Split(strings.TrimRight(diffview.RedactCommand(*f.Text), "\n"), "\n")
	for _, l := range lines[:min(len(lines), shownLines)] {
		a.Exact("    │ ", cli.Clip(strings.TrimRight(l, "\r"), shownOfLine))
	}
	if more := len(lines) - shownLines; more > 0 {
		a.Line("    ", "… and %s more", diffview.Count(more, "line"))
	}
	sayHidden(a, *f.Text)
}

// sayHidden says that a text has more than was printed of it: what looks like a secret
// could be made to look so.
func sayHidden(a *cli.App, text string) {
	if diffview.RedactCommand(text) != text {
		a.Line("    ", "what looks like a secret is hidden here; the file has it")
	}
}

func printPinChanges(a *cli.App, changes []pin.Change) {
	room := shownDiff
	for _, c := range changes {
		if !c.Text {
			a.Line("\n    ", "%s is another; no copy of it was kept", c.Name)
			continue
		}
		a.Line("\n    ", "%s", c.Name)
		for _, row := range diffview.Unified([]byte(c.Before), []byte(c.After), 3) {
			if room--; room < 0 {
				a.Line("    ", "… and more")
				return
			}
			a.Exact("    ", cli.Clip(strings.TrimRight(diffview.Text([]diffview.Row{row}), "\n"), shownOfLine))
		}
		sayHidden(a, c.After)
	}
}

// hookReviewJSON is the documented shape of a hook in hooks review --json.
type hookReviewJSON struct {
	Hook    hookJSON        `json:"hook"`
	Review  pin.State       `json:"review"`
	Since   *time.Time      `json:"since,omitempty"`
	Does    []string        `json:"does"`
	Files   []pinFileJSON   `json:"files"`
	Changes []pinChangeJSON `json:"changes"`
	Kept    bool            `json:"kept"` // as seen, now
}

type pinFileJSON struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256,omitempty"`
}

type pinChangeJSON struct {
	Name  string `json:"name"`
	Lines int    `json:"lines,omitempty"` // where it is a text
	Diff  string `json:"diff,omitempty"`
}

func jsonOfReviews(a *cli.App, all []pin.Review, kept bool) any {
	list := []hookReviewJSON{}
	for _, r := range all {
		j := hookReviewJSON{Hook: jsonOfHook(a, r.Hook), Review: r.State, Does: cli.OrEmpty(r.Does), Files: []pinFileJSON{}, Changes: []pinChangeJSON{}, Kept: kept}
		if !r.Since.IsZero() {
			j.Since = &r.Since
		}
		for _, f := range r.Files {
			j.Files = append(j.Files, pinFileJSON{f.Path, f.Size, f.Digest})
		}
		for _, c := range r.Changes {
			change := pinChangeJSON{Name: c.Name}
			if c.Text {
				change.Lines, change.Diff = c.Lines(), diffview.Text(diffview.Unified([]byte(c.Before), []byte(c.After), 3))
			}
			j.Changes = append(j.Changes, change)
		}
		list = append(list, j)
	}
	return map[string]any{"hooks": list}
}

// changedHooks are those that are something else than the person has seen, by ID.
func changedHooks(a *cli.App, sources config.Sources) (map[string]pin.Review, error) {
	found, err := ofPerson(a).Unlike(sources.Hooks())
	byID := map[string]pin.Review{}
	for _, r := range found {
		byID[r.Hook.ID] = r
	}
	return byID, err
}
