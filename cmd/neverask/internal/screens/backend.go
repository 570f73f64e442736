package screens

import (
	"context"
	"os"
	"sync"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/rulebook"
	"neverask/hooks/app/status"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/off"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/settings"
	"neverask/settings/saferead"
	"neverask/tui"
	"neverask/tui/rulestate"
)

// backend implements the screens' use cases on the person's own files.
type backend struct {
	*planner.Planner
	plans
	*pastquestions.Past
	*rulebook.Rulebook
	*changes.Files
	targets []planner.Target
	// one allows one reading of all hooks at a time: each needs as much memory as all of them.
	one *sync.Mutex
}

// Backend returns the screens' backend for settings files, the preferred one first.
func Backend(in *planner.Planner, targets []planner.Target) tui.Backend {
	return backend{in, plans{in}, pastquestions.Open(in), rulebook.Open(in),
		changes.NewFiles(in, targets), targets, new(sync.Mutex)}
}

func (b backend) Targets() []planner.Target { return b.targets }

// Review adds evidence from transcripts. Missing transcripts are no error.
func (b backend) Review(ctx context.Context, o conflicts.Options) (conflicts.Review, error) {
	o.Past, o.Timing, _ = b.Hooks(ctx)
	if ctx.Err() != nil {
		return conflicts.Review{}, ctx.Err()
	}
	b.one.Lock()
	defer b.one.Unlock()
	if ctx.Err() != nil {
		return conflicts.Review{}, ctx.Err()
	}
	o.Env = os.Environ()
	return conflicts.Find(ctx, b.Planner, o)
}

// PrepareTest plans to run a hook once with a made-up question.
func (b backend) PrepareTest(h config.Hook) (trial.Plan, error) {
	return trial.Prepare(context.Background(), trial.At(b.Planner, os.Environ()), h, trial.Input{Question: true})
}

// RunTest runs the hook, and keeps the result.
func (b backend) RunTest(ctx context.Context, p trial.Plan) error {
	_, err := p.Run(ctx)
	return err
}

func (b backend) PrepareHook(h config.Hook) (trial.Plan, error) {
	return trial.Prepare(context.Background(), trial.At(b.Planner, os.Environ()), h, trial.Input{})
}

func (b backend) RunHook(ctx context.Context, p trial.Plan) (trial.Result, error) { return p.Run(ctx) }

func (b backend) Resolved() ([]conflicts.Resolved, error) { return conflicts.AllResolved(b.Planner) }

// Consequences examines third-party hooks again, with evidence from transcripts.
func (b backend) Consequences(ctx context.Context, p planner.Plan, suggestions int) []status.Consequence {
	now, err := b.Review(ctx, conflicts.Options{})
	if err != nil {
		return nil
	}
	return status.Consequences(b.Planner, p, now, suggestions)
}

// Examine examines everything, and transcripts if they can be read.
func (b backend) Examine(ctx context.Context) ([]doctor.Finding, error) {
	o := doctor.Options{Planner: b.Planner, Env: os.Environ(), Try: true}
	o.Asked, o.Stats = b.Everything(ctx)
	b.one.Lock()
	defer b.one.Unlock()
	found := doctor.Examine(ctx, o)
	return found, ctx.Err()
}

func (b backend) Repair(f doctor.Finding) (planner.Plan, error) { return f.Plan() }

func (b backend) Sources() config.Sources {
	b.one.Lock()
	defer b.one.Unlock()
	return b.Planner.Sources()
}

func (b backend) Failing(s config.Sources) []doctor.Failure {
	b.one.Lock()
	defer b.one.Unlock()
	return doctor.Options{Planner: b.Planner, Env: os.Environ()}.Failing(s)
}

func (b backend) Unable() map[config.Installable]string {
	b.one.Lock()
	defer b.one.Unlock()
	sources := b.Planner.Sources()
	return status.Unable(b.Planner, sources, doctor.Options{Planner: b.Planner, Env: os.Environ()}.Standings(sources))
}

func (b backend) ExamineFiles(s config.Sources) []doctor.Finding {
	b.one.Lock()
	defer b.one.Unlock()
	return doctor.Options{Planner: b.Planner, Env: os.Environ()}.ExamineFiles(s)
}

func (b backend) Standings(s config.Sources) []dispatch.HookState {
	b.one.Lock()
	defer b.one.Unlock()
	return doctor.Options{Planner: b.Planner, Env: os.Environ()}.Standings(s)
}

func (b backend) Switch(until time.Time) (err error) {
	if until.IsZero() {
		_, err = planner.SwitchOn(b.Planner, "")
	} else {
		_, err = planner.SwitchOff(b.Planner, off.Period{Since: time.Now(), Until: until})
	}
	return err
}

func (b backend) GoAway(until time.Time) error {
	return planner.GoAway(b.Planner, off.Period{Since: time.Now(), Until: until})
}

func (b backend) ComeBack() (time.Time, error) {
	p, _, err := planner.ComeBack(b.Planner)
	return p.Since, err
}

func (b backend) Book() (rulestate.Book, string) { return b.Rulebook.Book(), b.Paths.Preferences() }

func (b backend) Activity(want activity.Filter) *activity.Reader {
	return activity.Open(eventlog.OpenActivity(b.Paths.Activity()), want)
}

func (b backend) Recover(ctx context.Context, lost []planner.OutsideChange) (planner.Plan, error) {
	return changes.PutBackShown(ctx, b.Planner, lost)
}

func (b backend) Accept(ctx context.Context, lost []planner.OutsideChange) error {
	return changes.AcceptShown(ctx, b.Planner, lost)
}

func (b backend) Last() (settings.Receipt, error)      { return b.Store.Last() }
func (b backend) MadeHere(r settings.Receipt) bool     { return b.Store.MadeHere(r) }
func (b backend) History() ([]settings.Receipt, error) { return b.Store.History() }
func (b backend) Stamp(path string) saferead.Stamp     { return saferead.StampOf(path) }
func (b backend) ReadFile(path string) ([]byte, error) {
	return saferead.ReadFile(path, settings.MaxSize)
}

func (b backend) Records(want func(settings.Receipt) bool) ([]settings.Record, error) {
	return b.Store.Records(want)
}

func (b backend) Contents(r settings.Receipt) (before, after []byte, ok bool) {
	return b.Store.Contents(r)
}
