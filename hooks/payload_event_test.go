package hooks

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// wholePayloads are the members that each event has beside the common ones, and what is
// read of them.
func wholePayloads(t testing.TB) map[Event]struct{ members, fields string } {
	t.Helper()
	all := map[Event]struct{ members, fields string }{}
	for _, row := range musttest.Table(t, "testdata/payloads.tsv", 3) {
		all[Event(row[0])] = struct{ members, fields string }{row[1], row[2]}
	}
	return all
}

// own are the fields of a payload beside the common ones.
func own(p Payload) string {
	var fields []string
	v := reflect.ValueOf(p)
	for _, f := range fieldsOf(v.Type(), fieldsOf(reflect.TypeFor[Common](), nil)) {
		field := v.FieldByName(f).Interface()
		switch of := field.(type) {
		case Value:
			field = of.Raw()
		case []BatchCall:
			field = fmt.Sprintf("%d: %s %s %s %s", len(of), of[0].ToolName, of[0].ToolInput.Raw(), of[0].ToolUseID, of[0].ToolResponse.Raw())
		}
		fields = append(fields, fmt.Sprint(f, "=", field))
	}
	return strings.Join(fields, " ")
}

func TestEveryPayload(t *testing.T) {
	all := wholePayloads(t)
	if len(all) != len(Events()) || len(Events()) != 33 {
		t.Fatalf("%d payloads for %d events", len(all), len(Events()))
	}
	for _, event := range Events() {
		tt, ok := all[event]
		if !ok {
			t.Errorf("%s has no payload", event)
			continue
		}
		text := `{` + common + `,"hook_event_name":"` + string(event) + `",` + tt.members + `,"agent_id":"a","agent_type":"x","new":[1.50]}`
		got, err := ParsePayload([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", event, err)
			continue
		}
		if fields := own(got); fields != tt.fields || reflect.TypeOf(got).Name() != string(event) {
			t.Errorf("%T:\ngot  %s\nwant %s", got, fields, tt.fields)
		}
		if want := (Common{event, "s", "/t", "/c", "p", "plan", "a", "x", "high", object(t, text)}); !reflect.DeepEqual(got.Base(), want) {
			t.Errorf("%s: %+v", event, got.Base())
		}
		if got.Base().Document.Get("new").Raw() != "[1.50]" {
			t.Errorf("%s: an unknown member is lost", event)
		}
	}
}

func FuzzPayload(f *testing.F) {
	for event, tt := range wholePayloads(f) {
		f.Add([]byte(`{` + common + `,"hook_event_name":"` + string(event) + `",` + tt.members + `}`))
	}
	f.Add([]byte(`{"hook_event_name":"Stop","background_tasks":null,"stop_hook_active":"yes"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ParsePayload(b)
		if err != nil {
			return
		}
		c := p.Base()
		if c.Event == "" || string(c.Event) != c.Document.Get("hook_event_name").String() {
			t.Fatalf("event %q of %s", c.Event, c.Document.Raw())
		}
		if again, err := ParsePayload([]byte(c.Document.Raw())); err != nil || reflect.TypeOf(again) != reflect.TypeOf(p) {
			t.Fatalf("%T became %T, %v", p, again, err)
		}
	})
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
