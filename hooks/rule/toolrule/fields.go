package toolrule

import (
	"errors"
	"fmt"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Fields returns the fields of a rule, in the order shown to people. This is their only list: a new field needs a
// line here, a member of [Rule], and its effect in decide.go and [Rule.Check].
func Fields() strictjson.Fields[Rule] { return fields }

// The table is constant, so it costs no time at program start.
var fields = strictjson.Fields[Rule]{
	{Name: "id", Label: "id", Part: strictjson.Naming, Of: func(r *Rule) strictjson.Value {
		return strictjson.Name.At(&r.ID)
	},
		Help: `at most 64 letters, digits, ".", "_" and "-", unique among these rules; generated if missing`},
	{Name: "act", Label: "act", Part: strictjson.Acting, Of: func(r *Rule) strictjson.Value {
		return actKind.At((*string)(&r.Act))
	},
		Help: "what it does"},
	{Name: "tool", Label: "tool", Of: func(r *Rule) strictjson.Value { return strictjson.String.At(&r.Tool) },
		Help: `the tools: names, "A|B", "mcp__server__*", or "*"`},
	{Name: "when", Label: "when", Of: func(r *Rule) strictjson.Value { return whenKind.At(&r.When) },
		Help: "conditions, all of which must hold; without any, every call matches"},
	{Name: "project", Label: "project", Of: func(r *Rule) strictjson.Value { return strictjson.Directory.At(&r.Project) },
		Help: "only in this directory, below it, and in its git worktrees"},
	{Name: "modes", Label: "mode", Of: func(r *Rule) strictjson.Value { return modesKind.At(&r.Modes) },
		Help: "only in these permission modes"},
	{Name: "message", Label: "message", Part: strictjson.Acting, Of: func(r *Rule) strictjson.Value {
		return strictjson.String.At(&r.Message)
	},
		Help: `for Claude with "deny" and "context", which need one; for you with "ask"; at most 4,000 characters`},
	{Name: "patch", Label: "changes", Part: strictjson.Acting, Of: func(r *Rule) strictjson.Value {
		return patchKind.At(&r.Patch)
	},
		Help: `changes to the input; only with "ask"`},
	{Name: "created", Label: "created", Part: strictjson.Naming, Of: func(r *Rule) strictjson.Value {
		return strictjson.Origin.At(&r.Created)
	},
		Help: "when and by what it was created"},
	{Name: "note", Label: "note", Part: strictjson.Naming, Of: func(r *Rule) strictjson.Value {
		return strictjson.String.At(&r.Note)
	},
		Help: "for yourself"},
}

var conditionFields = strictjson.Fields[Condition]{
	{Name: "field", Of: func(c *Condition) strictjson.Value { return strictjson.String.At(&c.Field) }},
	{Name: "matches", Of: func(c *Condition) strictjson.Value { return strictjson.Verbatim.At(&c.Matches) }},
	{Name: "within", Of: func(c *Condition) strictjson.Value { return strictjson.String.At(&c.Within) }},
	{Name: "not", Of: func(c *Condition) strictjson.Value { return strictjson.Flag.At(&c.Not) }},
}

var editFields = strictjson.Fields[Edit]{
	{Name: "field", Of: func(e *Edit) strictjson.Value { return strictjson.String.At(&e.Field) }},
	{Name: "set", Of: func(e *Edit) strictjson.Value { return strictjson.JSON.At(&e.Set) }},
	{Name: "delete", Of: func(e *Edit) strictjson.Value { return strictjson.Flag.At(&e.Delete) }},
	{Name: "replace", Of: func(e *Edit) strictjson.Value { return strictjson.Verbatim.At(&e.Replace) }},
	{Name: "with", Of: func(e *Edit) strictjson.Value { return strictjson.Remark.At(&e.With) }},
}

// The kinds of fields that only tool rules have.
var (
	actKind = &strictjson.Kind[string]{
		Read: readAct, Line: func(a string) string { return a }, Parse: strings.TrimSpace, Choices: acts,
	}
	modesKind = &strictjson.Kind[[]string]{
		Read: strictjson.ReadTexts, Line: func(m []string) string { return strings.Join(m, ", ") },
		Parse: parseModes, Choices: permissionModes, Hint: "with a comma between them",
	}
	// whenKind and patchKind are lists; people give their elements one by one.
	whenKind  = &strictjson.Kind[[]Condition]{Read: readWhen, Line: joined[Condition]}
	patchKind = &strictjson.Kind[[]Edit]{Read: readPatch, Line: joined[Edit]}
)

// acts, the strongest first.
var acts = []strictjson.Choice{
	{Word: string(Deny), About: "refuses the call, and tells Claude the message"},
	{Word: string(Ask), About: "has Claude Code ask you first"},
	{Word: string(Context), About: "tells Claude the message, and Claude Code decides"},
}

// Acts returns what a rule can do, the strongest act first.
func Acts() []strictjson.Choice { return acts }

// permissionModes are those of Claude Code 2.1.329.
var permissionModes = []strictjson.Choice{{Word: "default"},
	{Word: "acceptEdits"}, {Word: "plan"}, {Word: "auto"}, {Word: "dontAsk"}, {Word: "bypassPermissions"}}

// Modes returns the permission modes that a rule may name.
func Modes() []string { return strictjson.Words(permissionModes) }

func parseModes(line string) []string {
	return strings.FieldsFunc(line, func(c rune) bool { return c == ',' || c == ' ' })
}

func readAct(m hooks.Member, to *string) *strictjson.Fault {
	if m.Value.String() == "allow" {
		return strictjson.Wrong(m.Value, `no neverask rule can "allow" a call: use Claude Code's permission rules`)
	}
	return strictjson.Text(m, to)
}

func readWhen(m hooks.Member, to *[]Condition) *strictjson.Fault {
	return strictjson.List(m, "a condition", conditionFields, to)
}

func readPatch(m hooks.Member, to *[]Edit) *strictjson.Fault {
	f := strictjson.List(m, "an edit", editFields, to)
	for v := range m.Value.Elements() {
		if d := v.Get("delete"); f == nil && d.Kind() == hooks.Bool && !d.IsTrue() {
			f = strictjson.Wrong(d, `"delete" can only be true`)
		}
	}
	return f
}

func joined[T fmt.Stringer](list []T) string {
	all := make([]string, len(list))
	for i, one := range list {
		all[i] = one.String()
	}
	return strings.Join(all, " and ")
}

// String returns the condition as [ParseCondition] reads it.
func (c Condition) String() string {
	sign, value := "~", c.Matches
	if c.Within != "" {
		sign, value = "=", c.Within
	}
	if c.Not {
		sign = "!" + sign
	}
	return c.Field + " " + sign + " " + value
}

// ParseCondition reads a condition as a person writes it: "FIELD ~ EXPRESSION" or "FIELD =
// DIRECTORY", with "!" before the operator to negate it, and with or without spaces around the
// operator.
func ParseCondition(line string) (c Condition, err error) {
	at := strings.IndexAny(line, "~=")
	if at < 0 {
		return c, errNoCondition
	}
	value := line[at+1:]
	field, not := strings.CutSuffix(line[:at], "!")
	bare := strings.TrimSpace(field)
	if bare != field {
		value = strings.TrimPrefix(value, " ")
	}
	if c.Field, c.Not = bare, not; line[at] == '~' {
		c.Matches = value
	} else {
		c.Within = value
	}
	if bare == "" || value == "" {
		return c, errNoCondition
	}
	return c, nil
}

var errNoCondition = errors.New("a condition is FIELD~RE, FIELD!~RE, FIELD=DIR or FIELD!=DIR")

// String says what the edit does to the input.
func (e Edit) String() string {
	switch {
	case e.Delete:
		return "deletes " + e.Field
	case e.Replace != "":
		return fmt.Sprintf("replaces /%s/ in %s by %q", e.Replace, e.Field, e.With)
	}
	return "sets " + e.Field + " to " + e.Set.Raw()
}
