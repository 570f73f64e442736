package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

// ConflictJSON is the documented shape of a hook that affects questions.
type ConflictJSON struct {
	ID          string                `json:"id"`
	Event       string                `json:"event"`
	Source      config.Kind           `json:"source"`
	Name        string                `json:"name,omitempty"` // of the plugin, skill, subagent or command
	File        string                `json:"file"`
	Line        int                   `json:"line"`
	ReadOnly    string                `json:"readOnly,omitempty"`
	Matcher     *string               `json:"matcher,omitempty"`
	Type        string                `json:"type"`
	Command     string                `json:"command"`
	Verdict     string                `json:"verdict"`
	Evidence    []EvidenceJSON        `json:"evidence"`
	Severity    string                `json:"severity"`
	Outcome     string                `json:"outcome"`
	Certainty   string                `json:"certainty"`
	Resolutions []conflict.Resolution `json:"resolutions"`
	Suggested   conflict.Resolution   `json:"suggested"`
	Because     string                `json:"because"`
	AskFor      string                `json:"askFor,omitempty"`
}

// EvidenceJSON says how neverask knows what a hook does.
type EvidenceJSON struct {
	Kind   conflict.Basis `json:"kind"`
	Detail string         `json:"detail"`
	When   *time.Time     `json:"when,omitempty"`
	Ms     float64        `json:"ms,omitempty"`
}

// ConflictList returns the documented shape of conflicts.
func ConflictList(found []conflict.Conflict) []ConflictJSON {
	list := []ConflictJSON{}
	for _, c := range found {
		h := c.Hook
		j := ConflictJSON{
			ID: c.ID, Event: h.Group.Event, Source: h.Source.Kind, Name: h.Source.Name,
			File: h.Source.File, Line: h.Handler.Line,
			ReadOnly: h.Source.ReadOnly, Matcher: h.Group.Matcher, Type: h.Handler.Type,
			Command: diffview.RedactCommand(h.Handler.Summary()),
			Verdict: string(c.Verdict), Evidence: []EvidenceJSON{}, Severity: string(c.Severity), Outcome: c.Sentence,
			Certainty: string(c.Certainty), Resolutions: OrEmpty(c.Resolutions),
			Suggested: c.Suggested, Because: c.Because, AskFor: c.AskFor,
		}
		for _, e := range c.Evidence {
			evidence := EvidenceJSON{
				Kind: e.Basis, Detail: diffview.RedactCommand(e.Detail), Ms: float64(e.Took.Microseconds()) / 1000,
			}
			if !e.When.IsZero() {
				when := e.When
				evidence.When = &when
			}
			j.Evidence = append(j.Evidence, evidence)
		}
		list = append(list, j)
	}
	return list
}

// Contested says what third-party hooks that are in the way do with questions, and where to decide about them; "" if
// there are none.
func Contested(a *App, r conflicts.Review) string {
	theirs := r.Contested(install.Anywhere(a.Planner, config.QuestionHooks))
	if theirs == "" {
		return ""
	}
	return theirs + ": neverask hooks conflicts"
}

// WorstFirst sorts conflicts by their effect on a question, the worst first.
func WorstFirst(found []conflict.Conflict) []conflict.Conflict {
	rank := []conflict.Severity{conflict.Blocks, conflict.Races, conflict.Slows, conflict.Info}
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(c, d conflict.Conflict) int {
		return slices.Index(rank, c.Severity) - slices.Index(rank, d.Severity)
	})
	return found
}

// PrintConflict prints a hook, what it does, the evidence, and the resolutions.
func PrintConflict(a *App, c conflict.Conflict) {
	h := c.Hook
	matcher := "every tool"
	if h.Group.Matcher != nil && *h.Group.Matcher != "" && *h.Group.Matcher != "*" {
		matcher = "matcher " + *h.Group.Matcher
	}
	first := fmt.Sprintf("%-10s", c.Severity)
	if warning := c.Warning(); warning != "" {
		a.Line(first, "%s", warning)
		first = "          "
	}
	a.Line(first, "%s", diffview.RedactCommand(h.Handler.Summary()))
	a.Line("          ", "%s   %s   %s:%d", h.Group.Event, matcher, a.Short(h.Source.File), h.Handler.Line)
	doubt := ""
	if c.Doubt != "" {
		doubt = " (" + c.Doubt + ")"
	}
	a.Line("          ", "%s%s", c.Sentence, doubt)
	for _, e := range c.Evidence {
		a.Line("          ", "%s", diffview.RedactCommand(e.String()))
	}
	if c.Severity.Decide() {
		a.Line("          ", "→ %s: %s", c.Suggested, c.Because)
		a.Line("          ", "options: %s   id %s", JoinResolutions(c.Resolutions), c.ID)
	}
	if c.Verdict == conflict.Unknown && c.Testable() {
		a.Line("          ", "→ neverask hooks test %s --question runs it once, after asking, and keeps what it does", c.ID)
	}
}

// JoinResolutions names resolutions in a sentence.
func JoinResolutions(all []conflict.Resolution) string {
	var words []string
	for _, w := range all {
		words = append(words, string(w))
	}
	return strings.Join(words, ", ")
}
