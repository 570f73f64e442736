package main

import (
	"encoding/json"
	"os"

	"neverask/settings/foreign"
	"neverask/settings/ownfile"
)

// A look is what screens.json holds.
type look struct {
	Theme string `json:"theme"`
}

// maxLook is more than the file ever holds.
const maxLook = 4 << 10

// theme is the one that the person chose, or "".
func (a *app) theme() string {
	var l look
	if content, err := foreign.ReadFile(a.Installer.Paths.Screens(), maxLook); err == nil {
		_ = json.Unmarshal(content, &l) // a look that cannot be read is none
	}
	return l.Theme
}

func (a *app) saveTheme(name string) error {
	content, err := json.Marshal(look{name})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(a.Installer.Paths.Config, 0o700); err != nil {
		return err
	}
	return ownfile.Write(a.Installer.Paths.Screens(), append(content, '\n'), 0o600)
}
