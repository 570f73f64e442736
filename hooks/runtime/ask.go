package runtime

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"neverask/hooks"
	"neverask/hooks/question"
)

// preToolUse answers, rewrites or leaves alone a question that is about to be
// asked.
func (h *hook) preToolUse(p hooks.PreToolUse) (out hooks.Output, after func()) {
	if _, ok := question.IsTool(p.ToolName); !ok {
		return out, nil
	}
	call, err := question.ParseCall(p.ToolName, p.ToolInput)
	if err != nil {
		h.complain(err)
		return out, nil
	}
	lookup, keep, err := h.lookup()
	if err != nil {
		h.complain(err)
		return out, nil
	}
	d := question.Decide(call, lookup, h.situation(p.Base()), nil)
	out, err = preOutput(call, d)
	if err != nil {
		h.complain(err)
		return hooks.Output{}, nil
	}
	return out, keep
}

// preOutput is what carries out a decision.
func preOutput(call question.Call, d question.Decision) (hooks.Output, error) {
	input, err := d.UpdatedInput(call)
	if err != nil {
		return hooks.Output{}, err
	}
	switch d.Outcome {
	case question.OutcomeAnswer:
		return hooks.Output{
			SystemMessage: told(call, d),
			Specific: hooks.PreToolUseOutput{
				Decision: hooks.Allow, UpdatedInput: input, AdditionalContext: disclosed(call, d),
			},
		}, nil
	case question.OutcomePartial:
		return hooks.Output{
			SystemMessage: told(call, d),
			Specific: hooks.PreToolUseOutput{
				Decision: hooks.Ask, UpdatedInput: input, AdditionalContext: disclosed(call, d),
			},
		}, nil
	case question.OutcomePrefer:
		return hooks.Output{Specific: hooks.PreToolUseOutput{UpdatedInput: input}}, nil
	case question.OutcomeDeny:
		return hooks.Output{
			SystemMessage: told(call, d),
			Specific:      hooks.PreToolUseOutput{Decision: hooks.Deny, Reason: disclosed(call, d)},
		}, nil
	}
	return hooks.Output{}, nil
}

// lookup returns the person's rules, and what is to be done about the lookup
// file once the answer is out. No preferences are no rules.
func (h *hook) lookup() (l *question.Lookup, after func(), err error) {
	preferences, err := os.ReadFile(h.paths.Preferences())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if b, err := os.ReadFile(h.paths.Lookup()); err == nil {
		if l, err := question.OpenLookup(b, preferences); err == nil {
			return l, nil, nil
		}
	}
	l, _, err = question.Compile(preferences)
	if err != nil {
		return nil, nil, err
	}
	if len(bytes.TrimSpace(preferences)) == 0 {
		return l, nil, nil
	}
	return l, func() { h.keepLookup(l) }, nil
}

// keepLookup writes the lookup file: whole or not at all, since another hook may
// read it at any time.
func (h *hook) keepLookup(l *question.Lookup) {
	name := h.paths.Lookup()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		h.complain(err)
		return
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		h.complain(err)
		return
	}
	_, err = f.Write(l.Bytes())
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		h.complain(err)
	}
}

// mergeVersion is the first client that lets a PostToolUse hook replace what the
// model reads.
var mergeVersion = [3]int{2, 1, 121}

func (h *hook) situation(c hooks.Common) question.Situation {
	cwd := c.Cwd
	if cwd == "" {
		cwd = h.env.Getenv("CLAUDE_PROJECT_DIR")
	}
	version, ok := clientVersion(h.env.Getenv("AI_AGENT"))
	return question.Situation{
		Within:   question.NewLocation(cwd).Within,
		Tally:    func(string) map[string]int { return nil },
		CanMerge: ok && !older(version, mergeVersion),
	}
}

// clientVersion reads the version from AI_AGENT, as in
// "claude-code_2-1-329_harness".
func clientVersion(agent string) (v [3]int, ok bool) {
	rest, ok := strings.CutPrefix(agent, "claude-code_")
	if !ok {
		return v, false
	}
	rest, _, _ = strings.Cut(rest, "_")
	parts := strings.Split(rest, "-")
	if len(parts) < 3 {
		return v, false
	}
	for i := range v {
		n, err := strconv.Atoi(parts[i])
		if err != nil {
			return v, false
		}
		v[i] = n
	}
	return v, true
}

func older(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}
