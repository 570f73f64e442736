package doctor

import (
	"cmp"
	"encoding/json"
	"path/filepath"

	"neverask/hooks/app/planner"
	"neverask/settings/saferead"
)

// maxState is how much is read of the client's state file, which includes the prompts of all
// projects.
const maxState = 64 << 20

// Untrusted reports whether Claude Code does not trust the working directory yet, and returns
// the file that says so. Without such a file, nothing is known.
func Untrusted(in *planner.Planner) (path string, untrusted bool) {
	path = filepath.Join(cmp.Or(in.Locations.ConfigDir, in.Locations.Home), ".claude.json")
	b, err := saferead.ReadFile(path, maxState)
	if err != nil {
		return path, false
	}
	var state struct {
		Projects map[string]struct {
			Trusted bool `json:"hasTrustDialogAccepted"`
		} `json:"projects"`
	}
	if json.Unmarshal(b, &state) != nil {
		return path, false
	}
	// Trust extends to subdirectories.
	for dir := in.Locations.Dir; ; dir = filepath.Dir(dir) {
		if state.Projects[dir].Trusted {
			return path, false
		}
		if dir == filepath.Dir(dir) {
			return path, true
		}
	}
}
