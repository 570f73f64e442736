package command

import (
	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
	"neverask/hooks/rule/suggest"
)

// statusJSON is the documented shape of status --json.
type statusJSON struct {
	Installed *bool               `json:"installed"` // nil for unknown
	Scope     string              `json:"scope"`
	Path      string              `json:"path"`
	Hook      planner.BinaryState `json:"hook"`
	Client    cli.ClientJSON      `json:"client"`
	Events    []string            `json:"events"`
	Questions status.Presence     `json:"questionHooks"`
	Tools     status.Presence     `json:"toolRuleHook"`
	Recording status.Presence     `json:"activityRecording"`
	Rules     *int                `json:"rules"` // nil for unknown
	ToolRules *int                `json:"toolRules"`
	Tell      suggest.Totals      `json:"tell"`
	Foreign   []cli.ForeignJSON   `json:"foreign"`
	Conflicts conflictCounts      `json:"conflicts"`
	Week      transcript.Counts   `json:"weeks"`
	Appeared  []string            `json:"appeared"`
	Lost      []cli.OutsideJSON   `json:"lost"`
	Failing   []failingJSON       `json:"failing"`
	Problems  []planner.Problem   `json:"problems"`
}

// presence returns the state of an installable, "unknown" for an unreadable file.
func presence(s status.Status, what config.Installable) status.Presence {
	is := s.Of(what)
	if len(s.Presences) == 0 {
		is.State = "unknown"
	}
	is.Events = cli.OrEmpty(is.Events)
	return is
}

// unless returns what is known of a file, nil where it is unreadable.
func unless[T any](unreadable bool, known T) *T {
	if unreadable {
		return nil
	}
	return &known
}

// failingJSON is a hook, or another setting's command, that should run but cannot.
type failingJSON struct {
	cli.ForeignJSON
	Why string `json:"why"`
}

// failing returns the documented shape of these.
func failing(all []doctor.Failure) []failingJSON {
	list := []failingJSON{}
	for _, f := range all {
		list = append(list, failingJSON{cli.ForeignOf(f.Hook), f.Why})
	}
	return list
}

// conflictCounts counts the third-party hooks that affect questions.
type conflictCounts struct {
	Blocks int `json:"blocks"`
	Races  int `json:"races"`
	Slows  int `json:"slows"`
	Info   int `json:"info"`
}

func countConflicts(found []conflict.Conflict) (n conflictCounts) {
	for _, c := range found {
		switch c.Severity {
		case conflict.Blocks:
			n.Blocks++
		case conflict.Races:
			n.Races++
		case conflict.Slows:
			n.Slows++
		default:
			n.Info++
		}
	}
	return n
}
