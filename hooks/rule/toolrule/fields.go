package toolrule

import (
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

// permissionModes are those of Claude Code 2.1.329.
var permissionModes = []strictjson.Choice{{Word: "default"},
	{Word: "acceptEdits"}, {Word: "plan"}, {Word: "auto"}, {Word: "dontAsk"}, {Word: "bypassPermissions"}}

// Modes returns the permission modes that a rule may name.
func Modes() []string { return strictjson.Words(permissionModes) }

func parseModes(line string) []string {
	return strings.FieldsFunc(line, func(c rune) bool { return c == ',' || c == ' ' })
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
