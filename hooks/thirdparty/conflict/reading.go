package conflict

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"neverask/hooks"
)

// Words of the protocol as scripts write them: with quotes of any kind, escaped
// or not, and ":" or "=".
const (
	said   = `["'\\]*\s*(?::|=>?|,)\s*[\\"']+`
	quoted = `\\*["']`
)

// A sign is a word of the protocol in a script, with what it does. Wherever its
// pattern matches, one of the words is there, too: to look for them is much quicker.
type sign struct {
	name    string
	words   string
	pattern string
}

var signs = []sign{
	{"deny", "deny", `(?:permissionDecision|behavior)` + said + `deny`},
	{"ask", "permissionDecision", `permissionDecision` + said + `ask`},
	{"defer", "defer", `permissionDecision` + said + `defer`},
	{"allow", "allow", `(?:permissionDecision|behavior)` + said + `allow`},
	{"block", "block", `decision` + said + `block`},
	{"approve", "approve", `decision` + said + `approve`},
	{"exit2", "xit", `\bexit\s+2\b|\bexit\(2\)|\bExit\(2\)|process\.exitCode\s*=\s*2\b`},
	{"stop", "continue", `continue["'\\]*\s*[:=]\s*(?:false|False)`},
	{"computed", "permissionDecision behavior", `permissionDecision["'\\]*\s*(?::|=>?)\s*[^\s"'\\]|behavior["'\\]*\s*(?::|=>?)\s*[^\s"'\\]`},
	{"updatedInput", "updatedInput", `updatedInput`},
	{"answers", "answers", `\banswers\b`},
	{"updatedToolOutput", "updatedToolOutput", `updatedToolOutput`},
	{"questions", "AskUserQuestion", `AskUserQuestion`},
	{"tool", "ame", `tool_?[nN]ame`},
	{"otherTool", "Bash Edit Write Read Glob Grep Web Task", quoted + `(?:Bash|Edit|Write|MultiEdit|Read|Glob|Grep|WebFetch|WebSearch|Task|NotebookEdit)[\\"'|)]`},
	{"condition", "if case match switch && || unless select(", `\bif\b|\bcase\b|\bmatch\b|\bswitch\b|&&|\|\||\bunless\b|\bselect\(`},
	{"network", "curl wget fetch( requests. urllib http.client socket nc", `\bcurl\b|\bwget\b|\bfetch\(|\brequests\.|\burllib\b|http\.client|\bsocket\b|\bnc\b`},
	{"prints", "print console.log stdout echo", `\bprint\(|console\.log|stdout|\becho\b|\bprintf\b`},
	{"discards", "/dev/null", `>\s*/dev/null|-o\s*/dev/null`},
}

// place is where a sign was seen.
type place struct {
	path string
	line int
}

func (p place) String() string {
	if p.path == "" {
		return "in its command"
	}
	return fmt.Sprintf("%s:%d", filepath.Base(p.path), p.line)
}

// detector finds a sign.
type detector struct {
	name    string
	words   []string
	pattern *regexp.Regexp
}

var detectors = sync.OnceValue(func() []detector {
	var all []detector
	for _, s := range signs {
		all = append(all, detector{s.name, strings.Fields(s.words), regexp.MustCompile(s.pattern)})
	}
	return all
})

func (d detector) possible(text string) bool {
	return slices.ContainsFunc(d.words, func(word string) bool { return strings.Contains(text, word) })
}

// signsIn finds the signs in a text, each with the first line that has it.
func signsIn(text string) map[string]int {
	found := map[string]int{}
	left := slices.DeleteFunc(slices.Clone(detectors()), func(d detector) bool { return !d.possible(text) })
	for l := range code(text) {
		left = slices.DeleteFunc(left, func(d detector) bool {
			seen := d.possible(l.text) && d.pattern.MatchString(l.text)
			if seen {
				found[d.name] = l.number
			}
			return seen
		})
		if len(left) == 0 {
			break
		}
	}
	return found
}

// scan finds the signs in all scripts, each with its first place.
func scan(scripts []script) map[string]place {
	found := map[string]place{}
	for _, s := range scripts {
		if s.signs == nil {
			s.signs = signsIn(s.text)
		}
		for name, number := range s.signs {
			if _, known := found[name]; !known {
				found[name] = place{s.path, number}
			}
		}
	}
	return found
}

// finding says what a hook may do by what stands in its scripts.
func (r *reading) finding(event hooks.Event) finding {
	if r.missing != "" {
		fault := Effect{Fault: r.missing + " does not exist"}
		return finding{effects: []Effect{fault}, proof: []Evidence{{Basis: ReadIn, Detail: fault.Fault}}, missing: r.missing}
	}
	found := scan(r.scripts)
	seen := func(name string) bool { _, ok := found[name]; return ok }
	var f finding
	var cites []string
	cite := func(text, name string) {
		if at := found[name]; at.path != "" {
			cites = append(cites, "it "+text+" ("+at.String()+")")
			return
		}
		cites = append(cites, "its command "+text)
	}
	say := func(name, text string, e Effect) {
		if seen(name) {
			f.effects = appendNew(f.effects, e)
			cite(text, name)
		}
	}
	switch event {
	case hooks.EventPostToolUse:
		say("updatedToolOutput", "replaces the result", Effect{Replaces: true})
	default:
		say("deny", "denies", Effect{Decision: hooks.Deny})
		say("block", "blocks", Effect{Decision: hooks.Deny})
		if event == hooks.EventPreToolUse {
			say("exit2", "exits with status 2", Effect{Decision: hooks.Deny})
			say("ask", "asks", Effect{Decision: hooks.Ask})
			say("defer", "defers", Effect{Decision: hooks.Defer})
		}
		r.allowing(event, seen, say)
	}
	say("stop", "stops Claude", Effect{Stops: true})
	return r.conclude(f, found, cites)
}

// allowing reads what a hook does that does not refuse.
func (r *reading) allowing(event hooks.Event, seen func(string) bool, say func(name, text string, e Effect)) {
	allow := hooks.NoDecision
	if seen("allow") || seen("computed") || seen("approve") {
		allow = hooks.Allow
	}
	switch {
	case seen("updatedInput") && seen("answers"):
		say("updatedInput", "answers", Effect{Decision: allow, Input: Answered})
	case seen("updatedInput"):
		say("updatedInput", "writes other questions", Effect{Decision: allow, Input: Rewritten})
	default:
		say("allow", "allows", Effect{Decision: hooks.Allow})
		if event == hooks.EventPreToolUse {
			say("approve", "approves", Effect{Decision: hooks.Allow})
		}
	}
}

// conclude weighs what was found against what could not be read.
func (r *reading) conclude(f finding, found map[string]place, cites []string) finding {
	seen := func(name string) bool { _, ok := found[name]; return ok }
	detail := strings.Join(cites[:min(len(cites), 3)], ", ")
	switch {
	case len(f.effects) > 0 && seen("tool") && seen("otherTool") && !seen("questions"):
		f.effects = []Effect{{}}
		detail = fmt.Sprintf("what it decides is about other tools (%s)", found["otherTool"])
	case len(f.effects) > 0:
		if seen("condition") {
			f.effects = appendNew(f.effects, Effect{})
		}
	case seen("computed"):
		return unreadable(fmt.Sprintf("its decision is computed (%s)", found["computed"]))
	case len(r.gaps) > 0:
		return unreadable(r.gaps[0])
	case seen("network") && seen("prints") && !seen("discards"):
		return unreadable(fmt.Sprintf("another program may decide (%s)", found["network"]))
	default:
		f.effects = []Effect{{}}
		detail = "no decision in " + r.names()
	}
	f.proof = []Evidence{{Basis: ReadIn, Detail: detail}}
	return f
}

// unreadable is evidence that says nothing about the effect.
func unreadable(why string) finding {
	return finding{proof: []Evidence{{Basis: ReadIn, Detail: why}}}
}

// names lists what was read.
func (r *reading) names() string {
	var names []string
	for _, s := range r.scripts {
		name := "its command"
		if s.path != "" {
			name = filepath.Base(s.path)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}
