package hooklist

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// A test is the page of a hook that runs once, and then of the result. It is not the test of a
// conflict, whose input is a question and whose result is kept.
type test struct {
	home   string
	plan   trial.Plan
	stop   context.CancelFunc
	work   *kit.Work
	result *trial.Result // nil while it runs
}

type (
	testPreparedMsg struct {
		known      *known
		generation int
		plan       trial.Plan
		err        error
	}
	testedMsg struct {
		test   *test
		result trial.Result
		err    error
	}
)

// testing returns the key that tests a hook, or its conflict if it has one. What the hook does may be a change.
func (k *known) testing(e *entry) (b kit.Binding, ok bool) {
	about := "test the hook: run it once to see what it does; asks first"
	if c, there := k.conflict(e); there && c.Testable() {
		return kit.Bind("test…", func(m *kit.Model) tea.Cmd { return m.Send(hookstate.TestMsg{Conflict: c.ID}) },
			"t").Means(about).Writing(), true
	}
	if e.parked != nil || e.Handler.Type != "command" || e.Handler.Command == "" || k.installs.Ours(e.Handler) {
		return b, false
	}
	return kit.Bind("test…", k.prepareTest(e.Hook), "t").Means(about).Writing(), true
}

// prepareTest plans to run a hook, and then asks whether to.
func (k *known) prepareTest(h config.Hook) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		generation := m.Generation
		m.Say("looking for a call that the hook runs for …")
		return func() tea.Msg {
			p, err := k.backend.PrepareHook(h)
			return testPreparedMsg{k, generation, p, err}
		}
	}
}

// Take asks whether to run the hook.
func (msg testPreparedMsg) Take(m *kit.Model) tea.Cmd {
	switch {
	case msg.generation != m.Generation || m.Busy():
	case msg.err != nil:
		m.Say("✗ the hook cannot be tested: " + kit.Clean(m.Home, msg.err.Error()))
	default:
		m.Say("")
		hookstate.Consent(m, msg.plan, told(m.Home, msg.plan.Call), func(m *kit.Model) tea.Cmd {
			return msg.known.runTest(m, msg.plan)
		})
	}
	return nil
}

// told describes the call that is the hook's input.
func told(home string, c trial.Call) string {
	words := c.Name()
	if c.Origin == trial.Past {
		words += ", your call of " + kit.Moment(*c.Time)
	}
	payload, err := hooks.Parse([]byte(c.Payload))
	if input := payload.Get("tool_input").Raw(); err == nil && input != "" {
		words += ": " + kit.Fit(diffview.Visible(diffview.Redact(input)), 200)
	}
	return kit.Clean(home, words)
}

// runTest runs a hook, and shows the page of the test.
func (k *known) runTest(m *kit.Model, p trial.Plan) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	t := &test{home: k.home, plan: p, stop: stop}
	t.work = &kit.Work{Until: "the test finishes", Stop: stop}
	m.Hold(t.work)
	m.Push(t)
	backend := k.backend
	return func() tea.Msg {
		defer stop()
		r, err := backend.RunHook(ctx, p)
		return testedMsg{t, r, err}
	}
}

// Take shows the result of the test.
func (msg testedMsg) Take(m *kit.Model) tea.Cmd {
	if m.Release(msg.test.work, nil) {
		return m.Quit()
	}
	switch {
	case errors.Is(msg.err, context.Canceled):
		m.Close(msg.test)
		m.Say("the test was stopped")
	case msg.err != nil:
		m.Close(msg.test)
		m.Say("✗ the test failed: " + kit.Clean(m.Home, msg.err.Error()))
	default:
		r := msg.result.Redacted()
		msg.test.result = &r
	}
	return nil
}

// Crumb names the page.
func (*test) Crumb() string { return "Test" }

// Page draws the layer.
func (t *test) Page(width, height int, st *kit.Styles) kit.Page {
	if t.result == nil {
		return kit.Lines(append(kit.Spaced(height, ""),
			kit.Indented("running it, for at most "+hookstate.TestLimit(t.plan)+" …", 2, width)...))
	}
	r := t.result
	all := append(kit.Spaced(height, ""),
		kit.Styled(kit.Indented(kit.Capital(kit.Clean(t.home, r.Effect)), 1, kit.Prose(width)), st.Strong)...)
	add := func(label, text string) {
		for i, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
			if text != "" {
				all = append(all, kit.Labelled(map[bool]string{true: label}[i == 0], kit.Clean(t.home, l), width, st)...)
			}
		}
	}
	for _, note := range append(r.Notes, r.Doubt) {
		add("note", note)
	}
	ended := fmt.Sprintf("exit code %d", r.Exit)
	if r.Exit < 0 {
		ended = "no exit code"
	}
	add("ended", ended+", after "+conflict.Took(time.Duration(r.TookMS*float64(time.Millisecond))))
	add("input", told(t.home, r.Call))
	add("command", r.Command)
	add("stdout", clip(r.Stdout))
	add("stderr", clip(r.Stderr))
	return kit.Lines(all)
}

// Bindings returns its keys.
func (t *test) Bindings() []kit.Binding {
	if t.result == nil {
		return []kit.Binding{kit.Bind("stop the test", func(*kit.Model) tea.Cmd { t.stop(); return nil }, "esc")}
	}
	return []kit.Binding{kit.Bind("back", (*kit.Model).Back, "esc", "enter").Means("back, as does enter")}
}

// clip returns what a hook printed, truncated if long.
func clip(text string) string {
	const most = 4000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
