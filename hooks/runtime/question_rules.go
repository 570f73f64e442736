package runtime

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"neverask/hooks"
	"neverask/hooks/question"
	"neverask/hooks/rawfile"
)

// decide decides a call by the person's rules, which it returns too. The trace
// may be nil.
func (h *hook) decide(call question.Call, at question.Situation, trace *question.Trace) (question.Decision, *question.Lookup, error) {
	name := h.paths.Preferences()
	f, err := rawfile.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		rules, _, _, err := question.Compile(nil, "")
		if err != nil {
			return question.Decision{}, nil, err
		}
		return question.Decide(call, rules, at, trace), rules, nil
	}
	if err != nil {
		return question.Decision{}, nil, err
	}
	defer f.Close()
	stamp := f.Stamp(h.env.Now())
	if rules, ok := h.compiled(f, stamp); ok {
		d := question.Decide(call, rules, at, trace)
		if rules.Err() == nil {
			return d, rules, nil
		}
	}
	rules, compiled, problems, err := compile(f, name, stamp)
	if err != nil {
		return question.Decision{}, nil, err
	}
	h.later(func() {
		for _, p := range problems {
			h.complain(fmt.Errorf("%s:%d:%d: %s", name, p.Line, p.Column, p.Message))
		}
		h.keep(h.paths.Lookup(), compiled)
	})
	if trace != nil {
		trace.Steps = nil // of rules that could not be read
	}
	return question.Decide(call, rules, at, trace), rules, rules.Err()
}

// compiled returns the rules from the lookup file, if it was made from these
// preferences. The file stays open: a rule is read when a question needs it.
func (h *hook) compiled(preferences *rawfile.File, stamp string) (*question.Lookup, bool) {
	f, err := rawfile.Open(h.paths.Lookup())
	if err != nil {
		return nil, false
	}
	h.lookup = f
	size, err1 := f.Size()
	preferencesSize, err2 := preferences.Size()
	if err1 != nil || err2 != nil {
		return nil, false
	}
	rules, err := question.OpenLookup(f, size, question.Source{Content: preferences, Size: preferencesSize, Stamp: stamp})
	if err != nil {
		return nil, false
	}
	if stamp != "" && rules.Stamp() != stamp {
		h.later(h.recompile) // the preferences have settled since
	}
	return rules, true
}

// release closes the lookup file.
func (h *hook) release() {
	if h.lookup != nil {
		h.lookup.Close()
	}
}

// maxPreferences is the longest file of preferences that is read.
const maxPreferences = 64 << 20

// compile reads the preferences themselves.
func compile(f *rawfile.File, name, stamp string) (*question.Lookup, []byte, []question.Problem, error) {
	preferences, err := f.ReadAll(maxPreferences)
	if err != nil {
		return nil, nil, nil, err
	}
	rules, compiled, problems, err := question.Compile(preferences, stamp)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s:%w", name, err)
	}
	return rules, compiled, problems, nil
}

// recompile makes the lookup file anew. Whatever goes wrong will be met, and
// complained of, by the next question.
func (h *hook) recompile() {
	name := h.paths.Preferences()
	f, err := rawfile.Open(name)
	if err != nil {
		return
	}
	defer f.Close()
	if _, compiled, _, err := compile(f, name, f.Stamp(h.env.Now())); err == nil {
		h.keep(h.paths.Lookup(), compiled)
	}
}

// keep writes a file of compiled rules: whole or not at all, since another hook may
// read it at any time.
func (h *hook) keep(name string, lookup []byte) {
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = rawfile.Replace(name, lookup)
	}
	if err != nil {
		h.complain(err)
	}
}

// situation is what a decision on this call depends on.
func (h *hook) situation(p hooks.ToolCall) question.Situation {
	return question.Situation{
		Within:   question.NewLocation(h.project(p.Common)).Within,
		Tally:    h.tally().Count,
		Seen:     h.evidence().Of,
		Proposal: proposals(),
		CanMerge: func() bool { return h.canMerge(p) },
	}
}

// proposals reads what projects propose, each once for a call. What cannot be
// read is as good as withdrawn; neverask status tells.
func proposals() func(project string) []byte {
	read := map[string][]byte{}
	return func(project string) []byte {
		content, ok := read[project]
		if !ok {
			content, _ = question.ReadProposal(project)
			read[project] = content
		}
		return content
	}
}

// canMerge reports whether a part of the call can be answered: the result must be
// known again when it comes, and its client let a hook replace what the model
// reads. In the mode "dontAsk" an "ask" would bring up a dialog that the person
// has ruled out (Claude Code 2.1.329).
func (h *hook) canMerge(p hooks.ToolCall) bool {
	return p.SessionID != "" && p.ToolUseID != "" && p.PermissionMode != "dontAsk" && replacesResults(p.Common)
}

// project is the directory that the session works in.
func (h *hook) project(c hooks.Common) string {
	if c.Cwd != "" {
		return c.Cwd
	}
	return h.env.Getenv("CLAUDE_PROJECT_DIR")
}
