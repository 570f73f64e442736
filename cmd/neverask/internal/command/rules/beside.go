package rules

import (
	"context"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

// besideText names a rule for the same questions as r, and says what comes of both; "" if there is none.
func besideText(a *cli.App, r question.Rule) (text, id string) {
	p, _, err := a.Book().Read()
	if err != nil {
		return "", "" // reported elsewhere
	}
	other, how := preferences.Beside(r, p.Rules)
	if how == "" {
		return "", ""
	}
	return how + ": " + cli.OneLine(cli.RuleText(other)), other.ID
}

// besideRules returns the findings to print beside rules, by ID, except that a rule matches no past question, which
// may be fine.
func besideRules(ctx context.Context, a *cli.App, r rulesJSON) (map[string]string, error) {
	beside := map[string]string{}
	if len(r.Rules) == 0 {
		return beside, nil
	}
	all, err := findings(ctx, a)
	for _, f := range all {
		switch {
		case f.Kind == preferences.Unmatched || f.Kind == preferences.Broken:
		case f.Other != "":
			beside[f.Rule] += "  (" + f.Kind + ": " + f.Message + ")"
		case f.Kind == preferences.OneWay:
			beside[f.Rule] += "  (no effect: " + f.Message + ")"
		default:
			beside[f.Rule] += "  (" + f.Message + ")"
		}
	}
	return beside, err
}
