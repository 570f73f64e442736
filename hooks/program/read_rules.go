package program

import (
	"errors"
	"fmt"
	"io/fs"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
	"neverask/settings/saferead"
)

// maxPreferences is the size of the longest preferences file that is read.
const maxPreferences = 64 << 20

// preferences reads the preferences file every time. Without the file, and while neverask
// is off, there are no rules. within says whether the session is in a directory.
func (h *hook) preferences(within func(dir string) bool) (string, error) {
	if _, is := isOff(h, within); is {
		return "", nil
	}
	return h.writtenPreferences()
}

// writtenPreferences reads the preferences file, even while neverask is off.
func (h *hook) writtenPreferences() (string, error) {
	content, err := saferead.ReadString(h.paths.Preferences(), maxPreferences)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return content, err
}

// questionRules reads the question rules that can match a call, or all, to explain a decision, even while neverask is
// off. Broken ones do nothing; status and doctor say so.
func (h *hook) questionRules(call question.Call, within func(dir string) bool,
	all bool) (rules *question.Compiled, err error) {
	read := func() (string, error) { return h.preferences(within) }
	if all {
		read = h.writtenPreferences
	}
	content, err := read()
	if err != nil {
		return nil, err
	}
	if all {
		rules, _, err = question.Compile([]byte(content))
	} else {
		rules, err = question.CompileFor(content, call)
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%w", h.paths.Preferences(), err)
	}
	return rules, nil
}

// toolRules reads the tool rules for a call's tool, or all, even while neverask is off.
func (h *hook) toolRules(call toolrule.Call, within func(dir string) bool, all bool) (list []toolrule.Rule, err error) {
	read := func() (string, error) { return h.preferences(within) }
	if all {
		read = h.writtenPreferences
	}
	content, err := read()
	if err != nil {
		return nil, err
	}
	if all {
		list, _, err = toolrule.Parse([]byte(content))
	} else {
		list, err = toolrule.ParseFor(content, call.Tool)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", h.paths.Preferences(), err)
	}
	return list, err
}
