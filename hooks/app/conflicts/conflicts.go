package conflicts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// Options controls a review.
type Options struct {
	// Past are past runs of hooks, from transcripts.
	Past []conflict.Observation
	// Timing is how long neverask's own hook takes, if measured.
	Timing conflict.Timing
	Env    []string // the client's
}

// A Review is everything that affects questions where Claude Code is
// started.
type Review struct {
	Client    client.Found // that would start here
	Conflicts []conflict.Conflict
	// Rewriters may overwrite what the user's tool rules change.
	Rewriters []conflict.Rewriter
	// Resolved are the third-party hooks that a resolution keeps from questions.
	Resolved []Resolved
	// Parked are those that ran on questions and that the person has parked.
	Parked []Resolved
	config.Sources
}

// Find examines every source of hooks, and the settings that affect questions without a hook.
// It changes nothing. The only error is the context's.
func Find(ctx context.Context, in *planner.Planner, o Options) (Review, error) {
	site := in.Site()
	sources := config.Find(site)
	owner := in.Owner()
	is := in.Client()
	options := conflict.Options{
		Sources: sources, Tools: config.QuestionTools(site), Ours: owner.Owns,
		Around: in.CommandEnv(o.Env),
		Past:   o.Past, Timing: o.Timing, Tests: conflict.ReadTests(in.Paths.HookTests()), Doubt: is.Version.Doubt(),
	}
	found, err := conflict.Review(ctx, options)
	if err != nil {
		return Review{}, err
	}
	if !installed(sources, owner) {
		for i := range found {
			found[i].Sentence = found[i].BeforeInstall()
		}
	}
	r := Review{is, found, conflict.Rewriters(options, in.NeedsOfRules(nil, owner).Matcher), nil, nil, sources}
	if r.Resolved, err = AllResolved(in); err == nil {
		r.Parked, err = parkedByPerson(in)
	}
	return r, err
}

// installed reports whether the question hooks are among the handlers.
func installed(sources config.Sources, owner config.Owner) bool {
	for h := range sources.Handlers() {
		if owner.Owns(h) && config.InstallableOf(h) == config.QuestionHooks {
			return true
		}
	}
	return false
}

// parkedByPerson returns the hooks that ran on questions and that the person has parked.
func parkedByPerson(in *planner.Planner) (all []Resolved, err error) {
	parked, err := in.Parked()
	for _, p := range parked {
		g := config.Group{Event: p.Event, Matcher: p.Matcher, Handlers: p.Handlers}
		for _, h := range p.Handlers {
			if !p.Repaired() && config.Fires(g, h, question.Tool) {
				all = append(all, Resolved{p, p.Receipt.Path, h, conflict.Park})
			}
		}
	}
	return all, err
}

// Aside counts the hooks that are not in the way, as far as is known; "" if there are none.
func (r Review) Aside() string {
	unclear := len(slices.DeleteFunc(slices.Clone(r.Conflicts), func(c conflict.Conflict) bool { return !c.Unclear() }))
	all := []string{fmt.Sprintf("%d unknown", unclear),
		diffview.Count(len(r.Conflicts)-len(r.Open())-unclear, "hook") + " harmless"}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return strings.HasPrefix(s, "0 ") }), ", ")
}

// Contested says what third-party hooks that are in the way do with questions, or "" if there are none, as Theirs does.
func (r Review) Contested(installed bool) string {
	if len(r.Open()) == 0 {
		return ""
	}
	return r.Theirs(installed)
}

// Theirs says what third-party hooks do with questions, or "" if they leave them alone.
// With installed, neverask answers before hooks at PermissionRequest. Names in
// it are not yet safe to draw.
func (r Review) Theirs(installed bool) string {
	type part struct {
		who        []string
		does, what string
		some       bool // of the questions
	}
	var parts []part
	for _, v := range []struct {
		conflict.Verdict
		does string
	}{{conflict.Denies, "denies"}, {conflict.Defers, "defers"},
		{conflict.Answers, "answers"}, {conflict.Rewrites, "changes"}, {conflict.Unknown, "may answer"}} {
		if v.Verdict == conflict.Answers && len(parts) > 0 {
			break // their effect is certain
		}
		for _, c := range r.Conflicts {
			does, what, some := v.does, "questions", c.LeavesSome()
			switch later := c.Hook.Group.Event == string(hooks.EventPermissionRequest); {
			case c.Verdict != v.Verdict || c.Hook.Handler.Background() || c.Verdict == conflict.Unknown && c.Severity == conflict.Info:
				continue
			case len(parts) > 0 && some:
				what = "of them"
			case len(parts) > 0:
				what = "them"
			case installed && later && c.Verdict != conflict.Rewrites:
				what = "questions that no rule answers"
			}
			if c.Stops() {
				does = "stops Claude at"
			}
			if some {
				what = "some " + what
			}
			if n := len(parts); n == 0 || parts[n-1].does != does || parts[n-1].some != some {
				parts = append(parts, part{does: does, what: what, some: some})
			}
			last := &parts[len(parts)-1]
			last.who = append(last.who, diffview.RedactCommand(c.Hook.Handler.Summary()))
		}
	}
	var all []string
	for _, p := range parts {
		if n := len(p.who) - 1; n > 0 {
			p.who = []string{strings.Join(p.who[:n], ", ") + " and " + p.who[n]}
			p.does = strings.NewReplacer("denies", "deny", "defers", "defer",
				"answers", "answer", "changes", "change", "stops", "stop").Replace(p.does)
		}
		all = append(all, p.who[0]+" "+p.does+" "+p.what)
	}
	return strings.Join(all, ", ")
}

// RewriterProblems warns of third-party hooks that may change the input of the tools that
// rules name.
func RewriterProblems(in *planner.Planner) (problems []planner.Problem) {
	owner := in.Owner()
	for _, r := range conflict.Rewriters(conflict.Options{
		Sources: in.Sources(), Ours: owner.Owns, Around: in.CommandEnv(nil),
	}, in.NeedsOfRules(nil, owner).Matcher) {
		problems = append(problems, planner.Problem{ID: "rules-rewritten", Severity: "warning",
			Message: fmt.Sprintf("%s:%d: %s", r.Hook.Source.File, r.Hook.Handler.Line, r.Sentence()),
			Fix:     "park one of the two, or let the rule ask instead of changing the input"})
	}
	return problems
}

// A Resolved hook is one that neverask has narrowed or parked.
type Resolved struct {
	planner.Parked // to restore it, with the hooks moved together with it
	File           string
	Handler        config.Handler
	Resolution     conflict.Resolution
}

// AllResolved finds in the change log the hooks that resolutions have moved and that have not
// been restored.
func AllResolved(in *planner.Planner) (all []Resolved, err error) {
	history, err := in.Store.History()
	if err != nil {
		return nil, err
	}
	for _, path := range in.FilesIn(history) {
		f, err := in.Store.Load(path)
		if err != nil {
			continue
		}
		groups, err := config.Read(f.Document)
		if err != nil {
			continue
		}
		all = append(all, resolvedHere(path, groups, in.AccountIn(history, path).Moves())...)
	}
	return all, nil
}

// resolvedHere returns the hooks that were moved in a file. There may be thousands, so they
// are looked up rather than searched for.
func resolvedHere(path string, groups []config.Group, moves []planner.Move) (all []Resolved) {
	if len(moves) == 0 {
		return nil
	}
	value := func(event string, h config.Handler) string { return event + "\x00" + settings.Canonical(h.Raw) }
	there, fires := map[string]bool{}, map[string]bool{}
	for _, g := range groups {
		for _, h := range g.Handlers {
			there[value(g.Event, h)] = true
			fires[value(g.Event, h)] = fires[value(g.Event, h)] || config.Fires(g, h, question.Tool)
		}
	}
	for _, m := range moves {
		for _, g := range config.ParkedOrNarrowed(m.Edits, question.Tool) { // one at most
			for _, h := range g.Handlers {
				s := Resolved{planner.Parked{Receipt: m.By, Event: g.Event, Matcher: g.Matcher, Handlers: g.Handlers, Move: &m},
					path, h, conflict.Park}
				switch {
				case fires[value(g.Event, h)]:
					continue
				case there[value(g.Event, h)]:
					s.Resolution, s.Narrowed = conflict.Narrow, true
				}
				all = append(all, s)
			}
		}
	}
	return all
}

// Open returns the conflicts that must be resolved before neverask is installed.
func (r Review) Open() (open []conflict.Conflict) {
	for _, c := range r.Conflicts {
		if c.Severity.Decide() {
			open = append(open, c)
		}
	}
	return open
}
