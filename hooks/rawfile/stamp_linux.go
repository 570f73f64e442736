package rawfile

import (
	"encoding/binary"
	"syscall"
	"time"
)

// settling is how long a file must have been left alone before its times prove
// anything: the kernel counts them in ticks of up to ten milliseconds, and two
// changes within one tick look like one.
const settling = 100 * time.Millisecond

// Stamp returns a string that changes whenever the file is changed, and "" when
// there is none: right after a change, on network and foreign file systems, and
// on systems other than Linux. Take it before reading the content that it is to
// stand for.
//
// It holds the time of the last change of the inode, which no program can set,
// beside the file's identity, size and modification time.
func (f *File) Stamp(now time.Time) string {
	var stat syscall.Stat_t
	var system syscall.Statfs_t
	if syscall.Fstat(f.fd, &stat) != nil || syscall.Fstatfs(f.fd, &system) != nil || !countsTicks(int64(system.Type)) {
		return ""
	}
	// Whole seconds are the times of an old ext4, which keeps nothing finer.
	changed := time.Unix(stat.Ctim.Unix())
	if changed.Nanosecond() == 0 || now.Sub(changed) < settling {
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

// countsTicks reports whether a file system takes its times from this kernel's
// clock, tick by tick.
func countsTicks(fileSystem int64) bool {
	switch uint32(fileSystem) {
	case 0xEF53, // ext4
		0x58465342, // XFS
		0x9123683E, // Btrfs
		0xF2F52010, // F2FS
		0x2FC12FC1, // ZFS
		0x01021994, // tmpfs
		0x794C7630: // overlay
		return true
	}
	return false
}
