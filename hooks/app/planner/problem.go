package planner

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// A Problem is something that keeps neverask from doing what it should.
type Problem struct {
	ID       string `json:"id"`
	Severity string `json:"severity"` // error, warning or info
	Message  string `json:"message"`
	Fix      string `json:"fix"`
	// Each names the objects, if there are several.
	Each []string `json:"each,omitempty"`
	// Rule is the ID of the rule that it is about, or "".
	Rule string `json:"-"`
	// Where the fault is in the file, or 0.
	Line int `json:"-"`
	Col  int `json:"-"`
}

// DocumentProblems finds what keeps hooks from answering in a settings file.
func DocumentProblems(f settings.File) (found []Problem) {
	for _, r := range config.Rejected(f.Document) {
		severity := "warning"
		if r.Off == config.OffFile || r.Off == config.OffHooks {
			severity = "error"
		}
		found = append(found, Problem{
			ID: "entry-rejected", Severity: severity, Message: fmt.Sprintf("%s:%d:%d: %s: %s",
				f.Path, r.Line, r.Col, r.Msg, r.Off), Fix: r.Hint, Line: r.Line, Col: r.Col,
		})
	}
	if v, ok := f.Document.Get("disableAllHooks"); ok && v.Type == gjson.True {
		found = append(found, Problem{
			ID: "hooks-disabled", Severity: "error",
			Message: f.Path + ": disableAllHooks turns every hook off", Fix: "remove disableAllHooks, or set it to false",
		})
	}
	for _, list := range []string{"ask", "deny"} {
		v, _ := f.Document.Get("permissions", list)
		for _, rule := range v.Array() {
			if rule.String() == question.Tool {
				found = append(found, Problem{ID: "permission-" + list, Severity: "warning",
					Message: fmt.Sprintf("%s: permissions.%s has %s, which overrides any hook", f.Path, list, question.Tool),
					Fix:     "remove it from permissions." + list})
			}
		}
	}
	return found
}

// NotPutBack says that what was moved in a file is not restored.
func NotPutBack(path string, why error) Problem {
	if errors.Is(why, fs.ErrNotExist) {
		return Problem{ID: "not-put-back", Severity: "warning",
			Message: path + " is gone, so its parked hooks are not restored",
			Fix:     "neverask undo --list tells what they were; with the file back, run neverask uninstall again"}
	}
	return Problem{ID: "not-put-back", Severity: "warning",
		Message: fmt.Sprintf("the hooks parked from %s are not restored: %v", path, Located(path, why)),
		Fix:     "correct the file and run neverask uninstall again"}
}
