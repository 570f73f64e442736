package status

import (
	"fmt"
	"path/filepath"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/settings/worktree"
)

// MovedFix says what to do about hooks that run another copy of neverask's.
const MovedFix = "run neverask install with the environment it was installed with, or remove it with neverask hooks rm"

// Moved says that n hooks run another copy of neverask's hook.
func Moved(n int, command, hook string) string {
	if n == 1 {
		return command + " is not where this neverask installs its hook: " + hook
	}
	return fmt.Sprintf("%d hooks run %s, which is not where this neverask installs its hook: %s", n, command, hook)
}

// movedHook is an entry that runs another copy of neverask's hook.
type movedHook struct {
	event string
	config.Handler
}

// RunsOther returns the command of a handler that runs a hook named like neverask's at another path.
func RunsOther(h config.Handler, hook string) (command string, ok bool) {
	command = strings.Trim(h.Command, `"'`)
	return command, h.Type == "command" && filepath.Base(command) == filepath.Base(hook) && command != hook &&
		worktree.Real(command) != hook
}

// movedHooks finds the entries that run another copy of neverask's hook.
func movedHooks(groups []config.Group, hook string) (all []movedHook) {
	for _, g := range groups {
		for _, h := range g.Handlers {
			if _, other := RunsOther(h, hook); other {
				all = append(all, movedHook{g.Event, h})
			}
		}
	}
	return all
}
