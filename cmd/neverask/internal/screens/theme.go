package screens

import (
	"encoding/json"
	"os"

	"neverask/hooks/paths"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// look is the content of screens.json.
type look struct {
	Theme string `json:"theme"`
}

// maxLook is more than the file ever needs.
const maxLook = 4 << 10

// readTheme returns the theme that the person chose, or "".
func readTheme(p paths.Paths) string {
	var l look
	if content, err := saferead.ReadFile(p.Screens(), maxLook); err == nil {
		_ = json.Unmarshal(content, &l) // ignore an unreadable file
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
