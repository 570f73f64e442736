package saferead

import (
	"io/fs"
	"os"
)

// A Stamp distinguishes two states of a file without reading it: equal Stamps mean the same
// file, not written in between. The zero Stamp means that the file does not exist or cannot be
// examined.
type Stamp struct {
	Exists   bool
	Size     int64
	Modified int64  // in nanoseconds since 1970
	Inode    uint64 // 0 if the system does not report it
}

// StampOf returns the Stamp of a file, following links.
func StampOf(path string) Stamp {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{}
	}
	return Stamped(info)
}

// Stamped returns the Stamp for a file's info.
func Stamped(info fs.FileInfo) Stamp {
	return Stamp{true, info.Size(), info.ModTime().UnixNano(), inode(info)}
}
