package config

import (
	"fmt"
	"reflect"
	"testing"

	"neverask/settings"
	"neverask/settings/musttest"
)

// TestReadingsAreTheCallersOwn: a document is read once, and what somebody does to the
// groups and rejections that they got is not seen by the next one.
func TestReadingsAreTheCallersOwn(t *testing.T) {
	doc, err := settings.Parse([]byte(`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}, {"type": "http", "url": "x", "timeout": "soon"}]}]}}`))
	musttest.Do(t, err)
	want, wantErr := reader{doc: doc}.groups()
	for range 3 {
		got, err := Read(doc)
		if wrong := Rejected(doc); !reflect.DeepEqual(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) || len(wrong) != 1 || wrong[0].Line != 1 {
			t.Fatalf("read otherwise: %+v, %v, %+v", got, err, wrong)
		} else {
			wrong[0] = Rejection{}
		}
		got[0].Event = "x"
		got[0].Handlers = append(got[0].Handlers, Handler{Command: "y"})
		got[0].Handlers[0].Command = "x"
	}
}
