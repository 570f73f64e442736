package ownfile

import (
	"math"
	"os"

	"neverask/settings/saferead"
)

// Append opens a file for reading and for appending, and creates it for its owner alone.
// Anything but a regular file, such as a link, is an error.
func Append(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|safeFlags, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = saferead.Check(info, math.MaxInt64)
	}
	if err != nil {
		f.Close()
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return f, nil
}
