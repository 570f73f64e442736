package preferences

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/settings"
	"neverask/settings/musttest"
)

// BenchmarkWatch looks at 10,000 rules of which a hand has changed one.
func BenchmarkWatch(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "preferences.json")
	var rules []string
	for i := range 10_000 {
		rules = append(rules, fmt.Sprintf(`{"id":"r%d","match":{"text":"Question %d?"},"mode":"never-ask","answer":"Yes"}`, i, i))
	}
	content := `{"version":1,"rules":[` + strings.Join(rules, ",\n") + `]}`
	book := Open(path, settings.NewStore(dir, time.Now), time.Now)
	watch := New(book, dir)
	for _, c := range []string{content, strings.Replace(content, `"Yes"`, `"No"`, 1)} {
		musttest.Write(b, path, c)
		if _, err := watch.Appeared(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if found, err := watch.Appeared(context.Background()); err != nil || len(found) != 1 {
			b.Fatal(found, err)
		}
	}
}
