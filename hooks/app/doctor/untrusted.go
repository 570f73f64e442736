package doctor

import (
	"cmp"
	"encoding/json"
	"path/filepath"

	"neverask/hooks/app/installer"
	"neverask/settings/saferead"
)

// maxState is how much is read of the file in which the client keeps what it
// remembers, the prompts of all projects among them.
const maxState = 64 << 20

// Untrusted reports whether Claude Code does not trust the working directory
// yet, and returns the file that says so. Where there is no such file nothing is
// known.
func Untrusted(in *installer.Installer) (path string, untrusted bool) {
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
	// Trust reaches down to the folders below.
	for dir := in.Locations.Dir; ; dir = filepath.Dir(dir) {
		if state.Projects[dir].Trusted {
			return path, false
		}
		if dir == filepath.Dir(dir) {
			return path, true
		}
	}
}
