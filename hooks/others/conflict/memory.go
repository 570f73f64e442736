package conflict

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"neverask/hooks/claude/config"
)

// memory finds the observations of a hook.
type memory struct {
	runs   map[label][]Observation
	owners owners
}

// label identifies a hook in records. Records without a name share the empty name: any hook may
// have left them.
type label struct{ event, name string }

func remember(past []Observation, all []config.Hook, tools []string) memory {
	m := memory{map[label][]Observation{}, owners{}}
	spelled := map[string]string{}
	for _, o := range past {
		name, ok := spelled[o.Command]
		if !ok {
			name = plain(o.Command)
			spelled[o.Command] = name
		}
		l := label{string(o.Event), name}
		m.runs[l] = append(m.runs[l], o)
	}
	for _, h := range all {
		if h.Source.Off != "" || h.Handler.Async || len(Firing(h, tools)) == 0 {
			continue
		}
		who := program(h)
		for _, name := range append(names(h), "") {
			m.owners.add(h.Group.Event, name, who)
		}
	}
	return m
}

// program distinguishes hooks that run different things.
func program(h config.Hook) string {
	return fmt.Sprintf("%s\x00%s\x00%q\x00%s\x00%s", h.Handler.Type,
		h.Handler.Command, h.Handler.Args, h.Handler.Summary(), h.Source.Root)
}

// names are the names under which the client may have recorded a hook: its status message, or its
// command as in the settings. Other versions may have filled in a plugin's directory.
func names(h config.Hook) []string {
	list := []string{h.Handler.StatusMessage, h.Handler.Summary()}
	if h.Source.Root != "" {
		filled := strings.NewReplacer("${CLAUDE_PLUGIN_ROOT}", h.Source.Root, "$CLAUDE_PLUGIN_ROOT", h.Source.Root)
		list = append(list, filled.Replace(h.Handler.Summary()))
	}
	var found []string
	for _, name := range list {
		if name = plain(name); name != "" && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}

// plain removes control characters from a command, and the symbols or numbers that Claude Code
// 2.1.329 writes in their place.
func plain(command string) string {
	if strings.Contains(command, `\u{`) {
		command = regexp.MustCompile(`\\u\{[0-9A-Fa-f]+\}`).ReplaceAllLiteralString(command, "")
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2400 && r <= 0x2426 || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, command)
}

// observed looks for past runs of a hook.
func (m memory) observed(h config.Hook) finding {
	var f finding
	seen := map[Verdict]int{}
	var last Observation
	named := names(h)
	for _, name := range append(named, "") {
		if !m.owners.certain(h.Group.Event, name) {
			continue
		}
		for _, o := range m.runs[label{h.Group.Event, name}] {
			if o.Tool != "" && !config.Fires(h.Group, h.Handler, o.Tool) {
				continue
			}
			f.unnamed = f.unnamed || name == ""
			seen[o.Effect.Verdict()]++
			f.effects = appendNew(f.effects, o.Effect)
			if o.Took > 0 {
				f.took = append(f.took, o.Took)
			}
			if !o.Time.Before(last.Time) {
				last = o
			}
		}
	}
	if len(f.effects) == 0 {
		return f
	}
	detail := "in past sessions: " + counted(seen)
	if f.unnamed {
		detail += "; no record names it, but no other hook could have done it"
	}
	f.proof = []Evidence{{Observed, detail, last.Time, measured(f.took).known()}}
	return f
}
