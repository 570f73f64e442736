package trial

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"

	"neverask/hooks"
	"neverask/hooks/others/conflict"
	"neverask/hooks/redact"
)

// A Result is the result of a trial.
type Result struct {
	Plan
	Exit   int     `json:"exit"` // -1 when it was ended or could not be started
	TookMS float64 `json:"tookMs"`
	Stdout string  `json:"stdout"`
	Stderr string  `json:"stderr"`
	Reading
}

// Run runs the handler as planned, and records its reaction to a made-up question. An error
// says that it was not run, that it did not finish because ctx ended, or that the result could
// not be stored.
func (p Plan) Run(ctx context.Context) (Result, error) {
	env := p.env
	if takesEnv(p.Call.Event) {
		dir, err := os.MkdirTemp("", "neverask-test-")
		if err != nil {
			return Result{}, err
		}
		defer os.RemoveAll(dir)
		env = append(slices.Clone(env), "CLAUDE_ENV_FILE="+filepath.Join(dir, "env.sh"))
	}
	out := p.command.Run(ctx, append(slices.Clone(p.Call.Payload), '\n'), env, p.Dir)
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	r := Result{
		Plan: p, Exit: out.Status, TookMS: float64(out.Took) / float64(time.Millisecond),
		Stdout: string(out.Stdout), Stderr: string(out.Stderr),
		Reading: Read(p.handler, p.Call.Event, p.Call.Value, p.command.Limit, out),
	}
	if p.keep != "" {
		test := p.test
		test.At, test.Took, test.Effect = p.now(), out.Took, conflict.EffectOf(p.Call.Event, out.Exit, out.Fault)
		return r, test.Keep(p.keep)
	}
	return r, nil
}

// takesEnv reports whether an event's hooks get a file for variables (Claude Code 2.1.329).
func takesEnv(e hooks.Event) bool {
	switch e {
	case hooks.EventSessionStart, hooks.EventSetup, hooks.EventCwdChanged, hooks.EventFileChanged:
		return true
	}
	return false
}

// Redacted returns the result without secrets in the command, the call, and the handler's
// output.
func (r Result) Redacted() Result {
	for _, text := range []*string{&r.Command, &r.Stdout, &r.Stderr, &r.Effect} {
		*text = redact.Command(*text)
	}
	r.Call.Payload = json.RawMessage(redact.JSON(string(r.Call.Payload)))
	return r
}
