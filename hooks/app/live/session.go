package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/offline"
	"neverask/hooks/control"
)

// onePrompt is how long the answer to one prompt may take.
const onePrompt = 30 * time.Second

// Run starts the sessions, and says what they have shown. When it returns, nothing runs
// any more, and nothing is left.
func (p Plan) Run(ctx context.Context) (result Result, err error) {
	limited, cancel := context.WithTimeout(ctx, p.Limit)
	defer cancel()
	root, err := os.MkdirTemp(p.Temp, "neverask-live-")
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return Result{}, err
	}
	p.Handlers, p.calls = slices.Clone(p.Handlers), slices.Clone(p.calls)
	r := run{Plan: p}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.open(root); err != nil {
		return Result{}, err
	}
	for i, args := range p.Sessions {
		prompts := []string{"Say hello."}
		if i == 0 {
			prompts = p.prompts()
		}
		if err := r.session(limited, args, prompts); err != nil {
			if ctx.Err() == nil && limited.Err() != nil {
				err = fmt.Errorf("Claude Code took more than %v, so nothing is known", p.Limit) //nolint:staticcheck // it begins with a name
			}
			return Result{}, err
		}
	}
	// What a session left behind may still record.
	if err := r.close(); err != nil {
		return Result{}, err
	}
	return r.judge()
}

// run is a plan that is carried out.
type run struct {
	Plan
	place   offline.Place
	network *offline.Network
	model   *offline.Model
	args    []string
	version string
	// requests are what the model was asked.
	requests []offline.Request
}

// open makes everything that the sessions need.
func (r *run) open(root string) (err error) {
	if r.Isolated {
		r.network, err = offline.Isolate(r.Hidden...)
	} else {
		r.network, err = offline.Share()
	}
	if err != nil {
		return err
	}
	main := func(req offline.Request) bool { return strings.Contains(req.Text(), mainPrompt) }
	r.model = offline.NewModel(r.network, main, r.made.serveMCP)
	if r.place, err = offline.Furnish(root); err != nil {
		return err
	}
	if r.args, err = r.furnish(r.place, r.network.URL()); err != nil {
		return err
	}
	for i, c := range r.calls {
		dir := strings.Trim(hooks.StringOf(r.place.Project).Raw(), `"`)
		r.calls[i].input = strings.ReplaceAll(c.input, "DIR", dir)
		r.model.Add(offline.ToolUse(c.tool, json.RawMessage(r.calls[i].input)))
	}
	if r.wants(hooks.EventStopFailure) {
		r.model.Add(offline.Refuse())
	}
	return nil
}

// close ends what still runs; it may be called twice.
func (r *run) close() (err error) {
	if r.network != nil {
		err = r.network.Close()
	}
	if r.model != nil {
		r.requests, _ = r.model.Seen()
		r.model.Close()
	}
	r.network, r.model = nil, nil
	return err
}

// session runs the client until it has answered the prompts.
func (r *run) session(ctx context.Context, args, prompts []string) error {
	registry, err := control.NewRegistry(control.HookFunc(r.permit))
	if err != nil {
		return err
	}
	more := map[string]string{}
	if r.Path != "" {
		more["PATH"] = r.Path
	}
	s, err := control.Start(ctx, control.Options{
		Client: []string{r.Client}, Args: slices.Concat(r.args, args), Dir: r.place.Project, Env: r.place.Environ(r.network, more), Registry: registry,
		Start: func(cmd *exec.Cmd) error { return r.network.Start(cmd) }, Grace: time.Second, BackgroundWait: onePrompt,
	})
	if err != nil {
		return err
	}
	defer s.Close()
	r.version = s.Info.Get("claude_code_version").String()
	for _, prompt := range prompts {
		if err := s.Prompt(prompt); err != nil {
			return err
		}
		if err := answered(ctx, s); err != nil {
			return err
		}
	}
	s.Wait()
	return ctx.Err()
}

// answered waits for the result of a prompt. A prompt that has none is passed over.
func answered(ctx context.Context, s *control.Session) error {
	limited, cancel := context.WithTimeout(ctx, onePrompt)
	defer cancel()
	for {
		m, err := s.Receive(limited)
		switch {
		case err == nil && m.Type != "result":
			continue
		case err != nil && (ctx.Err() != nil || limited.Err() == nil):
			return err
		}
		return nil
	}
}

// permit lets the calls run that were made up, and no others; those that go to the
// network only where there is none.
func (r *run) permit(_ context.Context, in control.Input, _ string) (control.Result, error) {
	web := in.ToolName == "WebFetch" || in.ToolName == "WebSearch"
	wanted := slices.ContainsFunc(r.calls, func(c toolCall) bool {
		v, err := hooks.Parse(c.input)
		return err == nil && c.tool == in.ToolName && !c.refused && v.Get("command").String() == in.ToolInput.Get("command").String()
	})
	switch {
	case !wanted || web && !r.Isolated:
		return control.Deny("not one of the calls of neverask"), nil
	case in.ToolName == "AskUserQuestion":
		answers, err := hooks.Parse(`{"answers":{"Which color should the button have?":"Green"}}`)
		return control.AllowInput(answers), err
	}
	return control.Allow(), nil
}
