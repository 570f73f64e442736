package dispatch

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings/musttest"
)

const typesFile = "testdata/types.tsv"

var handlerTypes = []string{"http", "mcp_tool", "prompt", "agent"}

// A types says for each event of which types the client calls handlers: "+" or "-"; "~"
// where it does at some of the times that the event has.
type types map[hooks.Event]map[string]string

func typeTable(t *testing.T) types {
	t.Helper()
	table := types{}
	for _, row := range musttest.Table(t, typesFile, 1+len(handlerTypes)) {
		cells := map[string]string{}
		for i, kind := range handlerTypes {
			cells[kind] = row[1+i]
		}
		table[hooks.Event(row[0])] = cells
	}
	if got := slices.Collect(maps.Keys(table)); len(got) != len(hooks.Events()) {
		t.Fatalf("%d events", len(got))
	}
	return table
}

func (table types) String() string {
	var b strings.Builder
	b.WriteString("# Of which types Claude Code 2.1.329 calls handlers at an event: TestClientAgreesOnTypes -client.whole -update-types fills it in.\n# event\t" + strings.Join(handlerTypes, "\t") + "\n")
	for _, e := range hooks.Events() {
		b.WriteString(string(e))
		for _, kind := range handlerTypes {
			b.WriteString("\t" + table[e][kind])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestTypes: what is predicted is what the client does.
func TestTypes(t *testing.T) {
	t.Parallel()
	for e, cells := range typeTable(t) {
		for kind, called := range cells {
			h := config.Hook{Group: config.Group{Event: string(e)}, Handler: config.Handler{Type: kind, URL: "http://localhost/"}}
			if why, never := Uncalled(h, config.HTTPRequests{}); never != (called == "-") {
				t.Errorf("%s at %s: %q, and the table says %s", kind, e, why, called)
			}
		}
		h := config.Hook{Group: config.Group{Event: string(e)}, Handler: config.Handler{Type: "command", Command: "true"}}
		if why, never := Uncalled(h, config.HTTPRequests{URLs: []string{}}); never {
			t.Errorf("a command at %s: %s", e, why)
		}
	}
}
