package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// QuestionRules returns the question rules of the preferences.
func QuestionRules(a *App) (*question.Compiled, error) {
	rules, err := a.Rulebook().Compile()
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return nil, err
	}
	if err != nil {
		return nil, ExitError(Invalid, fmt.Errorf("%s:%w", a.Planner.Paths.Preferences(), err),
			"correct the file; until then Claude asks every question")
	}
	return rules, nil
}

// RulesError says what to do about a failed edit of the preferences.
func (a *App) RulesError(err error) error {
	var broken *question.SyntaxError
	var pathErr *os.PathError
	var member *strictjson.MemberError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, preferences.ErrNoRule):
		p, _, _ := a.Book().Read()
		tools, _, _ := a.Book().ReadTools()
		lines, _, _ := a.Book().ReadLines()
		ids := slices.Concat(NamesOf(p.Rules, func(r question.Rule) string { return r.ID }),
			NamesOf(tools, func(r toolrule.Rule) string { return r.ID }),
			NamesOf(lines, func(l standinganswer.Line) string { return l.ID }))
		missing := strings.TrimSuffix(err.Error(), ": "+preferences.ErrNoRule.Error())
		return ExitError(Failed, err, Meant(missing, ids, "neverask rules list shows the rules"))
	case errors.As(err, &member) && member.Missing && member.Member == "answer":
		return ExitError(Failed, err, "name the option to choose, such as --answer Yes")
	case errors.As(err, &broken):
		return ExitError(Invalid, err, "correct the file; it was left as it is")
	case errors.As(err, &pathErr):
		return ExitError(Failed, err, "")
	}
	return err
}
