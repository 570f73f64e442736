package hooks

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/app/doctor"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// runsFlags are the flags of hooks runs: the call, and where it happens.
type runsFlags struct {
	site         cli.SiteFlags
	value, input string
	json         bool
}

func runsCommand(a *cli.App) *cobra.Command {
	var f runsFlags
	cmd := &cobra.Command{
		Use:   "runs TOOL|EVENT",
		Short: "Show which hooks run for a tool or an event, and those that almost match",
		Long: `Show which hooks run for a tool or an event, those that almost match, and why.

For a tool this means its PreToolUse event; for another event, name that and give the
tool as --value. For events that are not about tools, --value is what matchers are
compared with, such as how a session started. --input is the tool's input as JSON,
for hooks with an "if". Claude Code starts all matching hooks at once.`,
		Example: `  neverask hooks runs Bash
  neverask hooks runs Bash --input '{"command":"git push"}'
  neverask hooks runs PostToolUse --value Edit
  neverask hooks runs SessionStart --value resume --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			call, err := f.call(args[0])
			if err != nil {
				return err
			}
			return showRuns(a, call, f)
		},
		ValidArgsFunction: cobra.FixedCompletions(toolsAndEvents(), cobra.ShellCompDirectiveNoFileComp),
	}
	f.site.Flags(cmd)
	cmd.Flags().StringVar(&f.value, "value", "", "what matchers are compared with: a tool, a source, a type")
	cmd.Flags().StringVar(&f.input, "input", "", "the tool's input as JSON")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

// call returns the call for a name: an event's, or that of a tool about to be used.
func (f runsFlags) call(name string) (dispatch.Call, error) {
	if f.input != "" && !json.Valid([]byte(f.input)) {
		return dispatch.Call{}, cli.Misuse("", "--input is not JSON")
	}
	c := dispatch.Call{Event: hooks.Event(name), Value: f.value, Input: f.input}
	about, known := dispatch.Describe(c.Event)
	switch {
	case !known:
		c.Event, c.Value = hooks.EventPreToolUse, name
		if f.value != "" {
			return c, cli.Misuse("name the event and give the tool as --value",
				"%s is not an event, so --value has no meaning", name)
		}
	case about.Filter != "" && f.value == "":
		return c, cli.Misuse("give it as --value", "which hooks run at %s depends on %s", name, about.Filter)
	case about.Filter == "" && f.value != "":
		return c, cli.Misuse("", "%s ignores matchers, so --value has no meaning", name)
	}
	return c, nil
}

type runsJSON struct {
	Event    string          `json:"event"`
	Value    string          `json:"value"`
	Fires    []firingJSON    `json:"fires"`
	Misses   []missJSON      `json:"misses"`
	Unread   []unreadJSON    `json:"unread"`
	Switches []config.Switch `json:"switches"`
}

type firingJSON struct {
	hookJSON
	Unless string `json:"unless,omitempty"` // what else must be true
	Fails  string `json:"fails,omitempty"`  // why it would fail
}

type missJSON struct {
	hookJSON
	Why string `json:"why"`
}

func showRuns(a *cli.App, c dispatch.Call, f runsFlags) error {
	if err := f.site.Enter(a); err != nil {
		return err
	}
	sources := a.Planner.Sources()
	found := dispatch.Find(sources, c)
	fails := failing(a, sources)
	unread := unreadAt(sources, c)
	switches := slices.DeleteFunc(slices.Clone(sources.Switches), func(s config.Switch) bool { return !s.Blocks })
	if f.json {
		out := runsJSON{string(c.Event), c.Value, []firingJSON{}, []missJSON{}, jsonOfUnread(unread), cli.OrEmpty(switches)}
		for _, f := range found.Fires {
			out.Fires = append(out.Fires, firingJSON{jsonOfHook(a, f.Hook), f.Unless, fails[f.Hook.ID]})
		}
		for _, m := range found.Misses {
			out.Misses = append(out.Misses, missJSON{jsonOfHook(a, m.Hook), m.Why})
		}
		return a.WriteJSON(out)
	}
	what := strings.TrimSpace(string(c.Event) + " " + c.Value)
	fires, misses := withoutFailing(found, fails)
	if len(fires) == 0 {
		a.Line("", "No hook runs at %s.", what)
	} else {
		a.Line("", "%s at %s:", countRun(len(fires)), what)
	}
	for _, f := range fires {
		cli.PrintHook(a, f.Hook)
		if f.Unless != "" {
			a.Line("      ", "%s", f.Unless)
		}
	}
	printUnread(a, unread)
	if len(misses) > 0 {
		fmt.Fprintln(a.Stdout, "\nThese do not:")
	}
	for _, m := range misses {
		cli.PrintHook(a, m.Hook)
		a.Line("      ", "→ %s", m.Why)
	}
	for _, s := range switches {
		a.Line("\n", "%s = %s   %s:%d: %s", s.Name, s.Value, a.Short(s.File), s.Line, s.Effect)
	}
	printFindings(a, sources.Findings)
	if c.Event == hooks.EventPreToolUse {
		if at := dispatch.EventsOf(sources, c.Value); len(found.Fires) == 0 && len(at) > 0 {
			a.Note("hint", fmt.Sprintf("hooks run for %s at %s: neverask hooks runs %s --value %s",
				c.Value, strings.Join(at, ", "), at[0], c.Value))
		}
		doubtTool(a, c.Value)
	}
	return nil
}

// withoutFailing moves the hooks that cannot run from those that match to those that miss.
func withoutFailing(found dispatch.Found, fails map[string]string) (fires []dispatch.Firing, misses []dispatch.Miss) {
	for _, f := range found.Fires {
		if why := fails[f.Hook.ID]; why != "" {
			misses = append(misses, dispatch.Miss{Hook: f.Hook, Why: dispatch.Fails.Words() + ": " + why})
		} else {
			fires = append(fires, f)
		}
	}
	return fires, append(misses, found.Misses...)
}

// failing says why the programs of hooks cannot run, by hook ID.
func failing(a *cli.App, sources config.Sources) map[string]string {
	fails := map[string]string{}
	standings := doctor.Options{Planner: a.Planner, Env: os.Environ()}.Standings(sources)
	for i, h := range sources.Hooks() {
		if standings[i].State == dispatch.Fails {
			fails[h.ID] = standings[i].Why
		}
	}
	return fails
}

// doubtTool warns of a tool name that Claude Code does not have, if it is similar to one of its tools or events.
func doubtTool(a *cli.App, name string) {
	known := toolsAndEvents()
	for i := range known {
		known[i], _, _ = strings.Cut(known[i], "\t")
	}
	if hint := cli.Meant(name, known, ""); hint != "" && !slices.Contains(known, name) {
		fmt.Fprintf(a.Stderr, "hint: Claude Code has no tool %s of its own; %s\n", diffview.Visible(name), hint)
	}
}

func countRun(n int) string {
	if n == 1 {
		return "1 hook runs"
	}
	return fmt.Sprintf("%d hooks run", n)
}

// toolsAndEvents returns the events and the tools, for completion.
func toolsAndEvents() []string {
	return slices.Concat(toolNames(), eventNames())
}
