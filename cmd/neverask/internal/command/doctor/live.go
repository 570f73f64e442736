package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/live"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
)

// RecordArg is the first argument of a recorder: the program that Claude Code runs in
// place of a handler. It is no flag, so that nobody finds it by accident.
const RecordArg = "record-for-doctor-live"

// Record is the process of a recorder.
func Record(args []string) int {
	if err := live.Record(args, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "neverask:", err)
		return cli.Failed
	}
	return 0
}

// startClient proves which handlers fire, in the Claude Code that the person would start.
func startClient(ctx context.Context, a *cli.App, site cli.SiteFlags, f cli.ChangeFlags) error {
	program, err := exec.LookPath("claude")
	if err != nil {
		return cli.Exit(cli.Failed, errors.New("claude is not in PATH, so the hooks cannot be tried"), "install Claude Code, or add it to PATH; neverask doctor alone needs none")
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	sources := a.Installer.Sources(site.Settings, site.PluginDirs)
	p, err := live.Prepare(live.Options{
		Sources: sources, Around: doctor.Options{Installer: a.Installer}.Around(sources), Client: program, Recorder: []string{self, RecordArg},
		Managed: config.ManagedPlaces(a.Installer.GOOS), Path: a.Getenv("PATH"),
	})
	if err != nil {
		return err
	}
	if !f.Yes || f.DryRun {
		printLivePlan(a, p)
	}
	ok, err := a.Agreed(ctx, cli.Consent{DryRun: f.DryRun, Yes: f.Yes, JSON: f.JSON, Ask: "Start it?", Hint: "look at what would be started above and pass --yes to start it", Done: "started"})
	if err != nil || !ok {
		return err
	}
	r, err := p.Run(ctx)
	switch {
	case err != nil:
		return err
	case f.JSON:
		err = a.WriteJSON(r)
	default:
		printLive(a, r)
	}
	if err == nil && (r.Count(live.Never) > 0 || len(r.Disagreements) > 0) {
		return cli.Exit(cli.Failed, errors.New(""), "")
	}
	return err
}

// printLivePlan shows what would be started, before it is.
func printLivePlan(a *cli.App, p live.Plan) {
	say := func(format string, args ...any) {
		fmt.Fprintln(a.Stderr, diffview.Visible(fmt.Sprintf(format, args...)))
	}
	program := p.Client
	if resolved, err := filepath.EvalSymlinks(program); err == nil {
		program = resolved
	}
	times := "once"
	if n := len(p.Sessions); n > 1 {
		times = diffview.Count(n, "time")
	}
	say("%s is started %s, for at most %s:", a.Short(program), times, conflict.Took(p.Limit))
	say("  with recorders in place of your handlers: none of them is run")
	if p.Isolated {
		say("  without a network: it talks to a scripted model on 127.0.0.1, and nothing else can be reached")
	} else {
		say("  offline: it talks to a scripted model on 127.0.0.1, and has a proxy that does not exist for everything else")
	}
	say("  in a home directory and a project of its own, which are removed afterwards")
	for _, place := range p.Hidden {
		say("  with %s hidden from it", place)
	}
}

func printLive(a *cli.App, r live.Result) {
	fire, never := r.Count(live.Fires), r.Count(live.Never)
	sum := fmt.Sprintf("%s, %d reachable, %d fire, %d never", diffview.Count(len(r.Handlers), "handler"), fire+never, fire, never)
	if n := r.Count(live.NotTried); n > 0 {
		sum += fmt.Sprintf(", %d not tried", n)
	}
	if n := r.Count(live.Off); n > 0 {
		sum += fmt.Sprintf(", %d not used", n)
	}
	a.Line("", "%s", sum)
	a.Line("", "Claude Code %s, %s", r.Version, diffview.Count(len(r.Calls), "call"))
	for _, part := range []struct {
		state live.State
		title string
	}{{live.Never, "Never"}, {live.NotTried, "Not tried"}, {live.Off, "Not used by Claude Code"}} {
		for i, h := range inState(r, part.state) {
			if i == 0 {
				fmt.Fprintf(a.Stdout, "\n%s\n", part.title)
			}
			cli.PrintHook(a, h.Hook)
			a.Line("      ", "→ %s", h.Why)
		}
	}
	for i, d := range r.Disagreements {
		if i == 0 {
			fmt.Fprintln(a.Stdout, "\nNot as neverask says, so neverask hooks runs is wrong about this Claude Code")
		}
		what := "does not run"
		if d.Fires {
			what = "runs"
		}
		a.Line("  ", "at %s Claude Code %s the hook %s", d.What(), what, d.ID)
	}
}

func inState(r live.Result, s live.State) (all []live.Handler) {
	for _, h := range r.Handlers {
		if h.State == s {
			all = append(all, h)
		}
	}
	return all
}
