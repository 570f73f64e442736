package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// call is an Op on its way.
type call struct {
	Op
	fd     int // that it is about, or -1
	length int // of a write
	empty  bool
}

func (c *call) within(dir string) bool {
	in := func(path string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
	return in(c.Path) || in(c.To)
}

// decode tells what a system call is about to do to a file.
func decode(tid int, nr uint64, a [5]uint64) (*call, bool) {
	c := &call{fd: -1}
	at := func(dir, name uint64) string { return pathAt(tid, int32(dir), name) }
	const here = uint64(0xffffffffffffff9c) // AT_FDCWD
	switch nr {
	case unix.SYS_OPENAT:
		c.open(at(a[0], a[1]), a[2])
	case unix.SYS_OPEN:
		c.open(at(here, a[0]), a[1])
	case unix.SYS_WRITE, unix.SYS_PWRITE64:
		c.file(tid, "write", a[0])
		c.length = int(a[2])
	case unix.SYS_FTRUNCATE:
		c.file(tid, "truncate", a[0])
	case unix.SYS_FSYNC, unix.SYS_FDATASYNC:
		c.file(tid, "sync", a[0])
	case unix.SYS_FCHMOD:
		c.file(tid, "chmod", a[0])
	case unix.SYS_FCHOWN:
		c.file(tid, "chown", a[0])
	case unix.SYS_FLOCK:
		c.file(tid, "lock", a[0])
	case unix.SYS_FCHMODAT:
		c.Op = Op{Name: "chmod", Path: at(a[0], a[1])}
	case unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2:
		c.Op = Op{Name: "rename", Path: at(a[0], a[1]), To: at(a[2], a[3])}
		if nr == unix.SYS_RENAMEAT2 && a[4]&unix.RENAME_EXCHANGE != 0 {
			c.Name = "exchange"
		}
	case unix.SYS_RENAME:
		c.Op = Op{Name: "rename", Path: at(here, a[0]), To: at(here, a[1])}
	case unix.SYS_LINKAT:
		c.Op = Op{Name: "link", Path: at(a[0], a[1]), To: at(a[2], a[3])}
	case unix.SYS_SYMLINKAT:
		c.Op = Op{Name: "symlink", Path: text(tid, a[0]), To: at(a[1], a[2])}
	case unix.SYS_UNLINKAT:
		c.Op = Op{Name: "remove", Path: at(a[0], a[1])}
		if a[2]&unix.AT_REMOVEDIR != 0 {
			c.Name = "rmdir"
		}
	case unix.SYS_UNLINK:
		c.Op = Op{Name: "remove", Path: at(here, a[0])}
	case unix.SYS_RMDIR:
		c.Op = Op{Name: "rmdir", Path: at(here, a[0])}
	case unix.SYS_MKDIRAT:
		c.Op = Op{Name: "mkdir", Path: at(a[0], a[1])}
	case unix.SYS_MKDIR:
		c.Op = Op{Name: "mkdir", Path: at(here, a[0])}
	default:
		return nil, false
	}
	return c, true
}

func (c *call) open(path string, flags uint64) {
	c.Op = Op{Name: "open", Path: path}
	if flags&(unix.O_CREAT|unix.O_TRUNC|unix.O_WRONLY|unix.O_RDWR) != 0 {
		c.Name = "create"
	}
	c.empty = flags&unix.O_TRUNC != 0
}

func (c *call) file(tid int, name string, fd uint64) {
	c.fd = int(int32(fd))
	path, _ := os.Readlink(fdName(tid, c.fd))
	c.Op = Op{Name: name, Path: path}
}

func fdName(tid, fd int) string { return fmt.Sprintf("/proc/%d/fd/%d", tid, fd) }

// pathAt returns an absolute path for a name that a tracee gives.
func pathAt(tid int, dir int32, name uint64) string {
	path := text(tid, name)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	from := fmt.Sprintf("/proc/%d/cwd", tid)
	if dir != unix.AT_FDCWD {
		from = fdName(tid, int(dir))
	}
	base, err := os.Readlink(from)
	if err != nil {
		return ""
	}
	return filepath.Join(base, path)
}

// text reads a string from the memory of a tracee.
func text(tid int, address uint64) string {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", tid))
	if err != nil {
		return ""
	}
	defer f.Close()
	b := make([]byte, 4096)
	n, _ := f.ReadAt(b, int64(address)) // less at the end of a mapping
	s, _, _ := bytes.Cut(b[:n], []byte{0})
	return string(s)
}
