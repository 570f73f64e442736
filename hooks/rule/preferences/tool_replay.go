package preferences

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// ToolReplay says what rules for tools would have done in the past.
type ToolReplay struct {
	Calls    int                  `json:"calls"` // of the tools that the rules name
	Acted    int                  `json:"acted"` // those of them that a rule would have acted on
	Acts     map[toolrule.Act]int `json:"acts"`  // how often which act
	Rules    map[string]int       `json:"rules"` // how often which rule, by its ID
	Examples []ToolExample        `json:"examples"`
	// Not is the call that came nearest to what an allowing rule is about and would not
	// have been allowed, the latest one of those.
	Not *ToolExample `json:"not,omitempty"`
	Why string       `json:"why,omitempty"` // Not was not
}

// ToolExample is a call that rules would have acted on.
type ToolExample struct {
	Time    time.Time    `json:"time"`
	Project string       `json:"project"`
	Tool    string       `json:"tool"`
	Act     toolrule.Act `json:"act"`
	Rules   []string     `json:"rules"`
	Field   string       `json:"field,omitempty"` // that the rules look at or have changed first
	Before  string       `json:"before"`          // what stood in it
	After   string       `json:"after,omitempty"` // what it became, when it changed
}

// String is the sum of a replay in a sentence.
func (r ToolReplay) String() string {
	if r.Calls == 0 {
		return "No transcript has a call of a tool that the rules name."
	}
	var acts []string
	for _, act := range strictjson.Words(toolrule.Acts()) {
		if n := r.Acts[toolrule.Act(act)]; n > 0 {
			acts = append(acts, act+" "+thousands(n))
		}
	}
	s := fmt.Sprintf("Would have acted on %s of %s past calls", thousands(r.Acted), thousands(r.Calls))
	if len(acts) > 0 {
		s += ": " + strings.Join(acts, ", ")
	}
	return s
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// maxExample is how much of a field an example keeps.
const maxExample = 300

// ReplayTools holds rules against the calls in the transcripts below root. The
// examples are some of the latest calls, at most so many, spread over the rules. home
// is what "~" stands for in a path. Where the files of the past are gone, a condition
// about a place is held against what is there now.
func ReplayTools(ctx context.Context, root, home string, list []toolrule.Rule, examples int) (ToolReplay, error) {
	r := toolReplay{
		out:   ToolReplay{Acts: map[toolrule.Act]int{}, Rules: map[string]int{}, Examples: []ToolExample{}},
		rules: list, set: toolrule.New(list), home: home, limit: examples, named: map[string]bool{}, locations: map[string]*question.Location{}, shown: map[string]int{},
	}
	err := transcript.ToolCalls(ctx, root, r.wants, func(c transcript.ToolCall) bool {
		r.add(c)
		return true
	})
	return r.out, err
}

type toolReplay struct {
	out       ToolReplay
	rules     []toolrule.Rule
	set       *toolrule.Set
	home      string
	limit     int
	named     map[string]bool // whether a rule is for a tool
	locations map[string]*question.Location
	shown     map[string]int // examples by rule
	near      int            // how near out.Not came
}

func (r *toolReplay) wants(tool string) bool {
	named, known := r.named[tool]
	if !known {
		named = slices.ContainsFunc(r.rules, func(rule toolrule.Rule) bool {
			tools, err := toolrule.ParseTools(rule.Tool)
			return err == nil && tools.Match(tool)
		})
		r.named[tool] = named
	}
	return named
}

func (r *toolReplay) add(c transcript.ToolCall) {
	r.out.Calls++
	where := r.locations[c.Cwd]
	if where == nil {
		where = question.NewLocation(c.Cwd)
		r.locations[c.Cwd] = where
	}
	at := toolrule.Situation{Within: where.Within, Project: c.Project, Cwd: c.Cwd, Home: r.home, Mode: c.Mode}
	d := r.set.Decide(toolrule.Call{Tool: c.Tool, Input: c.Input}, at, nil)
	if d.Act == "" {
		r.notAllowed(c, at)
		return
	}
	r.out.Acted++
	r.out.Acts[d.Act]++
	fresh := false
	for _, id := range d.Rules {
		r.out.Rules[id]++
		fresh = fresh || r.shown[id] < max(1, r.limit/len(r.rules))
	}
	if len(r.out.Examples) < r.limit && fresh {
		for _, id := range d.Rules {
			r.shown[id]++
		}
		r.out.Examples = append(r.out.Examples, r.example(c, d))
	}
}

// notAllowed takes in a call that no rule would have acted on.
func (r *toolReplay) notAllowed(c transcript.ToolCall, at toolrule.Situation) {
	why, near := r.set.Near(toolrule.Call{Tool: c.Tool, Input: c.Input}, at)
	if near <= r.near {
		return
	}
	e := r.example(c, toolrule.Decision{})
	e.Field, e.Before = "command", fieldText(c.Input.Get("command"))
	r.out.Not, r.out.Why, r.near = &e, why, near
}

func (r *toolReplay) example(c transcript.ToolCall, d toolrule.Decision) ToolExample {
	e := ToolExample{Time: c.Time, Project: c.Project, Tool: c.Tool, Act: d.Act, Rules: d.Rules, Before: cut(c.Input.Raw())}
	e.Field = r.field(d)
	if e.Field == "" {
		return e
	}
	path, err := toolrule.ParsePath(e.Field)
	if err != nil {
		return e
	}
	e.Before = fieldText(path.Find(c.Input))
	if len(d.Fields) > 0 {
		e.After = fieldText(path.Find(d.Input))
	}
	return e
}

// field is the one that says most about a decision.
func (r *toolReplay) field(d toolrule.Decision) string {
	if len(d.Fields) > 0 {
		return d.Fields[0]
	}
	for _, rule := range r.rules {
		if len(rule.When) > 0 && slices.Contains(d.Rules, rule.ID) {
			return rule.When[0].Field
		}
	}
	return ""
}

func fieldText(v hooks.Value) string {
	if s, ok := v.Text(); ok {
		return cut(s)
	}
	return cut(v.Raw())
}

// cut shortens a text to so many characters.
func cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxExample {
			return s[:i] + "..."
		}
	}
	return s
}
