package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"neverask/hooks"
	"neverask/hooks/app/trial"
	"neverask/hooks/others/conflict"
	"neverask/hooks/record/answers"
	"neverask/hooks/rule/question"
	"neverask/settings/saferead"
)

// trialRules answer the made-up question of a trial and no other.
const (
	trialRules = `{"version": 1, "rules": [{"id": "trial", "match": {"text": "Does the hook work?"}, "answer": "Yes", "mode": "never-ask"}]}`
	trialCall  = `{"session_id": "neverask-doctor", "transcript_path": "", "cwd": %q, "hook_event_name": "PreToolUse", "tool_name": "AskUserQuestion", "tool_use_id": "trial",
 "tool_input": {"questions": [%s]}}`
	trialQuestion = `{"question": %q, "header": "Trial", "multiSelect": false, "options": [{"label": "Yes", "description": "it does"}, {"label": "No", "description": "it does not"}]}`
	ruled         = "Does the hook work?"
)

// recordAnswer records that the user has just answered the question of the trial's rule.
func recordAnswer(record answers.Record) error {
	v, err := hooks.Parse(fmt.Appendf(nil, trialQuestion, ruled))
	if err != nil {
		return err
	}
	q, err := question.ParseQuestion(v)
	if err != nil {
		return err
	}
	return record.Add(question.PastAnswer{
		At: record.Now(), By: question.AnsweredInCall, Question: q, Labels: []string{"Yes"},
	})
}

// maxBinary is the maximum length of the hook program.
const maxBinary = 1 << 30

// try runs a copy of the installed hook with two made-up questions: one that a rule answers
// and one that none does. They do not use the user's preferences, or leave anything in their
// records.
func (o Options) try(ctx context.Context) []Finding {
	hook := o.Planner.Paths.Hook()
	binary, err := saferead.ReadFile(hook, maxBinary)
	if err != nil {
		return nil // a missing hook is another finding
	}
	failed := func(format string, args ...any) []Finding {
		return []Finding{{ID: "hook-silent", Severity: Error, File: hook,
			Message: fmt.Sprintf(format, args...), Why: "questions are not answered",
			Fix: "run neverask install to restore it"}}
	}
	if !executable(hook) {
		found := failed("it is not executable")
		found[0].Fix = "chmod +x " + quoted(hook)
		return found
	}
	dir, err := os.MkdirTemp("", "neverask-doctor-")
	if err != nil {
		return failed("it could not be tried: %v", err)
	}
	defer os.RemoveAll(dir)
	copied, err := o.copyTo(dir, binary)
	if err != nil {
		return failed("it could not be tried: %v", err)
	}
	env := []string{"HOME=" + dir, "PATH=" + conflict.Variable(o.Env, "PATH"), "CLAUDECODE=1"}
	var took []time.Duration
	for i, text := range []string{ruled, "Is this one left alone?"} {
		ran := trial.Command{Line: copied, Exec: true, Limit: patience}.Run(ctx,
			fmt.Appendf(nil, trialCall, dir, fmt.Sprintf(trialQuestion, text)), env, dir)
		switch out, answered := ran.Stdout, bytes.Contains(ran.Stdout, []byte(`"answers"`)); {
		case strings.Contains(ran.Fault, fs.ErrPermission.Error()):
			return nil // the temporary directory does not allow execution
		case ran.Fault != "":
			return failed("it fails: %s", ran.Fault)
		case ran.Status != 0:
			return failed("it fails: exit status %d", ran.Status)
		case i == 0 && (!answered || !json.Valid(out)):
			return failed("it does not answer a question that a rule answers; it printed %q", out)
		case i == 1 && len(bytes.TrimSpace(out)) > 0:
			return failed("it does not pass through a question that no rule answers; it printed %q", out)
		}
		took = append(took, ran.Took)
	}
	return []Finding{{
		ID: "hook-works", Severity: Info, File: hook, Message: "self-test passed in " + conflict.Took(slices.Min(took)),
		Why: "tried with made-up questions",
	}}
}

// copyTo copies the hook into a directory, with a rule and the recorded answer that the rule
// needs.
func (o Options) copyTo(dir string, binary []byte) (copied string, err error) {
	trial := o.Planner.Paths
	trial.Config, trial.State, trial.Data =
		filepath.Join(dir, "config"), filepath.Join(dir, "state"), filepath.Join(dir, "data")
	pin, pinned, err := trial.Pin()
	if err != nil {
		return "", err
	}
	copied = filepath.Join(filepath.Dir(pin), filepath.Base(o.Planner.Paths.Hook()))
	for path, content := range map[string][]byte{copied: binary, pin: pinned, trial.Preferences(): []byte(trialRules)} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return "", err
		}
		// A file that is open for writing, even in a child being started for something else,
		// cannot be executed.
		syscall.ForkLock.RLock()
		err := os.WriteFile(path, content, 0o700)
		syscall.ForkLock.RUnlock()
		if err != nil {
			return "", err
		}
	}
	return copied, recordAnswer(answers.Record{Dir: trial.Answers(), Now: o.Planner.Now})
}

// patience is how long a trial may take; the client gives the hook the same time.
const patience = 5 * time.Second
