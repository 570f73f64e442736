package conflict

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/config"
)

// A Basis says where evidence comes from.
type Basis string

// The kinds of evidence, the strongest first.
const (
	Observed Basis = "observed" // in past sessions
	Probed   Basis = "probed"   // run with made-up questions
	Known    Basis = "known"    // by the name of its command
	ReadIn   Basis = "read"     // in its scripts
)

// Evidence is one reason for a verdict.
type Evidence struct {
	Basis  Basis
	Detail string
	When   time.Time // of the last observation
	Took   time.Duration
}

// An Observation is one past run of a hook at a question.
type Observation struct {
	Time    time.Time
	Command string // as the client records it
	Event   hooks.Event
	Tool    string
	Effect  Effect
	Took    time.Duration // 0 when it is not known
}

// finding is what one kind of evidence says: everything that the hook may do,
// or nothing when it says nothing.
type finding struct {
	effects []Effect
	proof   []Evidence
	took    []time.Duration
}

// observed looks for past runs of a hook.
func observed(h config.Hook, past []Observation) finding {
	var f finding
	seen := map[Verdict]int{}
	var last Observation
	for _, o := range past {
		if string(o.Event) != h.Group.Event || !recorded(h, o.Command) {
			continue
		}
		seen[o.Effect.Verdict()]++
		f.effects = appendNew(f.effects, o.Effect)
		if o.Took > 0 {
			f.took = append(f.took, o.Took)
		}
		if !o.Time.Before(last.Time) {
			last = o
		}
	}
	if len(f.effects) == 0 {
		return f
	}
	f.proof = []Evidence{{Observed, "in past sessions: " + counted(seen), last.Time, measured(f.took).known()}}
	return f
}

// known is the median, or 0 when nothing was measured.
func (t Timing) known() time.Duration {
	if !t.Measured {
		return 0
	}
	return t.Median
}

// recorded reports whether a command in a transcript is the hook's. The client
// records it as it stands in the settings; a plugin's may have its directory
// filled in.
func recorded(h config.Hook, command string) bool {
	if command == "" {
		return false
	}
	lines := []string{h.Handler.Command, h.Handler.Summary()}
	if h.Source.Root != "" {
		filled := strings.NewReplacer("${CLAUDE_PLUGIN_ROOT}", h.Source.Root, "$CLAUDE_PLUGIN_ROOT", h.Source.Root)
		lines = append(lines, filled.Replace(lines[0]), filled.Replace(lines[1]))
	}
	return slices.Contains(lines, command) || h.Handler.Type == "http" && command == h.Handler.URL
}

func appendNew(effects []Effect, e Effect) []Effect {
	if slices.Contains(effects, e) {
		return effects
	}
	return append(effects, e)
}

// past tense of the verdicts, for counts.
var did = []struct {
	verdict Verdict
	text    string
}{
	{Denies, "denied"}, {Asks, "insisted on asking you"}, {Defers, "put off"}, {Answers, "answered"}, {Rewrites, "rewrote"}, {Allows, "allowed"},
	{Fails, "failed"}, {Silent, "left alone"},
}

// counted says how often a hook did what: "denied 2, left 4 alone".
func counted(seen map[Verdict]int) string {
	var parts []string
	total := 0
	for _, d := range did {
		if n := seen[d.verdict]; n > 0 {
			total += n
			parts = append(parts, fmt.Sprintf("%s %d", d.text, n))
		}
	}
	if len(parts) == 1 {
		return fmt.Sprintf("%s of %d", parts[0], total)
	}
	return strings.Join(parts, ", ") + fmt.Sprintf(" of %d", total)
}
