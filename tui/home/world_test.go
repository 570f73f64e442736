package home

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/rulebook"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/off"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/suggest"
	"neverask/settings/musttest"
	"neverask/tui/change/changetest"
	"neverask/tui/hookstate"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
)

const (
	userFile    = "~/.claude/settings.json"
	preferFile  = "~/.config/neverask/preferences.json"
	guarded     = "{\n  \"model\": \"opus\",\n  \"permissions\": {\n    \"allow\": [\"Bash(npm run test:*)\"]\n  },\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [{ \"type\": \"command\", \"command\": \"~/.claude/guard.sh\" }]\n      }\n    ]\n  }\n}\n"
	contested   = "{\n  \"hooks\": {\n    \"PreToolUse\": [{ \"matcher\": \"AskUserQuestion\", \"hooks\": [{ \"type\": \"http\", \"url\": \"https://hooks.example/ask?token=s3cr3t\" }] }]\n  }\n}\n"
	trailing    = "{\n  \"model\": \"opus\",\n}\n"
	autoAnswer  = "#!/bin/sh\necho '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\",\"updatedInput\":{\"answers\":{\"Which?\":\"A\"}}}}'\n"
	toolRule    = `{"version":1,"toolRules":[{"id":"t","tool":"Bash","act":"ask"}]}`
	answerTests = `{"version":1,"rules":[{"id":"a","match":{"header":"Tests"},"mode":"never-ask","answer":"recommended"}]}`
)

// world has Claude Code, with hooks and past questions.
type world struct {
	*changetest.World
	asked   []transcript.Question
	failing map[string]string // why a hook fails, by command
	watched string            // what Watch saw last
	outside []string          // IDs of rules added outside neverask

	idle      []preferences.Finding
	suggested []suggest.Suggestion
}

func newWorld(t testing.TB) *world { return &world{World: changetest.New(t)} }

func (w *world) Review(ctx context.Context, o conflicts.Options) (conflicts.Review, error) {
	return conflicts.Find(ctx, w.In, o)
}

func (w *world) Uninstall(t planner.Target) (planner.Plan, error) {
	return install.Uninstall(w.In, t)
}

func (w *world) Parked() ([]planner.Parked, error)       { return w.In.Parked() }
func (w *world) Resolved() ([]conflicts.Resolved, error) { return conflicts.AllResolved(w.In) }

func (w *world) Client() client.Found    { return w.In.Client() }
func (w *world) Sources() config.Sources { return w.In.Sources() }

// weeks adds questions of the last four weeks, some of which neverask answered.
func (w *world) weeks(asked, answered int) {
	for i := range asked {
		q := transcript.Question{Text: "Which?", Answer: "A", By: transcript.Person, Wait: 3 * time.Minute, Outcome: transcript.Picked, Time: kittest.Noon.Add(time.Duration(i-asked) * 19 * time.Hour)}
		if i >= asked-answered {
			q.By, q.Wait = transcript.Neverask, 0
		}
		w.asked = append(w.asked, q)
	}
}

func (w *world) Failing(s config.Sources) (all []doctor.Failure) {
	for _, h := range s.Hooks() {
		if why := w.failing[h.Handler.Summary()]; why != "" {
			all = append(all, doctor.Failure{Hook: h, Why: why})
		}
	}
	return all
}

// ExamineFiles looks at the modes of files only: what else it finds is the doctor's to test.
func (w *world) ExamineFiles(s config.Sources) []doctor.Finding {
	found := doctor.Options{Planner: w.In}.ExamineFiles(s)
	return slices.DeleteFunc(found, func(f doctor.Finding) bool { return f.ID != "mode-wide" })
}

func (w *world) Switch(until time.Time) (err error) {
	if until.IsZero() {
		_, err = off.End(w.In.Paths.Off(), "", time.Now())
	} else {
		_, err = off.Begin(w.In.Paths.Off(), off.Period{Since: time.Now(), Until: time.Now().Add(2 * time.Hour)})
	}
	return err
}

func (w *world) GoAway(until time.Time) error {
	return planner.GoAway(w.In, off.Period{Since: w.In.Now(), Until: until})
}

func (w *world) ComeBack() (time.Time, error) {
	p, _, err := planner.ComeBack(w.In)
	return p.Since, err
}

// Watch never waits: the files are checked when a timer ends.
func (w *world) Watch(ctx context.Context, known []planner.OutsideChange) (lost []planner.OutsideChange, changed bool) {
	now := fmt.Sprint(w.Hook, w.Get(userFile), w.Get(preferFile))
	changed, w.watched = w.watched != "" && w.watched != now, now
	for _, t := range w.In.Watched() {
		found, err := w.In.OutsideChanges(ctx, t)
		if err != nil { // in a broken file, no hook is known to be back
			found = slices.DeleteFunc(slices.Clone(known), func(d planner.OutsideChange) bool { return d.Path != t.Path })
		}
		lost = append(lost, slices.DeleteFunc(found, func(d planner.OutsideChange) bool { return !d.Serious() })...)
	}
	return lost, changed
}

func (w *world) Recover(ctx context.Context, lost []planner.OutsideChange) (planner.Plan, error) {
	return changes.PutBackShown(ctx, w.In, lost)
}

func (w *world) Accept(ctx context.Context, lost []planner.OutsideChange) error {
	return changes.AcceptShown(ctx, w.In, lost)
}

// The backend of the rules and questions.

func (w *world) Book() (rulestate.Book, string) {
	return rulebook.Open(w.In).Book(), w.In.Paths.Preferences()
}

func (w *world) LostPreferences() (planner.Problem, bool)   { return status.LostPreferences(w.In) }
func (w *world) ToolActs() map[string]int                   { return nil }
func (w *world) ToolsInstalled() bool                       { return false }
func (w *world) Appeared(context.Context) ([]string, error) { return w.outside, nil }
func (w *world) QuestionLog() string                        { return w.In.Paths.State + "/questions" }

func (w *world) Lint(asked []transcript.Question) ([]preferences.Finding, error) {
	found, err := rulebook.Open(w.In).Lint(asked)
	return append(w.idle, found...), err
}

func (w *world) Asked(context.Context, func(transcript.Progress)) (asked []transcript.Question, changed bool, err error) {
	return append([]transcript.Question{}, w.asked...), true, nil
}

func (w *world) Suggestions([]transcript.Question) ([]suggest.Suggestion, error) {
	return w.suggested, nil
}
func (w *world) Hidden([]transcript.Question) ([]suggest.Suggestion, error) { return nil, nil }
func (w *world) ReadLines() ([]standinganswer.Line, []strictjson.Problem, error) {
	return nil, nil, nil
}
func (w *world) Effects([]transcript.Question) ([]suggest.Effect, error) { return nil, nil }

// install installs neverask into the user's file.
func (w *world) install(what ...config.Installable) {
	p, err := install.Install(w.In, w.Targets()[0], install.Options{What: what})
	if err == nil {
		_, err = w.Apply(context.Background(), p)
	}
	musttest.Do(w.T, err)
	w.Hook.Version, w.Hook.Current = "v0.3.0", true
}

// driver shows the place in a world.
type driver struct {
	*kittest.Driver
	w      *world
	place  *Place
	looked *[]string // the requests for the doctor's page and for past questions
}

// followed is the place, with the messages that the program hands to the rules and questions.
type followed struct {
	*Place
	state  *rulestate.State
	looked *[]string
}

func (f followed) Receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case hookstate.LookMsg:
		*f.looked = append(*f.looked, msg.At)
		return nil
	case rulestate.RuleMsg:
		*f.looked = append(*f.looked, "rule "+msg.Key)
		return nil
	case rulestate.QuestionMsg:
		*f.looked = append(*f.looked, msg.Question.Text)
		return nil
	}
	cmd := f.state.Receive(msg)
	return tea.Batch(cmd, f.Place.Receive(msg))
}

func show(w *world, width, height int) *driver {
	state := rulestate.New(w, false, false)
	p := New(w, state, hookstate.NewInstalls(w), hookstate.NewThirdParty(w), w.Home, w.In.Now)
	looked := new([]string)
	d := &driver{w.Show(followed{p, state, looked}, width, height), w, p, looked}
	d.Run(p.Await())
	return d
}

// overwrite has another program overwrite the file without the hooks.
func (d *driver) overwrite() {
	d.Tick()
	d.w.Put(userFile, "{\n  \"model\": \"sonnet\"\n}\n")
	d.Tick()
}
