package preferences

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"neverask/hooks/rule/toolrule"
	"neverask/settings/must"
	"neverask/settings/ownfile"
)

const toolsByHand = `{
  "version": 1,
  "toolRules": [
    {"id": "no", "tool": "Bash", "when": [{"field": "command", "matches": "push"}], "act": "deny", "message": "no"},
    {"id": "sure", "tool": "Write", "act": "ask", "patch": [{"field": "x", "set": 1}]}
  ]
}
`

// edit changes the rules for tools as neverask does.
func (d desk) edit(edit Edit) {
	d.t.Helper()
	if _, err := d.store.Update(context.Background(), d.Book.path, "test", edit); err != nil {
		d.t.Fatal(err)
	}
}

func (d desk) confirm() {
	d.t.Helper()
	found, err := d.Outside(context.Background())
	if err == nil {
		err = d.Confirm(context.Background(), found...)
	}
	must.Do(d.t, err)
}

func TestToolRulesFromOutside(t *testing.T) {
	for _, row := range must.Table(t, "testdata/tools-by-hand.tsv", 4) {
		t.Run(row[0], func(t *testing.T) {
			d := newDesk(t, toolsByHand)
			d.want("the first look")
			d.byHand(row[1], row[2])
			var want []string
			if row[3] != "" {
				want = strings.Split(row[3], ", ")
			}
			d.want("by hand", want...)
			d.edit(d.AddTool(&toolrule.Rule{Tool: "Read", Act: toolrule.Context, Message: "m"}, "test"))
			d.want("after a change of neverask's", want...)
			d.confirm()
			d.want("confirmed")
		})
	}
}

func TestOwnEditsOfToolRules(t *testing.T) {
	d := newDesk(t, toolsByHand)
	d.want("the first look")
	d.edit(d.AddTool(&toolrule.Rule{ID: "l", Tool: "Bash", Act: toolrule.Context, Message: "m"}, "test"))
	d.want("added")
	d.edit(d.ChangeTool("no", func(r toolrule.Rule) (toolrule.Rule, error) { r.Act = toolrule.Context; return r, nil }))
	d.edit(d.Removing("sure"))
	d.want("changed and removed")
	d.undo()
	d.want("undone")
	// A rule that somebody else has changed is still told of when neverask changes it.
	d.byHand(`"push"`, `"p"`)
	d.want("by hand", "tool/no changed")
	d.edit(d.ChangeTool("no", func(r toolrule.Rule) (toolrule.Rule, error) { r.Message = "yes"; return r, nil }))
	d.want("and by neverask", "tool/no changed")
	d.byHand(`"p"`, `"push"`)
	d.confirm()
	d.want("confirmed")
}

// TestMemoryWithoutToolRules: a memory of a version that did not watch them reports
// none that were there at its last look.
func TestMemoryWithoutToolRules(t *testing.T) {
	d := newDesk(t, strings.Replace(toolsByHand, `"deny"`, `"context"`, 1))
	d.want("the first look")
	b, err := os.ReadFile(d.Watch.path)
	must.Do(t, err)
	var old map[string]json.RawMessage
	must.Do(t, json.Unmarshal(b, &old))
	delete(old, "tools")
	if b, err = json.Marshal(old); err != nil {
		t.Fatal(err)
	}
	must.Do(t, ownfile.Write(d.Watch.path, b, 0o600))
	d.byHand(`[`, `[{"id":"l","tool":"Bash","act":"context","message":"m"},`)
	d.want("by hand", "tool/l appeared")
}
