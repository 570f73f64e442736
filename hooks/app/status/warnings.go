package status

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"neverask/hooks/app/planner"
	"neverask/hooks/record/answers"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// Warnings lists what the user should know before a plan is applied, whatever it is for: how
// far rules that allow commands go, which rules answer nothing, that the hook binary was
// altered, and that a project's file is really another one.
func Warnings(in *planner.Planner, p planner.Plan) []planner.Problem {
	past := sync.OnceValue(answers.Record{Dir: in.Paths.Answers(), Now: in.Now}.All)
	return slices.Concat(powerless(p, in.Paths.Preferences(), past), altered(in, p), elsewhere(in, p))
}

// elsewhere warns of a project's settings files that a symlink leads out of it: the
// repository's author would choose which file is written.
func elsewhere(in *planner.Planner, p planner.Plan) (found []planner.Problem) {
	for _, part := range p.Parts() {
		shared := part.Path == in.Locations.File(settings.Project) || part.Path == in.Locations.File(settings.Local)
		if part.Empty() || !shared || part.Path == in.Locations.File(settings.User) {
			continue
		}
		project, err := filepath.EvalSymlinks(filepath.Dir(filepath.Dir(part.Path))) // above .claude
		if err == nil && !strings.HasPrefix(part.Plan.Target, project+string(filepath.Separator)) {
			found = append(found, planner.Problem{ID: "leads-out", Severity: "warning",
				Message: part.Path + " leads out of the project: the file that is written is " + part.Plan.Target,
				Fix:     "apply it only if that is the file you mean"})
		}
	}
	return found
}

// altered warns of a hook binary that is not the one that was installed.
func altered(in *planner.Planner, p planner.Plan) []planner.Problem {
	if !p.Changes() && !p.Places() || !in.Binary().State().Altered {
		return nil
	}
	fix := "neverask install replaces it; find out who changed it"
	if p.Places() {
		fix = "applying this replaces it; find out who changed it"
	}
	return []planner.Problem{{
		ID: "hook-altered", Severity: "error",
		Message: in.Paths.Hook() + " is not the binary that neverask installed: its digest differs", Fix: fix,
	}}
}

// ToolActs counts what tool rules did in the last seven days, by rule ID.
func ToolActs(in *planner.Planner) map[string]int {
	acts := map[string]int{}
	for act := range eventlog.OpenRuleActs(in.Paths.ToolRules()).RuleActs(in.Now().AddDate(0, 0, -7)) {
		for _, id := range act.Rules {
			acts[id]++
		}
	}
	return acts
}

// powerless reports rules that are new or changed and whose words concern something irreversible. Their questions,
// which say more, are not read for a plan, and the person's answers on record, past, only for such a rule.
func powerless(p planner.Plan, preferencesFile string, past func() []question.PastAnswer) (found []planner.Problem) {
	for _, part := range p.Parts() {
		if part.Path != preferencesFile {
			continue
		}
		before, _, _ := question.ParsePreferences(part.Before)
		after, _, _ := question.ParsePreferences(part.After)
		for _, r := range after.Rules {
			if slices.ContainsFunc(before.Rules, func(b question.Rule) bool { return reflect.DeepEqual(b, r) }) {
				continue
			}
			if preferences.MadeFromQuestions(r) {
				continue // its questions were judged, which say more than its words
			}
			if preferences.StillAsked(r, nil) != "" && preferences.StillAsked(r, past()) != "" {
				fix := "only a never-ask rule by question, exact text or marker may answer that"
				if r.OneWay = question.OneWayAllow; r.Check() == nil {
					fix = `"oneWay": "allow" (neverask rules edit) lets it answer questions that you have answered this way yourself`
				}
				found = append(found, planner.Problem{ID: "no-effect", Severity: "warning",
					Message: r.HeldUp() + ", so Claude may ask despite the rule", Fix: fix})
			}
		}
	}
	if len(found) > 3 {
		found[2].Message += fmt.Sprintf("; and %d more rules have no effect", len(found)-3)
		found = found[:3]
	}
	return found
}
