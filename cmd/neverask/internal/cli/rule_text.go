package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/hooks/rule/wording"
)

// RuleText returns a rule on one line, with braces around values that may vary.
func RuleText(r question.Rule) string {
	var match []string
	for _, f := range question.Fields() {
		if v := f.Of(&r); f.Part == strictjson.Matching && v.String() != "" {
			text := v.String()
			if f.Name == "text" {
				text = wording.Braced(text)
			}
			match = append(match, fmt.Sprintf("%s %q", f.Label, text))
		}
	}
	s := fmt.Sprintf("%-18s %-10s %s", r.ID, r.Mode, strings.Join(match, ", "))
	if a := r.Effective(); !a.IsZero() {
		s += " → " + answerText(a)
	}
	return s
}

func answerText(a question.Answer) string {
	switch {
	case a.Word != "":
		return a.Word
	case a.Labels != nil:
		return strings.Join(a.Labels, " + ")
	case a.Text != "":
		return fmt.Sprintf("text %q", a.Text)
	}
	return fmt.Sprintf("%q", a.Label)
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
			NamesOf(tools, func(r toolrule.Rule) string { return r.ID }), NamesOf(lines, func(l standinganswer.Line) string { return l.ID }))
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
