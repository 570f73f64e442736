package rulebook

import (
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
)

// ReadLines reads the standing answers, and the problems of invalid ones.
func (r *Rulebook) ReadLines() ([]standinganswer.Line, []strictjson.Problem, error) {
	return r.Book().ReadLines()
}

// AddLine plans to add a standing answer, with the resulting changes of entries in settings
// files.
func (r *Rulebook) AddLine(l standinganswer.Line) (planner.Plan, error) {
	return install.Rules(r.in, "rules add", r.Book().AddLine(&l, preferences.BySuggestion))
}

// ChangeLine plans to reword a standing answer.
func (r *Rulebook) ChangeLine(id, text string) (planner.Plan, error) {
	return install.Rules(r.in, "rules set",
		r.Book().ChangeLine(id, func(l standinganswer.Line) (standinganswer.Line, error) {
			l.Text = text
			return l, nil
		}))
}
