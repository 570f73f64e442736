package trace

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/claude/dispatch"
)

// An Ended says how a run of a handler has ended.
type Ended string

const (
	Exited     Ended = "exited"
	TimedOut   Ended = "timed-out"  // it took longer than it may
	Cancelled  Ended = "cancelled"  // by an interruption
	Background Ended = "background" // it is not waited for
	NotStarted Ended = "not-started"
)

// A Run is one run of a handler.
type Run struct {
	Command string  `json:"command"`
	Plugin  string  `json:"plugin,omitempty"`
	Ended   Ended   `json:"ended"`
	Exit    int     `json:"exit"` // when it has exited
	TookMS  float64 `json:"tookMs"`
	Stdout  string  `json:"stdout,omitempty"` // its beginning
	Stderr  string  `json:"stderr,omitempty"`
	// Did is what the client took from it, in words.
	Did []string `json:"did"`
	// Call is the ID of the tool use, where it is known.
	Call string `json:"call,omitempty"`
	// ID, File and Line are those of the handler, where only one runs this command.
	ID   string `json:"id,omitempty"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`

	name string // "PreToolUse:Bash"
	at   time.Time
	took time.Duration
	said bool // what it printed was read
}

func (r *Run) start() time.Time { return r.at.Add(-r.took) }

// A log is what is read of a debug log.
type log struct {
	runs   []*Run
	spoke  *Run           // whose output was read last
	left   int            // runs that are not kept
	posted map[string]int // URLs of hooks, and how often they were called
}

// maxRuns and maxText bound what is kept of a session.
const (
	maxRuns = 20_000
	maxText = 2_000
)

var (
	logLine = regexp.MustCompile(`^(\d{4}-\d\d-\d\dT[\d:.]+Z) \[[A-Z]+\] (.*)$`)

	ran = regexp.MustCompile(`(?s)^Hooks: (\S+) \[(.*)\](?: \(plugin ([^()]*)\))? ` +
		`(finished with status (-?\d+)|timed out after \d+ms|cancelled|moved to the background|not run|failed to start) \((\d+)ms\)$`)
	// Those that run outside of a turn are written down in another way.
	ranAside = regexp.MustCompile(`(?s)^(\w+(?::\S+)?) \[(.*)\] (?:(cancelled)|completed with status (-?\d+))$`)
	printed  = regexp.MustCompile(`(?s)^Hook (\S+) \(\w+\) (?:success|error):\s?(?:status code -?\d+\s?)?(.*)$`)
	streams  = regexp.MustCompile(`(?s)^(?:stdout:\n(.*?))?\n?(?:stderr:\n(.*))?$`)
	took     = regexp.MustCompile(`(?s)^Hook (\w+) \((.*)\) (returned permissionDecision: .*|modified tool input keys: .*|provided .*|requested .*|replaced tool output.*)$`)
	posted   = regexp.MustCompile(`^Hooks: HTTP hook POST to (\S+)$`)
)

// add reads a line.
func (l *log) add(line string) {
	m := logLine.FindStringSubmatch(line)
	if m == nil {
		return
	}
	at, err := time.Parse(time.RFC3339, m[1])
	if err != nil {
		return
	}
	text := m[2]
	if strings.HasPrefix(text, `"`) { // a text of several lines stands in one
		if v, err := hooks.Parse(text); err == nil {
			text = v.String()
		}
	}
	if r := readRun(text); r != nil {
		r.at = at
		l.keep(r)
	} else if m := printed.FindStringSubmatch(text); m != nil {
		l.printed(m[1], m[2])
	} else if m := took.FindStringSubmatch(text); m != nil {
		l.took(m[1], m[2], m[3])
	} else if m := posted.FindStringSubmatch(text); m != nil {
		if l.posted == nil {
			l.posted = map[string]int{}
		}
		l.posted[m[1]]++
	}
}

func (l *log) keep(r *Run) {
	if len(l.runs) == maxRuns {
		l.left++
		return
	}
	l.runs = append(l.runs, r)
}

// readRun reads the line in which the client says how a command has ended.
func readRun(text string) *Run {
	r := &Run{Did: []string{}}
	if m := ran.FindStringSubmatch(text); m != nil {
		r.name, r.Command, r.Plugin = m[1], m[2], m[3]
		r.Exit, _ = strconv.Atoi(m[5]) // 0 where there is none
		ms, _ := strconv.Atoi(m[6])
		r.took, r.TookMS = time.Duration(ms)*time.Millisecond, float64(ms)
		word, _, _ := strings.Cut(m[4], " ")
		r.Ended = map[string]Ended{"finished": Exited, "timed": TimedOut, "cancelled": Cancelled, "moved": Background}[word]
		if r.Ended == "" {
			r.Ended = NotStarted
		}
		return r
	}
	m := ranAside.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	event, _, _ := strings.Cut(m[1], ":")
	if _, known := dispatch.Describe(hooks.Event(event)); !known {
		return nil // the status line
	}
	r.name, r.Command, r.Ended = m[1], m[2], Exited
	if m[3] != "" {
		r.Ended = Cancelled
	}
	r.Exit, _ = strconv.Atoi(m[4])
	return r
}

// last is the run of the most recent ones that ok holds for.
func (l *log) last(ok func(*Run) bool) *Run {
	for i := len(l.runs) - 1; i >= 0 && i > len(l.runs)-200; i-- {
		if ok(l.runs[i]) {
			return l.runs[i]
		}
	}
	return nil
}

// printed takes in what a hook printed, which stands right after its end.
func (l *log) printed(name, text string) {
	r := l.last(func(r *Run) bool { return r.name == name && !r.said })
	if r == nil {
		return
	}
	r.said, l.spoke = true, r
	if m := streams.FindStringSubmatch(text); m != nil && (m[1] != "" || m[2] != "") {
		r.Stdout, r.Stderr = clip(m[1]), clip(m[2])
		return
	}
	r.Stdout = clip(text)
}

func clip(s string) string {
	s = strings.TrimRight(s, "\n")
	if len(s) > maxText {
		return strings.ToValidUTF8(s[:maxText], "") + "…"
	}
	return s
}

// took takes in what the client took from the output that stands before it. It names the
// command, or the status message.
func (l *log) took(event, name, what string) {
	of := func(r *Run) bool {
		e, _, _ := strings.Cut(r.name, ":")
		return e == event
	}
	r := l.last(func(r *Run) bool { return of(r) && r.Command == name })
	if r == nil && l.spoke != nil && of(l.spoke) {
		r = l.spoke
	}
	if r != nil {
		r.Did = append(r.Did, words(hooks.Event(event), what))
	}
}

// words say what the client took from a hook.
func words(event hooks.Event, what string) string {
	verb, rest, _ := strings.Cut(what, " ")
	_, reason, reasoned := strings.Cut(rest, " (reason: ")
	decision, _, _ := strings.Cut(strings.TrimPrefix(rest, "permissionDecision: "), " ")
	does := map[string]string{"deny": "refuses", "allow": "allows", "ask": "asks", "defer": "defers"}[decision]
	switch {
	case verb == "returned" && does != "":
		if does == "refuses" && !dispatch.OfTool(event) || event == hooks.EventPostToolUse || event == hooks.EventPostToolUseFailure {
			does = "blocks"
		}
		if reasoned {
			does += ": " + strings.TrimSuffix(reason, ")")
		}
		return does
	case verb == "modified":
		return "changes the input: " + strings.Trim(strings.TrimPrefix(rest, "tool input keys: "), "[]")
	case verb == "replaced":
		return "puts another result in the place of the tool's"
	case rest == "preventContinuation":
		return "stops Claude"
	case strings.HasPrefix(rest, "additionalContext"):
		return "tells Claude something"
	}
	return what
}

// unseen says what ran and is not among the runs.
func (l *log) unseen() []string {
	all := []string{}
	for _, url := range slices.Sorted(maps.Keys(l.posted)) {
		all = append(all, fmt.Sprintf("%s was called (%s): the log does not say at which event, nor what it said", url, diffview.Count(l.posted[url], "time")))
	}
	if l.left > 0 {
		all = append(all, fmt.Sprintf("%d more runs", l.left))
	}
	return all
}
