package log

import (
	"encoding/json"
	"strings"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
)

// callID identifies a call.
type callID struct{ session, toolUse string }

// readActs returns the calls that tool rules denied, or made Claude Code ask about, the oldest first. With --failed
// it returns none: these are no failures.
func readActs(a *cli.App, f logFlags) (all []eventlog.RuleAct) {
	if f.failed {
		return nil
	}
	for act := range eventlog.OpenRuleActs(a.Planner.Paths.ToolRules()).RuleActs(f.wantCall.Since) {
		if act.Denies() || act.Asks() {
			all = append(all, act)
		}
	}
	return all
}

// byCall maps calls to acts; the last one counts.
func byCall(acts []eventlog.RuleAct) map[callID]eventlog.RuleAct {
	of := map[callID]eventlog.RuleAct{}
	for _, act := range acts {
		if act.ToolUseID != "" {
			of[callID{act.Session, act.ToolUseID}] = act
		}
	}
	return of
}

// actedOn returns the call of an act, of which nothing else may be recorded.
func actedOn(act eventlog.RuleAct) activity.Call {
	return activity.Call{Session: act.Session, ToolUse: act.ToolUseID, Tool: act.Tool, Start: act.Time}
}

// actsJSON returns the acts that the flags select.
func actsJSON(acts []eventlog.RuleAct, want activity.Filter) []json.RawMessage {
	all := []json.RawMessage{}
	for _, act := range acts {
		if want.Selects(actedOn(act)) {
			all = append(all, act.JSON())
		}
	}
	return all
}

// actCells are what CSV has beside a call: what rules did about it, and which.
func actCells(act eventlog.RuleAct) []string {
	return []string{activity.Cell(act.Act), activity.Cell(strings.Join(act.Rules, " "))}
}

// countActs says how many of the acts that the flags select denied a call, and how many had Claude
// Code ask.
func countActs(acts []eventlog.RuleAct, want activity.Filter) (denied, asked int) {
	for _, act := range acts {
		switch {
		case !want.Selects(actedOn(act)):
		case act.Denies():
			denied++
		default:
			asked++
		}
	}
	return denied, asked
}
