package status

import (
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
)

// A Consequence is something that is true after a change was made.
type Consequence struct {
	ID   ConsequenceID
	Text string // a clause without a full stop; names in it are not yet safe to draw
}

// A ConsequenceID identifies the subject of a Consequence, so that a next step can be shown
// beside it.
type ConsequenceID string

const (
	Seen           ConsequenceID = "seen"            // when Claude Code picks up the change
	SwitchedOff    ConsequenceID = "switched-off"    // a setting keeps hooks from running
	NoRules        ConsequenceID = "no-rules"        // the question hooks have no rules
	Suggested      ConsequenceID = "suggested"       // past answers suggest rules
	Contested      ConsequenceID = "contested"       // as NoRules, and third-party hooks answer questions, or stop them
	NotInForce     ConsequenceID = "not-in-force"    // tool rules have no hook
	Unreadable     ConsequenceID = "unreadable"      // tool rules have no hook, as far as the files can be read
	StillInstalled ConsequenceID = "still-installed" // questions are answered by another file's hooks
	AnsweredByThem ConsequenceID = "answered-by"     // third-party hooks answer questions, or stop them
	AskedAgain     ConsequenceID = "asked-again"     // nothing affects questions any more
)

// Consequences returns the consequences of an applied plan, the most important first. It uses the current files, a
// review made after the change, and the number of open suggestions.
func Consequences(in *planner.Planner, p planner.Plan, now conflicts.Review, suggestions int) (all []Consequence) {
	add := func(id ConsequenceID, format string, args ...any) {
		all = append(all, Consequence{id, fmt.Sprintf(format, args...)})
	}
	var answering []string // files with hooks that answer questions here
	rulesRun := false
	var status Status // what is the same for all of them
	checkPreferences(in, &status)
	for _, t := range in.Watched() {
		there := install.WantedIn(in, t)
		if slices.Contains(there, config.QuestionHooks) && (t.Scope != "" || t.Path == p.Path) {
			answering = append(answering, t.Path)
		}
		rulesRun = rulesRun || slices.Contains(there, config.ToolRuleHook)
	}
	what := p.Affected()
	questions, rules := slices.Contains(what, config.QuestionHooks), slices.Contains(what, config.ToolRuleHook)

	if status.ToolRules > 0 && !rulesRun &&
		(rules && p.Op != planner.OpUninstall || p.ChangesFile(in.Paths.Preferences())) {
		if install.Unreadable(in) != nil {
			add(Unreadable, "the tool rules are off: a settings file is broken")
		} else {
			add(NotInForce, "the tool rules are off: their hook is not installed")
		}
	}
	for _, s := range now.Switches {
		if s.Blocks && (questions && len(answering) > 0 || rules && rulesRun) {
			add(SwitchedOff, "%s: %s (%s)", s.Name, s.Effect, s.File)
		}
	}
	kept := map[bool]string{true: ". Your rules are kept"}[!status.noRules || status.ToolRules > 0]
	switch theirs := now.Theirs(len(answering) > 0); {
	case !questions:
	case len(answering) > 0 && status.noRules && theirs != "":
		add(Contested, "no rules yet, and %s", theirs)
	case len(answering) > 0 && status.noRules:
		add(NoRules, "no rules yet, so Claude still asks everything")
	case len(answering) > 0 && !p.Brings(config.QuestionHooks):
		add(StillInstalled, "neverask still answers questions: its hooks are in %s", strings.Join(answering, ", "))
	case len(answering) > 0 && suggestions > 0:
		add(Suggested, "your past answers suggest more rules")
	case len(answering) > 0:
	case theirs != "":
		add(AnsweredByThem, "%s%s", theirs, kept)
	default:
		add(AskedAgain, "Claude Code asks every question again%s", kept)
	}
	if slices.ContainsFunc(p.Parts(), func(part planner.Plan) bool {
		return !part.Empty() && part.Path != in.Paths.Preferences()
	}) {
		seen := "Claude Code picks up the change within seconds, even in running sessions"
		if now.Client.Missing() {
			seen = "Claude Code was not found, so the change takes effect once it is installed"
		}
		add(Seen, "%s", seen)
	}
	return all
}
