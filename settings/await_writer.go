package settings

import (
	"errors"
	"fmt"
	"time"
)

// ErrBusy says that another program may be writing a file: it has the file open for writing, or
// the file became empty a moment ago.
var ErrBusy = errors.New("another program may be writing it")

const (
	// patience is how long to wait for a program that is writing.
	patience = 2 * time.Second
	pause    = 5 * time.Millisecond
	// quiet is how long a file must be untouched to count as written completely.
	quiet = time.Minute
)

// awaitWriter waits for a program that is writing a file, and gives up with an error that wraps
// ErrBusy. A program that writes in place empties the file first: what is read then is not the
// person's content, and the program goes on writing to the file it opened, even if that is
// renamed.
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
		return nil //nolint:nilerr // nobody writes a file that is gone
	}
	if d.Held(target) {
		return fmt.Errorf("%s: is open for writing: %w", path, ErrBusy)
	}
	if age := time.Since(info.ModTime()); info.Size() == 0 && age < quiet {
		return fmt.Errorf("%s: became empty a moment ago: %w; if none is, write {} into it", path, ErrBusy)
	}
	return nil
}
