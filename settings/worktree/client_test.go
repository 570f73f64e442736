//go:build linux

package worktree

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// TestClientReadsLocalSettings holds where the client reads settings.local.json:
// at the top of the main checkout, if there is one, and in the directory that it is
// started in. A variable that both files set shows which of them wins.
func TestClientReadsLocalSettings(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	slots := make(chan bool, 3) // at once
	var all sync.WaitGroup
	defer all.Wait()
	for i, s := range shapes {
		if !*ct.Whole && i%6 != 1 {
			continue // one of each kind is left: a checkout, a worktree, one that is broken, one that is forged
		}
		root := filepath.Join(lab.Root, strings.ReplaceAll(s.name, " ", "-"))
		s.build(t, root)
		top := s.main
		if top == "" {
			top = s.top
		}
		if top == "" {
			top = s.dir
		}
		var want []string
		for _, dir := range []string{"main", "tree", s.top, s.dir, top} {
			if _, err := os.Stat(filepath.Join(root, dir)); err != nil || dir == "" {
				continue
			}
			local := filepath.Join(Real(filepath.Join(root, dir)), ".claude", "settings.local.json")
			musttest.Do(t, os.MkdirAll(filepath.Dir(local), 0o755))
			report := lab.JSON("echo " + local + " $LAB_WINNER >>" + root + "/seen")
			musttest.Do(t, os.WriteFile(local, []byte(`{"env":{"LAB_WINNER":`+lab.JSON(local)+`},"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":`+report+`}]}]}}`), 0o600))
		}
		winner := filepath.Join(Real(filepath.Join(root, top)), ".claude", "settings.local.json")
		for _, dir := range []string{s.dir, top} {
			want = append(want, filepath.Join(Real(filepath.Join(root, dir)), ".claude", "settings.local.json")+" "+winner)
		}
		slices.Sort(want)
		want = slices.Compact(want)
		cmd := lab.Command("-p", "hello")
		cmd.Dir = filepath.Join(root, s.dir)
		all.Go(func() {
			slots <- true
			defer func() { <-slots }()
			if err := lab.Start(cmd); err != nil {
				t.Error(err)
				return
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("%s: %v", s.name, err)
			}
			b, _ := os.ReadFile(filepath.Join(root, "seen"))
			got := strings.FieldsFunc(string(b), func(r rune) bool { return r == '\n' })
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: the client reads\n%s\nwant\n%s", s.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}
