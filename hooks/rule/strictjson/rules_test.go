package strictjson

import (
	"fmt"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// TestMayHaveID: however an id is spelled, a rule that has it is looked at.
func TestMayHaveID(t *testing.T) {
	for _, tt := range []struct {
		rule, id string
		want     bool
	}{
		{`{"id":"a"}`, "a", true},
		{`{"id":"b"}`, "a", false},
		{`{"id":"b","note":"a"}`, "a", false},
		{`{"id":"\u0061"}`, "a", true},
		{`{"\u0069d":"a"}`, "a", true},
		{`{"id":"x","\u0069d":"\u0061"}`, "a", true}, // twice: it holds none, and is read to say so
		{`{"id":"a\/b"}`, "a/b", true},
		{`{"id":"a\tb"}`, "a\tb", true},
		{`{"id":"a\"b","matches":"\\s"}`, `a"b`, true},
		{`{"id":"b","matches":"\\s"}`, "a", false},
		{`{"note":"no id: it gets one"}`, "a", true},
	} {
		v, err := hooks.Parse(tt.rule)
		musttest.Do(t, err)
		if got := mayHaveID(v, tt.id); got != tt.want {
			t.Errorf("%s, %q: %v", tt.rule, tt.id, got)
		}
	}
}

// A kept thing is a rule that needs a text, and gets its id from the note.
type kept struct{ ID, Text, Note string }

func (k kept) Check() error {
	if k.Text == "" {
		return Needed("text", "a rule needs a %s", "text")
	}
	return nil
}

func (k kept) NewID() string { return "of-" + k.Note }

var keptRules = Rules[kept]{
	Fields: Fields[kept]{
		{Name: "id", Part: Naming, Of: func(k *kept) Value { return String.At(&k.ID) }},
		{Name: "text", Of: func(k *kept) Value { return String.At(&k.Text) }},
		{Name: "note", Of: func(k *kept) Value { return String.At(&k.Note) }},
	},
	ID: func(k *kept) *string { return &k.ID },
}

func ids(rules []kept) (all string) {
	for _, r := range rules {
		all += r.ID + " "
	}
	return all
}

// TestRules: a rule with a fault does nothing and is reported by its id, and no rule that follows is lost.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ list, valid, faults string }{
		{`[]`, "", ""},
		{`[{"id":"a","text":"t"},{"id":"b","text":"t"}]`, "a b ", ""},
		{`[{"text":"t","note":"n"}]`, "of-n ", ""},
		{`[{"id":"a","text":"t"},{"id":"a","text":"u"},{"id":"b","text":"t"}]`, "a b ",
			"23 a: another rule has the same id\n"},
		{`[{"text":"t","note":"n"},{"id":"of-n","text":"t"}]`, "of-n ", "25 of-n: another rule has the same id\n"},
		{`[{"id":"a"},{"id":"a","text":"t"}]`, "a ", "1 a: a rule needs a text\n"},
		{`[{"text":7,"id":"a"},{"id":"b","text":"t"}]`, "b ", "9 a: \"text\" must be a non-empty string\n"},
		{`[{"txt":"t"},{"id":"b","text":"t"}]`, "b ", "2 : unknown member \"txt\" (did you mean \"text\"?)\n"},
		{`[7,{"id":"b","text":"t"}]`, "b ", "1 : a rule must be an object\n"},
	} {
		list, err := hooks.Parse(tt.list)
		musttest.Do(t, err)
		faults := ""
		got := keptRules.List(list, func(id string, f *Fault) {
			faults += fmt.Sprintf("%d %s: %s\n", f.Offset, id, f.Message)
		})
		if ids(got) != tt.valid || faults != tt.faults {
			t.Errorf("%s: %q, faults %q", tt.list, ids(got), faults)
		}
	}
}

// TestSomeRules: which of the wanted rules hold does not depend on what else was read.
func TestSomeRules(t *testing.T) {
	t.Parallel()
	unchecked := func(kept) error { return nil }
	for _, tt := range []struct {
		list  string
		check func(kept) error
		want  string
	}{
		{`[{"id":"a","text":"want"},{"id":"b","text":"other"}]`, kept.Check, "a "},
		{`[{"id":"a","text":"want"},{"id":"a","text":"want"}]`, kept.Check, "a "},
		{`[{"id":"a","text":"other"},{"id":"a","text":"want"}]`, kept.Check, ""},
		{`[{"id":"a","text":"want"},{"id":"a","text":"other"}]`, kept.Check, "a "},
		{`[{"text":"other","note":"n"},{"id":"of-n","text":"want"}]`, kept.Check, ""},
		{`[{"text":"want","note":"n"}]`, kept.Check, "of-n "},
		// A rule that does not hold has no id to take.
		{`[{"id":"a","note":"other"},{"id":"a","text":"want"}]`, kept.Check, "a "},
		{`[{"id":"a","text":"other","x":1},{"id":"a","text":"want"}]`, kept.Check, "a "},
		{`[{"id":"a","text":"want","x":1},{"id":"b","text":"want"}]`, kept.Check, "b "},
		{`[{"id":"a","note":"want"},{"id":"b","text":"want"}]`, kept.Check, "b "},
		{`[{"id":"a","note":"want"},{"id":"a","text":"want"}]`, unchecked, "a a "},
	} {
		list, err := hooks.Parse(tt.list)
		musttest.Do(t, err)
		wanted := func(v hooks.Value) bool { return strings.Contains(v.Raw(), "want") }
		if got := ids(keptRules.Some(list, wanted, tt.check)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.list, got, tt.want)
		}
	}
}

// TestListIn: no rule is taken from a file that a newer neverask may have written.
func TestListIn(t *testing.T) {
	t.Parallel()
	const other = "the preferences are of another version, or have a member twice"
	for _, tt := range []struct{ file, list, fault string }{
		{"", "", ""},
		{"\ufeff \n", "", ""},
		{`{"version":1}`, "", ""},
		{`{"version":1,"rules":[7],"tools":[8]}`, "[7]", ""},
		{"\ufeff" + `{"version":1,"rules":[7]}`, "[7]", ""},
		{`{"version":2,"rules":[7]}`, "", other},
		{`{"version":"1","rules":[7]}`, "", other},
		{`{"version":1.0,"rules":[7]}`, "", other},
		{`{"rules":[7]}`, "", other},
		{`{"version":1,"rules":[7],"rules":[8]}`, "", other},
		{`[]`, "", other},
	} {
		list, document, err := ListIn(tt.file, "rules")
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if list.Raw() != tt.list || fault != tt.fault {
			t.Errorf("%s: %s, %q", tt.file, list.Raw(), fault)
		}
		if document != strings.TrimPrefix(tt.file, "\ufeff") {
			t.Errorf("%q: positions refer to %q", tt.file, document)
		}
	}
	if _, _, err := ListIn(`{"version":1`, "rules"); err == nil {
		t.Error("half a file has no fault")
	}
}
