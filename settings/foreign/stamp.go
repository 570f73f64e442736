package foreign

import (
	"io/fs"
	"os"
)

// A Stamp tells two states of a file apart without reading it: equal Stamps are of
// the same file, which nobody has written in between. The zero Stamp is of a file
// that is not there, or cannot be looked at.
type Stamp struct {
	Exists   bool
	Size     int64
	Modified int64  // in nanoseconds since 1970
	Inode    uint64 // 0 where the system does not tell it
}

// StampOf looks at a file, through links.
func StampOf(path string) Stamp {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{}
	}
	return Stamped(info)
}

// Stamped is the Stamp of a file that was looked at.
func Stamped(info fs.FileInfo) Stamp {
	return Stamp{true, info.Size(), info.ModTime().UnixNano(), inode(info)}
}
