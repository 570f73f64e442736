package transcript

import "testing"

// TestFolder: everything but ASCII letters and digits becomes a hyphen.
func TestFolder(t *testing.T) {
	for dir, want := range map[string]string{
		"/home/me/shop": "-home-me-shop", "/a.b/c_d 1": "-a-b-c-d-1", "/Größe": "-Gr--e", "": "",
	} {
		if got := Folder(dir); got != want {
			t.Errorf("%q: %q, want %q", dir, got, want)
		}
	}
}

// TestWholeIn: a question that only the log has is found again in the one before it that has descriptions.
func TestWholeIn(t *testing.T) {
	whole := Question{Text: "Which?", Header: "H", Options: []Option{{Label: "A", Description: "the first"}, {Label: "B"}}}
	logged := Question{Text: "Which?", Header: "H", Options: []Option{{Label: "A"}, {Label: "B"}}, Logged: true}
	other, cut := whole, whole
	other.Options, cut.Cut = []Option{{Label: "A", Description: "the first"}, {Label: "C"}}, true
	for name, c := range map[string]struct {
		q      Question
		before []Question
		want   int // its index in before; -1 for none, -2 for the question itself
	}{
		"itself":         {whole, nil, -2},
		"the last whole": {logged, []Question{whole, whole, other}, 1},
		"another":        {logged, []Question{other, logged}, -1},
		"cut":            {logged, []Question{cut}, -1},
		"none":           {logged, nil, -1},
	} {
		got := c.q.WholeIn(c.before)
		switch c.want {
		case -2:
			if got != &c.q {
				got = nil
			}
		case -1:
			if got != nil {
				t.Errorf("%s: found %+v", name, got)
			}
			continue
		default:
			if got != &c.before[c.want] {
				got = nil
			}
		}
		if got == nil {
			t.Errorf("%s: not found", name)
		}
	}
}
