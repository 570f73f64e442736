package chain

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"neverask/settings/ownfile"
)

// Write writes the file of entries, which is not there when there are
// none. The hook looks for it at every question.
func Write(file string, entries []Entry) error {
	if len(entries) == 0 {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	content := Format(entries)
	// What the hook cannot read keeps it from answering anything.
	if _, err := Parse(content); err != nil {
		return fmt.Errorf("cannot record the chained hooks: %w", err)
	}
	if len(content) > MaxFile {
		return fmt.Errorf("cannot record the chained hooks: %d of them take more than %d bytes", len(entries), MaxFile)
	}
	if old, err := os.ReadFile(file); err == nil && string(old) == string(content) {
		return nil
	}
	if err := ownfile.Write(file, content, 0o600); err != nil {
		return fmt.Errorf("cannot record the chained hooks: %w", err)
	}
	return nil
}
