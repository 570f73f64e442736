package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/control"
	hook "neverask/hooks/program"
	"neverask/hooks/rule/question"
	"neverask/tui/prompt"
)

// questions matches the tools that ask the person.
const questions = "^(AskUserQuestion|mcp__.+__AskUserQuestion)$"

// registry makes the run answer like the installed hooks: it runs the same code on the same payloads. Questions that
// they leave open arrive as permission requests.
func (r *headless) registry() (*control.Registry, error) {
	entry := func(e hooks.Event, f control.HookFunc) control.Entry {
		// Like the installed hooks it never keeps a call from running.
		return control.Entry{Event: e, Matcher: questions, Observer: true, Hooks: []control.Hook{f}}
	}
	return control.NewRegistry(control.HookFunc(r.permission),
		entry(hooks.EventPreToolUse, r.preToolUse),
		entry(hooks.EventPostToolUse, r.decide),
		entry(hooks.EventPostToolUseFailure, r.decide),
	)
}

// decide handles a payload as the hook binary would, unless that is installed and handles it.
func (r *headless) decide(_ context.Context, in control.Input, id string) (control.Result, error) {
	if r.installed(in) {
		r.mu.Lock()
		before := r.seen[id]
		r.mu.Unlock()
		if in.Event == hooks.EventPostToolUse && before.Raw.Kind() == hooks.Object {
			if err := hook.Learn(before.Raw.Raw(), in.Raw.Raw(), r.env()); err != nil {
				r.say("neverask: your answer could not be recorded, so Claude will ask you once more: " + err.Error())
			}
		}
		return control.OK(), nil
	}
	out := r.hook(in.Raw.Raw())
	if len(out) == 0 {
		return control.OK(), nil
	}
	v, err := hooks.Parse(out)
	return control.Raw(v), err
}

func (r *headless) hook(payload string) (stdout []byte) {
	var out bytes.Buffer
	hook.Main(nil, strings.NewReader(payload), &out, r.env())
	return out.Bytes()
}

// env returns the environment of a hook as if the client had started it.
func (r *headless) env() hook.Env {
	env := hook.System(r.app.Version)
	env.Paths = r.app.Planner.Paths
	if r.app.InSession() { // where a yes may be the model's
		getenv := env.Getenv
		env.Getenv = func(name string) string {
			if name == "CLAUDE_CODE_SESSION_ATTENDED" {
				return "0"
			}
			return getenv(name)
		}
	}
	env.Exit = func(int) {} // in the hook's place, this process must not exit
	env.Getenv = func(name string) string {
		switch name {
		case "CLAUDE_PROJECT_DIR":
			return r.dir
		case "CLAUDE_CODE_ENTRYPOINT":
			return "cli" // so that only the input tells whether a person answered
		case "CLAUDE_CODE_SESSION_ATTENDED":
			if r.ask == askTTY {
				return "1"
			}
			return "0"
		}
		return r.app.Getenv(name)
	}
	return env
}

// preToolUse decides a question, or parks it.
func (r *headless) preToolUse(ctx context.Context, in control.Input, id string) (control.Result, error) {
	r.mu.Lock()
	r.seen[id] = in
	r.mu.Unlock()
	if in.ToolName != question.Tool || r.ask != askPark {
		return r.decide(ctx, in, id)
	}
	e, err := hook.Explain([]byte(in.Raw.Raw()), "", false, r.app.Planner.Paths, r.env())
	if err != nil || len(e.Asked) == 0 || r.resumed.answers(id, e.Asked) {
		return r.decide(ctx, in, id)
	}
	// Deciding would leave a record, and the rules may change before the run resumes, so nothing is decided now.
	p, err := r.park(in, id, e.Asked)
	switch {
	case err != nil:
		return control.Result{}, err
	case p.ToolUseID != id:
		// Of several calls that are deferred at once the client keeps the last
		// one (Claude Code 2.1.329).
		return control.Deny(askAgain), nil
	}
	return control.Defer("neverask keeps the question as " + p.ID), nil
}

// byPerson returns the input of a question as a dialog would answer it. By the annotations, the log distinguishes it
// from a hook's answer (Claude Code 2.1.329).
func byPerson(call question.Call, given map[string]hooks.Value) hooks.Value {
	var w hooks.Writer
	w.Begin('{')
	w.Name("answers").Begin('{')
	for _, q := range call.Questions {
		if v, ok := given[q.Text]; ok {
			w.RawName(q.RawText()).Value(v)
		}
	}
	w.End('}')
	w.Name("annotations").Begin('{')
	w.End('}')
	w.End('}')
	return w.Finish()
}

// Messages to the model when nobody answers.
const (
	nobodyGrants  = "Claude requested permission to use %s, and nobody is there to grant it. Go on without it, and say what was not done."
	nobodyAnswers = "Nobody is available to answer. Choose the option that is easiest to undo, go on with it, and say at the end which one you chose and why."
	askAgain      = "Another question waits for the user, and only one can wait at a time. Ask this one again when that is answered."
	stopped       = "Nobody is available to answer, so the run ends here."
)

// permission answers a permission request in the place of the client's dialog.
func (r *headless) permission(ctx context.Context, in control.Input, id string) (control.Result, error) {
	if in.ToolName != question.Tool {
		return control.Deny(fmt.Sprintf(nobodyGrants, in.ToolName)), nil
	}
	call, err := question.ParseCall(in.ToolName, in.ToolInput)
	if err != nil {
		return control.Result{}, err
	}
	var asked []string
	for _, q := range call.Questions {
		asked = append(asked, q.Text)
	}
	if r.resumed.answers(id, asked) {
		return control.AllowInput(byPerson(call, r.resumed.given)), nil
	}
	r.unheard(id)
	switch r.ask {
	case askSkip:
		r.declined(id)
		return control.Deny(nobodyAnswers), nil
	case askTTY:
		patch, err := r.askOnTerminal(ctx, call)
		if err == nil {
			return control.AllowInput(patch), nil
		}
		if ctx.Err() != nil {
			return control.Result{}, err
		}
		if errors.Is(err, prompt.ErrInterrupted) {
			_ = r.session.Load().Signal(os.Interrupt)
		}
	}
	r.declined(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, q := range call.Questions {
		r.open = append(r.open, describe(q))
	}
	return control.DenyInterrupt(stopped), nil
}

// askOnTerminal asks all questions of a call.
func (r *headless) askOnTerminal(ctx context.Context, call question.Call) (hooks.Value, error) {
	r.dialog.Lock()
	defer r.dialog.Unlock()
	if ctx.Err() != nil {
		return hooks.Value{}, context.Cause(ctx) // while another dialog was open
	}
	given := map[string]hooks.Value{}
	for _, q := range call.Questions {
		labels, err := r.tty.Choose(ctx, asking(q, true))
		if err != nil {
			return hooks.Value{}, err
		}
		given[q.Text] = answerOf(labels)
	}
	return byPerson(call, given), nil
}

// declined logs that a question was not answered: the client has no event for
// that.
func (r *headless) declined(id string) {
	r.mu.Lock()
	in, ok := r.seen[id]
	r.mu.Unlock()
	if !ok {
		return
	}
	var w hooks.Writer
	w.Begin('{')
	for m := range in.Raw.Members() {
		if m.Name == "hook_event_name" {
			m.Value = hooks.StringOf(string(hooks.EventPostToolUseFailure))
		}
		w.Member(m.Name, m.Value)
	}
	w.Name("error").String(stopped)
	w.Flag("is_interrupt", true)
	w.End('}')
	r.hook(w.Finish().Raw())
}

// left returns what keeps the run from being complete: the open questions that ended it, and the parked calls.
func (r *headless) left(deferred string) (open []string, waiting []parked) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.parked {
		if p.ToolUseID == deferred {
			waiting = append(waiting, p)
			continue
		}
		// Another hook overruled it.
		_ = os.Remove(parkedPath(r.app, p.ID))
	}
	return r.open, waiting
}

// describe writes a question with its options for standard error.
func describe(q question.Question) string {
	var b strings.Builder
	fmt.Fprintf(&b, "question: %s", diffview.Visible(q.Text))
	for i, o := range q.Options {
		fmt.Fprintf(&b, "\n  %d. %s", i+1, diffview.Visible(o.Label))
	}
	return b.String()
}
