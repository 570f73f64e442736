package main

import (
	"os"
	"path/filepath"
	"slices"

	"neverask/settings/musttest"
)

// misled puts a symlink in the way of every file that is made, right before it is made. What
// it points to stays as it is.
func (c course) misled() {
	outside := filepath.Join(c.TempDir(), "victim")
	made := c.count(func(op Op) bool { return op.Name == "create" || op.Name == "rename" || op.Name == "link" })
	every(made, func(n int) bool {
		c.become(c.before)
		musttest.Do(c, os.WriteFile(outside, []byte("{}"), 0o640))
		i, planted := 0, ""
		_, err := c.program(c.what).Run(func(op Op) Action {
			made := op.Path
			if op.To != "" {
				made = op.To
			}
			switch op.Name {
			case "create":
				// Settings that are a symlink are the person's wish.
				name, err := filepath.Rel(c.home, made)
				if err != nil || slices.Contains(c.exact, name) {
					return Action{}
				}
			case "rename", "link":
			default:
				return Action{}
			}
			if i++; i == n {
				planted = made
				_ = os.Remove(made)
				_ = os.Symlink(outside, made) // fails where the directory is yet to be made
			}
			return Action{}
		})
		musttest.Do(c, err)
		if i < n {
			return true
		}
		info, err := os.Stat(outside)
		musttest.Do(c, err)
		if b, err := os.ReadFile(outside); err != nil || string(b) != "{}" || info.Mode() != 0o640 {
			c.Errorf("through %s: %v %.200q, %v", planted, info.Mode(), b, err)
		}
		return false
	})
}
