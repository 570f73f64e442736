package kit_test

import (
	"testing"

	"neverask/tui/kit"
)

// TestLettersLeftOut: what is found with letters left out looks meant. A name is short, a question has many words.
func TestLettersLeftOut(t *testing.T) {
	const (
		name     = "Run the tests before committing"
		question = "Should I run the unit tests of the billing module before I commit the change to main?"
		firmware = "Which partition should our firmware keep the settings in while an update is under way?"
	)
	for _, tt := range []struct {
		typed, text string
		found       bool
	}{
		// Initials, abbreviations and beginnings.
		{"rtbc", name, true},
		{"runtes", name, true},
		{"runt", name, true},
		{"rtests", "Run tests", true},
		{"rts", "Run the tests", true},
		{"pkgmgr", "Which package manager should it use?", true},
		{"cfhk", "Conflicting hooks", true},
		{"chng", "Undo the changes", true},
		{"cnfg", "Config", true},
		{"msg", "Message", true},
		{"rtut", question, true},
		{"bilmod", question, true},
		{"bilm", question, true},
		{"runut", question, false}, // a single letter in the middle is no part
		{"frmwr", firmware, true},
		{"updway", firmware, false}, // more than a word is passed over
		{"updund", firmware, true},
		// Letters that happen to be there.
		{"notthere", "The maintenance notice renders fine in the preview (412 recipients, list 'active-admins').", false},
		{"notthere", "112 issues have had no reply for a year. A good part of them seems solved by the rewrite in 3.0.", false},
		{"notthere", "All three nodes. TTL of the record is 300 s. How should the cutover happen in the end?", false},
		{"notthere", "Should it remove files that it did not create itself, for example one that was put there?", false},
		{"notthere", "Which services should infected guests find, who must not reach the real network?", false},
		{"notthere", "Next of the themes here", false},
		{"notthere", "~/bin/notify-others.sh --theme red", false},
		{"runtes", "Should the request block until every store reports back, or be answered right away?", false},
		{"delete", "Dark, light or every theme", false},
		// As it is.
		{"notthere", "~/bin/hook.sh is not there", true},
		{"not there", "~/bin/hook.sh is not there, which does not matter while all hooks are off", true},
	} {
		text := kit.NewSearchText(tt.text)
		hits := kit.NewNeedle(tt.typed).Among(1, func(int) *kit.SearchText { return &text })
		if found := len(hits) > 0; found != tt.found {
			t.Errorf("%q in %q: found %v, want %v", tt.typed, tt.text, found, tt.found)
		}
	}
}
