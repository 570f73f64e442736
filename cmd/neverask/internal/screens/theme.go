package screens

import (
	"encoding/json"
	"os"

	"neverask/hooks/paths"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// A look is what screens.json holds.
type look struct {
	Theme string `json:"theme"`
}

// maxLook is more than the file ever holds.
const maxLook = 4 << 10

// readTheme is the one that the person chose, or "".
func readTheme(p paths.Paths) string {
	var l look
	if content, err := saferead.ReadFile(p.Screens(), maxLook); err == nil {
		_ = json.Unmarshal(content, &l) // a look that cannot be read is none
	}
	return l.Theme
}

func saveTheme(p paths.Paths, name string) error {
	content, err := json.Marshal(look{name})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.Config, 0o700); err != nil {
		return err
	}
	return ownfile.Write(p.Screens(), append(content, '\n'), 0o600)
}
