package rawfile

import (
	"encoding/binary"
	"syscall"
	"time"
)

// settling is how long a file must have been left alone before its times prove
// anything: they are counted in ticks, of up to two seconds on some file systems,
// and two changes within one tick look like one.
const settling = 3 * time.Second

// Stamp returns a string that changes whenever the file is changed, and "" when
// there is none: shortly after a change, and on systems other than Linux. Take it
// before reading the content that it is to stand for.
//
// It holds the time of the last change of the inode, which no program can set,
// beside the file's identity, size and modification time.
func (f *File) Stamp(now time.Time) string {
	var stat syscall.Stat_t
	if syscall.Fstat(f.fd, &stat) != nil {
		return ""
	}
	changed := time.Unix(stat.Ctim.Unix())
	if age := now.Sub(changed); age < settling {
		return ""
	}
	b := make([]byte, 0, 48)
	for _, n := range [...]int64{
		int64(stat.Dev), int64(stat.Ino), stat.Size, stat.Mtim.Nano(), stat.Ctim.Nano(),
	} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return string(b)
}
