package safety

import "testing"

// TestNewAct: an act is new in every form and language, unless one of the others speaks of it.
func TestNewAct(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, other, want string }{
		{"Comments in the code, and the wiki pages are removed", "Comments in the code", "removed"},
		{"Comments in the code, and the wiki pages are removed", "The old comments are taken out. Remove them", ""},
		{"Kurze Notiz, die alten Zweige werden gelöscht", "Kurze Notiz", "geloscht"},
		{"Kurze Notiz, die alten Zweige werden gelöscht", "Deletes nothing", ""},
		{"写完后删除旧分支", "写完", "删"},
		{"Terse, then sent to the list and deployed", "sends a mail", "deployed"},
		{"All four sections", "", ""},
		{"", "delete", ""},
	} {
		if got := NewAct(tt.text, []string{"again", tt.other}); got != tt.want {
			t.Errorf("%q after %q: %q, want %q", tt.text, tt.other, got, tt.want)
		}
	}
}
