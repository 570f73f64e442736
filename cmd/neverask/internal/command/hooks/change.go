package hooks

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/handlers"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
)

// hookCommand is a command that plans a change of the hook with an ID.
func hookCommand(a *cli.App, use, short, long, example string, plan func(config.Hook) (installer.Plan, error)) *cobra.Command {
	var f cli.ChangeFlags
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long, Example: example,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := findHook(a, args[0])
			if err != nil {
				return err
			}
			p, err := plan(h)
			if err != nil {
				return cli.ManageError(err)
			}
			return a.Change(cmd.Context(), p, nil, f)
		},
		ValidArgsFunction: a.Offer(hookIDs),
	}
	f.Flags(cmd)
	return cmd
}

// findHook finds the hook with an ID, or with the only ID that begins so.
func findHook(a *cli.App, id string) (config.Hook, error) {
	return hookWith(id, a.Installer.Sources(nil, nil).Hooks())
}

func hookWith(id string, all []config.Hook) (config.Hook, error) {
	var found []config.Hook
	for _, h := range all {
		switch {
		case h.ID == id:
			return h, nil
		case id != "" && strings.HasPrefix(h.ID, id):
			found = append(found, h)
		}
	}
	switch len(found) {
	case 0:
		ids := cli.NamesOf(all, func(h config.Hook) string { return h.ID })
		return config.Hook{}, cli.Exit(cli.Failed, fmt.Errorf("there is no hook %s", id), cli.Meant(id, ids, "neverask hooks list shows the IDs"))
	case 1:
		return found[0], nil
	}
	return config.Hook{}, cli.Misuse("write more of it", "%s is the beginning of %d IDs", id, len(found))
}

func hookIDs(_ context.Context, a *cli.App) (found []string) {
	for _, h := range a.Installer.Sources(nil, nil).Hooks() {
		found = append(found, h.ID+"\t"+h.Group.Event+" "+diffview.RedactCommand(h.Handler.Summary()))
	}
	return found
}

func parkCommand(a *cli.App) *cobra.Command {
	group := false
	cmd := hookCommand(a, "park ID", "Take a hook out of its file and keep it",
		"Take a hook out of its file and keep it. neverask hooks unpark restores it.",
		"  neverask hooks park 3f9a2b7c10\n  neverask hooks park 3f9a2b7c10 --group",
		func(h config.Hook) (installer.Plan, error) { return handlers.Park(a.Installer, h, group) })
	cmd.Flags().BoolVar(&group, "group", false, "with the other hooks of its matcher group")
	return cmd
}

func removeCommand(a *cli.App) *cobra.Command {
	return hookCommand(a, "remove ID", "Delete a hook from its file",
		"Delete a hook from its file. neverask undo restores it; to keep it, park it instead.",
		"  neverask hooks remove 3f9a2b7c10",
		func(h config.Hook) (installer.Plan, error) { return handlers.Remove(a.Installer, h) })
}

func unparkCommand(a *cli.App) *cobra.Command {
	var f cli.ChangeFlags
	cmd := &cobra.Command{
		Use:   "unpark [ID]",
		Short: "Restore a parked hook, or list parked hooks",
		Long: `Restore a parked hook where it was, or one that was moved because of a conflict.
Without an ID, list them with their IDs, and those removed by neverask doctor --fix.`,
		Example:           "  neverask hooks unpark\n  neverask hooks unpark k3f9a2b",
		ValidArgsFunction: a.Offer(parkedIDs),
		Args:              cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			parked, err := allParked(a)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return printParked(a, parked, f.JSON)
			}
			found := slices.DeleteFunc(parked, func(p installer.Parked) bool { return !strings.HasPrefix(p.ID(), args[0]) })
			switch {
			case len(found) == 0:
				return cli.Exit(cli.Failed, fmt.Errorf("nothing is parked under %s", args[0]), "neverask hooks unpark lists what is parked")
			case found[0].Move != nil && len(found) > 1 && found[0].ID() != args[0]:
				return cli.Misuse("write more of it", "%s is the beginning of %d IDs", args[0], len(found))
			}
			plan, err := handlers.Unpark(a.Installer, found[0])
			if err != nil {
				return err
			}
			return a.Change(cmd.Context(), plan, nil, f)
		},
	}
	f.Flags(cmd)
	return cmd
}

// allParked are the hooks that are parked, and those that were moved because of a conflict.
func allParked(a *cli.App) ([]installer.Parked, error) {
	parked, err := a.Installer.Parked()
	if err != nil {
		return nil, err
	}
	resolved, err := conflicts.AllResolved(a.Installer)
	for _, r := range resolved {
		if n := len(parked); n == 0 || parked[n-1].ID() != r.ID() { // it lists all that were moved together
			parked = append(parked, r.Parked)
		}
	}
	return parked, err
}

// parkedBy says what took a hook out of its file.
func parkedBy(p installer.Parked) (op, note string) {
	switch {
	case p.Move != nil:
		return "conflict", "  (because of a conflict)"
	case p.Repaired():
		return p.Receipt.Op, "  (taken out by the doctor)"
	}
	return p.Receipt.Op, ""
}

type parkedJSON struct {
	ID      string  `json:"id"`
	Time    string  `json:"time"`
	File    string  `json:"file"`
	Event   string  `json:"event"`
	Matcher *string `json:"matcher,omitempty"`
	Type    string  `json:"type"`
	Command string  `json:"command"`
	By      string  `json:"by"`
}

func printParked(a *cli.App, parked []installer.Parked, asJSON bool) error {
	list := []parkedJSON{}
	for _, p := range parked {
		for _, h := range p.Handlers {
			by, note := parkedBy(p)
			j := parkedJSON{p.ID(), p.Receipt.Time.Format("2006-01-02T15:04:05Z07:00"), p.Receipt.Path, p.Event, p.Matcher, h.Type, parkedName(h), by}
			list = append(list, j)
			if !asJSON {
				a.Line("", "%s  %s  %s  %s  %s%s", j.ID, j.Event, dispatch.Words(p.Matcher), a.Short(j.File), j.Command, note)
			}
		}
	}
	if asJSON {
		return a.WriteJSON(list)
	}
	if len(list) == 0 {
		fmt.Fprintln(a.Stderr, "neverask: nothing is parked")
	}
	return nil
}

// parkedName is what a hook runs, or its text where it does not say.
func parkedName(h config.Handler) string {
	if name := h.Summary(); name != "" {
		return diffview.RedactCommand(name)
	}
	return cli.OneLine(diffview.Redact(h.Raw))
}

// handlerFlags are the members of a hook that can be given on the command line.
type handlerFlags struct {
	matcher, command, status, condition string
	noMatcher, async                    bool
	args                                []string
	timeout                             float64
	handler                             string
}

func (f *handlerFlags) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.matcher, "matcher", "", "what it fires for: a name, a list with |, or a JavaScript regular expression")
	cmd.Flags().StringVar(&f.command, "command", "", "what it runs")
	cmd.Flags().StringArrayVar(&f.args, "arg", nil, "run the command without a shell, with this argument; repeat for more")
	cmd.Flags().Float64Var(&f.timeout, "timeout", 0, "how many seconds it may take")
	cmd.Flags().StringVar(&f.condition, "if", "", "run it only for calls that this permission rule names, such as Bash(git *)")
	cmd.Flags().BoolVar(&f.async, "async", false, "run it in the background, so its output is ignored")
	cmd.Flags().StringVar(&f.status, "status-message", "", "what Claude Code shows while it runs")
}

// check refuses what JSON cannot hold: the hook would run another program, or none.
func (f *handlerFlags) check() error {
	for _, s := range append([]string{f.matcher, f.command, f.condition, f.status}, f.args...) {
		if !utf8.ValidString(s) {
			return cli.Misuse("", "%q is not UTF-8, and JSON cannot hold it", s)
		}
	}
	return nil
}

// members are the members that were given, as JSON text.
func (f *handlerFlags) members(cmd *cobra.Command) map[string]string {
	given := map[string]string{}
	set := func(flag, member, raw string) {
		if cmd.Flags().Changed(flag) {
			given[member] = raw
		}
	}
	text := func(s string) string {
		if s == "" {
			return "" // takes the member away
		}
		return settings.Quote(s)
	}
	set("command", "command", settings.Quote(f.command))
	set("timeout", "timeout", strconv.FormatFloat(f.timeout, 'f', -1, 64))
	set("if", "if", text(f.condition))
	set("status-message", "statusMessage", text(f.status))
	set("async", "async", strconv.FormatBool(f.async))
	var args []string
	for _, arg := range f.args {
		args = append(args, settings.Quote(arg))
	}
	set("arg", "args", "["+strings.Join(args, ",")+"]")
	return given
}

// whole is the handler that the flags make, or that was given as a whole.
func (f *handlerFlags) whole(cmd *cobra.Command) (string, error) {
	if err := f.check(); err != nil {
		return "", err
	}
	members := f.members(cmd)
	switch {
	case f.handler != "" && len(members) > 0:
		return "", cli.Misuse("give the one or the other", "--handler holds the whole handler")
	case f.handler != "":
		return f.handler, nil
	case f.command == "":
		return "", cli.Misuse("see: neverask hooks add --help", "give --command or --handler")
	}
	handler := []string{`"type":"command"`}
	for _, name := range []string{"command", "args", "if", "timeout", "async", "statusMessage"} {
		if value := members[name]; value != "" {
			handler = append(handler, settings.Quote(name)+":"+value)
		}
	}
	return "{" + strings.Join(handler, ",") + "}", nil
}

func editCommand(a *cli.App) *cobra.Command {
	var (
		f   handlerFlags
		cmd *cobra.Command
	)
	cmd = hookCommand(a, "edit ID", "Change a hook",
		`Change a hook. Anything not given stays; an empty --if or --status-message removes
it. A hook that shares its matcher with others gets its own matcher group when its
matcher changes.`,
		"  neverask hooks edit 3f9a2b7c10 --timeout 10\n  neverask hooks edit 3f9a2b7c10 --matcher 'Bash|Edit' --if 'Bash(git *)'",
		func(h config.Hook) (installer.Plan, error) {
			if err := f.check(); err != nil {
				return installer.Plan{}, err
			}
			r := config.Revision{Members: f.members(cmd)}
			switch {
			case f.noMatcher:
				r.Matcher = "null"
			case cmd.Flags().Changed("matcher"):
				r.Matcher = settings.Quote(f.matcher)
			}
			if r.Matcher == "" && len(r.Members) == 0 {
				return installer.Plan{}, cli.Misuse("see: neverask hooks edit --help", "there is nothing to change")
			}
			return handlers.Revise(a.Installer, h, r)
		})
	f.flags(cmd)
	cmd.Flags().BoolVar(&f.noMatcher, "no-matcher", false, "remove the matcher, so it fires for everything")
	cmd.MarkFlagsMutuallyExclusive("matcher", "no-matcher")
	return cmd
}

func addCommand(a *cli.App) *cobra.Command {
	var (
		t     cli.Target
		c     cli.ChangeFlags
		f     handlerFlags
		event string
	)
	cmd := &cobra.Command{
		Use:   "add",
		Short: "Add a hook",
		Long: `Add a hook to a settings file. --handler takes any handler as JSON, for the types
http, mcp_tool, prompt and agent; the other flags make one of type command.`,
		Example: `  neverask hooks add --event PostToolUse --matcher 'Edit|Write' --command 'gofmt -w .'
  neverask hooks add --event Stop --handler '{"type":"prompt","prompt":"Are the tests green?"}'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains(hooks.Events(), hooks.Event(event)) {
				return cli.Misuse("neverask hooks list --events shows them", "--event: Claude Code knows no event %q", event)
			}
			raw, err := f.whole(cmd)
			if err != nil {
				return err
			}
			where, err := a.Target(t)
			if err != nil {
				return err
			}
			matcher := ""
			if cmd.Flags().Changed("matcher") {
				matcher = settings.Quote(f.matcher)
			}
			p, err := handlers.Add(a.Installer, where, event, matcher, raw)
			if err != nil {
				return cli.ManageError(err)
			}
			p.Problems = append(p.Problems, unrunnable(a, where, event, raw)...)
			return a.Change(cmd.Context(), p, nil, c)
		},
	}
	t.Flags(cmd)
	c.Flags(cmd)
	f.flags(cmd)
	cmd.Flags().StringVar(&event, "event", "", "the event that it runs at")
	cmd.Flags().StringVar(&f.handler, "handler", "", "the whole handler as JSON")
	_ = cmd.MarkFlagRequired("event")
	cli.Words(cmd, "event", eventNames()...)
	cli.Words(cmd, "matcher", toolNames()...)
	return cmd
}

func moveCommand(a *cli.App) *cobra.Command {
	to := ""
	cmd := hookCommand(a, "move ID", "Move a hook to another settings file",
		"Move a hook to another settings file. It is added there before it is removed here.",
		"  neverask hooks move 3f9a2b7c10 --to local",
		func(h config.Hook) (installer.Plan, error) {
			scope, err := settings.ParseScope(to)
			if err != nil {
				return installer.Plan{}, err
			}
			return handlers.Move(a.Installer, h, a.Installer.Target(scope, ""))
		})
	cmd.Flags().StringVar(&to, "to", "", "the scope of the file: user, project or local")
	_ = cmd.MarkFlagRequired("to")
	return cmd
}

func showCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Print a hook as JSON",
		Long:    "Print a hook's handler as JSON, exactly as in its file. Nothing is redacted.",
		Example: "  neverask hooks show 3f9a2b7c10",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := findHook(a, args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(a.StdoutJSON(), h.Handler.Raw)
			return err
		},
		ValidArgsFunction: a.Offer(hookIDs),
	}
}

// unrunnable warns of a new hook whose program cannot be run.
func unrunnable(a *cli.App, t installer.Target, event, handler string) []installer.Problem {
	source := config.Source{Kind: config.Kind(t.Scope), File: t.Path, Groups: []config.Group{config.ParseGroup(event, `{"hooks":[`+handler+`]}`)}}
	for _, s := range (doctor.Options{Installer: a.Installer, Env: os.Environ()}).Standings(config.Sources{List: []config.Source{source}}) {
		if s.State == dispatch.Fails {
			return []installer.Problem{{ID: "hook-fails", Severity: "warning", Message: s.Why + ", so the hook would fail every time", Fix: "put the program there first"}}
		}
	}
	return nil
}

func parkedIDs(_ context.Context, a *cli.App) []string {
	parked, err := allParked(a)
	if err != nil {
		return nil
	}
	var values []string
	for _, p := range parked {
		by, _ := parkedBy(p)
		values = append(values, p.ID()+"\t"+by+" "+a.Short(p.Receipt.Path))
	}
	return values
}
