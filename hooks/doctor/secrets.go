package doctor

import (
	"os"

	"neverask/diffview"
)

// hasSecrets reports whether something in a file has to be hidden when it is
// shown.
func hasSecrets(path string) bool {
	b, err := os.ReadFile(path)
	return err == nil && diffview.Redact(string(b)) != string(b)
}
