package doctor

import (
	"neverask/diffview"
	"neverask/settings"
	"neverask/settings/foreign"
)

// hasSecrets reports whether something in a file has to be hidden when it is
// shown.
func hasSecrets(path string) bool {
	b, err := foreign.ReadFile(path, settings.MaxSize)
	return err == nil && diffview.Redact(string(b)) != string(b)
}
