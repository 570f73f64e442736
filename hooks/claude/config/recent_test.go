package config

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"neverask/settings"
	"neverask/settings/musttest"
)

// TestReadingsAreTheCallersOwn: a large document is read once, and what somebody does to
// what they got is not seen by the next one.
func TestReadingsAreTheCallersOwn(t *testing.T) {
	parse := func(command string) settings.Document {
		t.Helper()
		var groups []string
		for i := range 300 {
			groups = append(groups, fmt.Sprintf(`{"matcher": "Tool%d", "hooks": [{"type": "command", "command": "%s %d"}, {"type": "http", "url": "x", "timeout": "soon"}]}`, i, command, i))
		}
		doc, err := settings.Parse([]byte(`{"hooks": {"Stop": [` + strings.Join(groups, ",\n") + `]}}`))
		musttest.Do(t, err)
		return doc
	}
	for round := range 3 {
		for _, command := range []string{"a", "b", "c", "d", "e", "f"} {
			doc := parse(command)
			if len(doc.Bytes()) < worthKeeping {
				t.Fatal("too small to be kept")
			}
			want, wantErr := read(doc, nil)
			got, err := Read(doc)
			if !reflect.DeepEqual(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Fatalf("round %d: %s: read otherwise", round, command)
			}
			wrong := Rejected(doc)
			if !reflect.DeepEqual(wrong, rejected(doc)) || len(wrong) == 0 {
				t.Fatalf("round %d: %s: rejected otherwise", round, command)
			}
			for i := range got {
				got[i].Event, got[i].Handlers[0].Command = "x", "x"
				got[i].Handlers = append(got[i].Handlers[:1], Handler{Command: "y"})
			}
			wrong[0] = Rejection{}
		}
	}
}
