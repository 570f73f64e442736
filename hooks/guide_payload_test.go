package hooks

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

var updateGuide = flag.Bool("update-guide", false, "write the table of payloads into docs/library.md")

// TestGuidePayloads: the guide lists the fields of each payload.
func TestGuidePayloads(t *testing.T) {
	common := fieldsOf(reflect.TypeFor[Common](), nil)
	var table strings.Builder
	table.WriteString("| event | fields |\n|---|---|\n")
	for _, event := range Events() {
		p, err := ParsePayload([]byte(`{"hook_event_name":"` + string(event) + `","tool_name":"x","tool_input":{}}`))
		if err != nil {
			t.Fatal(event, err)
		}
		own := "–"
		if fields := fieldsOf(reflect.TypeOf(p), common); len(fields) > 0 {
			own = "`" + strings.Join(fields, "`, `") + "`"
		}
		fmt.Fprintf(&table, "| %s | %s |\n", event, own)
	}
	const file = "../docs/library.md"
	guide, err := os.ReadFile(file)
	musttest.Do(t, err)
	before, rest, found := strings.Cut(string(guide), "## What is in a payload\n")
	said, after, closed := strings.Cut(rest, "\n## ")
	if !found || !closed {
		t.Fatal("the guide does not say what is in a payload")
	}
	intro, _, _ := strings.Cut(said, "\n| event |")
	for _, name := range common {
		if !strings.Contains(intro, "`"+name+"`") {
			t.Errorf("the guide does not say that every payload has %s", name)
		}
	}
	if want := "\n" + strings.TrimSpace(intro) + "\n\n" + table.String(); said != want {
		if !*updateGuide {
			t.Fatal("the table of payloads is another: go test ./hooks -run TestGuidePayloads -update-guide")
		}
		musttest.Do(t, os.WriteFile(file, []byte(before+"## What is in a payload\n"+want+"\n## "+after), 0o644))
	}
}

// fieldsOf are the exported fields of a struct and of what it embeds, without some.
func fieldsOf(t reflect.Type, without []string) (names []string) {
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() && !f.Anonymous && !strings.Contains(" "+strings.Join(without, " ")+" ", " "+f.Name+" ") {
			names = append(names, f.Name)
		}
	}
	return names
}
