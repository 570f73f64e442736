package cli

import (
	"os"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/install"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
)

// Inactive says why one of neverask's hooks does nothing here, and which command helps; it is zero for a hook that acts.
type Inactive struct{ Why, Next string }

// Installs is the command that installs the hooks, and Examines the one that says what is wrong with a file.
const Installs, Examines = "neverask install", "neverask doctor"

// unableNext is the command for a hook that is installed and cannot act.
const unableNext = "neverask status"

// InactiveHooks judges the hooks that rules need: whether they are installed, and whether they can act, see
// [status.Unable].
func InactiveHooks(a *App, sources config.Sources) map[config.Installable]Inactive {
	all := map[config.Installable]Inactive{}
	states := doctor.Options{Planner: a.Planner, Env: os.Environ()}.Standings(sources)
	unable := status.Unable(a.Planner, sources, states)
	broken := install.Unreadable(a.Planner)
	for what, missing := range map[config.Installable]string{
		config.QuestionHooks: "neverask's hooks are not installed", config.ToolRuleHook: "their hook is not installed",
	} {
		switch {
		case unable[what] != "":
			all[what] = Inactive{a.Short(unable[what]), unableNext}
		case install.Anywhere(a.Planner, what):
		case broken != nil:
			all[what] = Inactive{a.Short(broken.Error()), Examines}
		default:
			all[what] = Inactive{missing, Installs}
		}
	}
	return all
}

// Kinds says of which kinds there are rules.
type Kinds struct{ Questions, Tell, Tools bool }

// IdleRules is the documented shape of why rules do nothing.
type IdleRules struct {
	Questions string `json:"questionHooks,omitempty"` // why no question rule answers, and Claude is told nothing
	Tools     string `json:"toolRuleHook,omitempty"`  // why no tool rule acts

	hints []idleHint
}

type idleHint struct{ text, next string }

// KindsOf reads of which kinds there are rules; what cannot be read has none.
func KindsOf(a *App) Kinds {
	questions, _, _ := a.Book().Read()
	tools, _, _ := a.Book().ReadTools()
	lines, _, _ := a.Book().ReadLines()
	return Kinds{len(questions.Rules) > 0, len(lines) > 0, len(tools) > 0}
}

// Idle says why rules of these kinds do nothing; nil if all of them act.
func Idle(a *App, k Kinds, sources config.Sources) *IdleRules {
	if k == (Kinds{}) {
		return nil
	}
	var r IdleRules
	all := InactiveHooks(a, sources)
	why := all[config.QuestionHooks]
	if why.Next == unableNext { // of questions alone: Claude may be told something at the start of a session
		k.Tell = false
	}
	if why.Why != "" && (k.Questions || k.Tell) {
		text := "no rule answers a question, and Claude is told nothing"
		switch {
		case !k.Tell:
			text = "no rule answers a question"
		case !k.Questions:
			text = "Claude is told nothing"
		}
		r.Questions, r.hints = why.Why, append(r.hints, idleHint{text + ": " + why.Why, why.Next})
	}
	if why := all[config.ToolRuleHook]; why.Why != "" && k.Tools {
		r.Tools, r.hints = why.Why, append(r.hints, idleHint{"the tool rules are off: " + why.Why, why.Next})
	}
	if r.hints == nil {
		return nil
	}
	return &r
}

// Texts says which rules do nothing, and why.
func (r *IdleRules) Texts() (all []string) {
	if r != nil {
		for _, h := range r.hints {
			all = append(all, h.text)
		}
	}
	return all
}

// Hint says it with what helps.
func (r *IdleRules) Hint(a *App) {
	if r != nil {
		for _, h := range r.hints {
			a.Note("hint", h.text+": "+h.next)
		}
	}
}
