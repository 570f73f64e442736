package conflict

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"neverask/hooks/claude/config"
)

// label identifies a hook in records. Records without a name share the empty name: any hook may
// have left them.
type label struct{ event, name string }

// owners maps the names in records to the hooks that they may mean. The client does not record
// which hook ran, only its command, or its status message if it has one (Claude Code 2.1.329), so
// a name that several hooks share identifies none of them.
type owners map[label]owner

// owner is what the hooks with a name run, if they all run the same thing.
type owner struct {
	program string
	several bool
}

func (o owners) add(event, name, program string) {
	l := label{event, name}
	if one, known := o[l]; !known {
		o[l] = owner{program: program}
	} else if one.program != program {
		o[l] = owner{several: true}
	}
}

// certain reports whether all records with that name come from one hook.
func (o owners) certain(event, name string) bool {
	one, known := o[label{event, name}]
	return known && !one.several
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
