package settings

import (
	"errors"
	"fmt"
	"time"
)

// ErrBusy says that another program may be in the middle of writing a file: it has
// it open for writing, or the file was emptied a moment ago.
var ErrBusy = errors.New("another program may be writing it")

const (
	// patience is how long to wait for a file that is being written.
	patience = 2 * time.Second
	pause    = 5 * time.Millisecond
	// quiet is for how long a file must be untouched before nobody seems to be writing it.
	quiet = time.Minute
)

// awaitWriter waits for a program that is writing a file, and gives up with an error that
// wraps ErrBusy. A program that writes in place empties the file first: what is read then
// is not the person's content, and what the program writes goes to the file that it
// opened, whatever its name is by then.
func awaitWriter(d diskReader, path, target string) (err error) {
	for range patience / pause {
		if err = busy(d, path, target); err == nil {
			return nil
		}
		time.Sleep(pause)
	}
	return err
}

func busy(d diskReader, path, target string) error {
	info, err := d.Lstat(target)
	if err != nil {
		return nil //nolint:nilerr // a file that is gone is written by nobody
	}
	if d.Held(target) {
		return fmt.Errorf("%s: is open for writing: %w", path, ErrBusy)
	}
	if age := time.Since(info.ModTime()); info.Size() == 0 && age < quiet {
		return fmt.Errorf("%s: became empty a moment ago: %w; if none is, write {} into it", path, ErrBusy)
	}
	return nil
}
