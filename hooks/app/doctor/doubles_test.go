package doctor

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyDoubles: thousands of duplicate names give one finding, and each of the texts is made
// once.
func TestManyDoubles(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("{")
	for i := range 40_000 {
		fmt.Fprintf(&b, "\"a%d\": {\"x\": %d},\n", i%20_000, i/30_000)
	}
	b.WriteString("\"z\": 1}")
	f := &file{path: "settings.json", fixed: true}
	f.text([]byte(b.String()))
	if len(f.found) != 1 || f.found[0].ID != "duplicate-key" || f.found[0].Line != 1 || !f.found[0].ByName || len(f.found[0].Loses) != 20_000 ||
		f.found[0].Message != "/a0 occurs twice, on lines 1 and 20001, and there are 19999 more of this kind" {
		t.Errorf("%d findings, the first %.300q", len(f.found), fmt.Sprintf("%+v", f.found))
	}
}

// TestManyRejections: the part that is wrong is not looked for again for each.
func TestManyRejections(t *testing.T) {
	t.Parallel()
	f := &file{path: "settings.json", fixed: true}
	f.text([]byte(`{"hooks": {"Stop": [` + strings.Repeat(`{"hooks": [{"type": "Command", "command": "x"}]}, `, 20_000) + `{"hooks": []}]}}`))
	if n := len(f.found); n != 20_000 || f.found[n-1].ID != "entry-rejected" || !f.found[n-1].Fixable {
		t.Errorf("%d findings, the last %+v", n, f.found[max(0, n-1)])
	}
}
