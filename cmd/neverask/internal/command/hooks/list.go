package hooks

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
	"neverask/hooks"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
)

func listCommand(a *cli.App) *cobra.Command {
	var (
		site            cli.SiteFlags
		event, source   string
		asJSON, explain bool
	)
	cmd := &cobra.Command{
		Use:        "list [ID]",
		SuggestFor: []string{"show", "get", "ls"},
		Short:      "List every hook from every source, or show one whole",
		Long: `List every hook from every source, event by event in the order of the sources:
settings of the user, the project and the repository, managed settings, plugins,
and the front matter of skills, subagents and commands. --events describes the
events themselves.

Run counts and median times come from the transcripts of past sessions. Transcripts
leave out runs that succeed silently, so a hook ran at least this often.

With an ID it shows one hook, and its handler exactly as in its file: nothing is
redacted.`,
		Example: `  neverask hooks list
  neverask hooks list 3f9a2b7c10
  neverask hooks list --event PreToolUse --source plugin
  neverask hooks list --events
  neverask hooks list --json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.Offer(hookIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) > 0 && (explain || event+source != ""):
				return cli.Misuse("", "an ID names one hook: --events, --event and --source are for the list")
			case explain:
				return describeEvents(a, asJSON)
			}
			if err := site.Enter(a); err != nil {
				return err
			}
			found := a.Planner.Sources()
			if err := knownFilters(&event, &source, found); err != nil {
				return err
			}
			if len(args) > 0 {
				return showHook(cmd.Context(), a, args[0], found, asJSON)
			}
			return listFound(cmd.Context(), a, found, event, source, asJSON)
		},
	}
	site.Flags(cmd)
	cmd.Flags().StringVar(&event, "event", "", "only this event")
	cmd.Flags().StringVar(&source, "source", "",
		"only this kind of source: user, project, local, extra, managed, plugin, skill, agent, command")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&explain, "events", false, "describe the events instead")
	cli.Words(cmd, "event", eventNames()...)
	cli.Words(cmd, "source", sourceKinds()...)
	return cmd
}

// listFound prints the hooks of an event and of a kind of source; of all, if these are empty.
func listFound(ctx context.Context, a *cli.App, found config.Sources, event, source string, asJSON bool) error {
	list := slices.DeleteFunc(listHooks(ctx, a, found), func(l listedHook) bool {
		return event != "" && l.hook.Group.Event != event || source != "" && string(l.hook.Source.Kind) != source
	})
	parked, narrowed, err := takenOut(a)
	if err != nil {
		return err
	}
	other := func(p planner.Parked) bool { return event != "" && p.Event != event || source != "" }
	parked, narrowed = slices.DeleteFunc(parked, other), slices.DeleteFunc(narrowed, other)
	if asJSON {
		return a.WriteJSON(jsonOfList(a, list, found, parked))
	}
	printHooks(a, list, found, takenOutText(planner.CountParked(parked), planner.CountParked(narrowed)))
	return nil
}

// knownFilters gives the values of --event and --source the case of what they name, and refuses unknown ones.
func knownFilters(event, source *string, found config.Sources) error {
	events := cli.NamesOf(dispatch.Events(), func(about dispatch.About) string { return string(about.Event) })
	for _, h := range found.Hooks() { // events that Claude Code does not have are listed, too
		if !slices.Contains(events, h.Group.Event) {
			events = append(events, h.Group.Event)
		}
	}
	for _, f := range []struct {
		flag, otherwise string
		value           *string
		known           []string
	}{
		{"event", "neverask hooks list --events describes the events", event, events},
		{"source", "it is one of " + strings.Join(sourceKinds(), ", "), source, sourceKinds()},
	} {
		if *f.value == "" {
			continue
		}
		at := slices.IndexFunc(f.known, func(name string) bool { return strings.EqualFold(name, *f.value) })
		if at < 0 {
			return cli.Misuse(cli.Meant(*f.value, f.known, f.otherwise), "--%s: there is no %q", f.flag, *f.value)
		}
		*f.value = f.known[at]
	}
	return nil
}

// hookStats summarises past runs of hooks. Missing transcripts are no error.
func hookStats(ctx context.Context, a *cli.App) []transcript.HookStat {
	p := pastquestions.Open(a.Planner)
	progress, done := a.Progress()
	defer done()
	if _, _, err := p.Asked(ctx, progress); err != nil {
		return nil
	}
	return p.HookStats(ctx)
}

// listedHook is a hook and whether it runs.
type listedHook struct {
	hook  config.Hook
	state dispatch.State
	why   string              // why it does not run, or when it does
	past  transcript.HookStat // past runs in transcripts
	open  *conflict.Conflict  // that needs a decision; nil for none
}

// listHooks sorts hooks by event, and adds whether each runs, its past runs, and its conflict.
func listHooks(ctx context.Context, a *cli.App, sources config.Sources) (all []listedHook) {
	standings := doctor.Options{Planner: a.Planner, Env: os.Environ()}.Standings(sources)
	figures := conflict.RunStats(sources.Hooks(), hookStats(ctx, a))
	review, _ := cli.ReviewConflicts(ctx, a, conflicts.Options{}) // only the context's error
	open := review.Open()
	for i, h := range sources.Hooks() {
		l := listedHook{hook: h, state: standings[i].State, why: standings[i].Why, past: figures[i]}
		if at := slices.IndexFunc(open, func(c conflict.Conflict) bool { return c.Hook.ID == h.ID }); at >= 0 {
			l.open = &open[at]
		}
		all = append(all, l)
	}
	order := map[string]int{}
	for i, about := range dispatch.Events() {
		order[string(about.Event)] = i - len(dispatch.Events())
	}
	slices.SortStableFunc(all, func(x, y listedHook) int {
		a, b := x.hook.Group.Event, y.hook.Group.Event
		return cmp.Or(cmp.Compare(order[a], order[b]), strings.Compare(a, b))
	})
	return all
}

type listJSON struct {
	Hooks    []listedJSON  `json:"hooks"`
	Parked   []parkedJSON  `json:"parked"`
	Unread   []unreadJSON  `json:"unread"`
	Findings []findingJSON `json:"findings"`
}

type listedJSON struct {
	hookJSON
	State    string            `json:"state"`
	Why      string            `json:"why,omitempty"`
	Seen     int               `json:"seen"`
	Failed   int               `json:"failed"`
	MedianMS float64           `json:"medianMs,omitempty"`
	MaxMS    float64           `json:"maxMs,omitempty"`
	LastSeen *time.Time        `json:"lastSeen,omitempty"`
	Conflict *openConflictJSON `json:"conflict,omitempty"`
}

// openConflictJSON is a hook's conflict that needs a decision, in brief.
type openConflictJSON struct {
	Severity conflict.Severity `json:"severity"`
	Outcome  string            `json:"outcome"`
}

func jsonOfListed(a *cli.App, l listedHook) listedJSON {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	out := listedJSON{
		hookJSON: jsonOfHook(a, l.hook), State: string(l.state), Why: l.why,
		Seen: l.past.Seen, Failed: l.past.Failed(), MedianMS: ms(l.past.Median()), MaxMS: ms(l.past.Max),
	}
	if !l.past.Last.IsZero() {
		out.LastSeen = &l.past.Last
	}
	if l.open != nil {
		out.Conflict = &openConflictJSON{l.open.Severity, l.open.Sentence}
	}
	return out
}

func jsonOfList(a *cli.App, list []listedHook, sources config.Sources, parked []planner.Parked) listJSON {
	out := listJSON{
		Hooks: []listedJSON{}, Parked: jsonOfParked(parked), Unread: jsonOfUnread(sources.Unread),
		Findings: jsonOfFindings(sources.Findings),
	}
	for _, l := range list {
		out.Hooks = append(out.Hooks, jsonOfListed(a, l))
	}
	return out
}

func printHooks(a *cli.App, list []listedHook, sources config.Sources, takenOut string) {
	event := ""
	for _, l := range list {
		h := l.hook
		if h.Group.Event != event {
			if event != "" {
				fmt.Fprintln(a.Stdout)
			}
			event = h.Group.Event
			about, _ := dispatch.Describe(hooks.Event(event))
			a.Line("", "%s   %s", event, cmp.Or(about.What, "Claude Code has no such event"))
		}
		printHook(a, l)
	}
	switch {
	case len(list) > 0:
	case len(sources.Findings) > 0:
		fmt.Fprintln(a.Stdout, asFarAsRead("No hooks"))
	default:
		fmt.Fprintln(a.Stdout, "No hooks.")
		if len(sources.Hooks()) == 0 {
			a.Note("hint", "neverask install adds those that answer questions")
		}
	}
	if takenOut != "" {
		a.Line("\n", "%s", takenOut)
	}
	for _, u := range sources.Unread {
		a.Line("\n", "Not read here: %s: %s", a.Short(u.File), u.Why)
	}
	printFindings(a, sources.Findings)
}

// takenOutText says how many hooks neverask hooks unpark lists, and what became of them; "" if there are none.
func takenOutText(parked, narrowed int) string {
	verb := func(n int) string { return map[bool]string{true: "is", false: "are"}[n == 1] }
	text := ""
	switch {
	case parked+narrowed == 0:
		return ""
	case narrowed == 0:
		text = diffview.Count(parked, "hook") + " " + verb(parked) + " parked"
	case parked == 0:
		text = diffview.Count(narrowed, "hook") + " " + verb(narrowed) + " narrowed"
	default:
		text = fmt.Sprintf("%s %s parked, %d %s narrowed", diffview.Count(parked, "hook"), verb(parked), narrowed, verb(narrowed))
	}
	if parked+narrowed == 1 {
		return text + ": neverask hooks unpark lists it"
	}
	return text + ": neverask hooks unpark lists them"
}

func sourceKinds() []string {
	var values []string
	for _, kind := range []config.Kind{
		config.User, config.Project, config.Local, config.Extra, config.Managed,
		config.Plugin, config.Skill, config.Agent, config.Command,
	} {
		values = append(values, string(kind))
	}
	return values
}
