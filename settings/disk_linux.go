package settings

import (
	"errors"

	"golang.org/x/sys/unix"
)

// accessACL is the attribute that holds a file's access list.
const accessACL = "system.posix_acl_access"

func copyACL(from, to string) error {
	list := make([]byte, 64<<10) // the longest possible
	n, err := unix.Lgetxattr(from, accessACL, list)
	if err != nil {
		// The file has none, but the directory may have given one to the new file.
		_ = unix.Lremovexattr(to, accessACL)
		return nil
	}
	return unix.Lsetxattr(to, accessACL, list[:n], 0)
}

// held requests a read lease on a file, which the kernel refuses while a process has the
// file open for writing. Other errors, as on network file systems and for other people's
// files, say nothing about that.
func held(name string) bool {
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd) // ends the lease as well
	_, err = unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_RDLCK)
	return errors.Is(err, unix.EAGAIN)
}

func exchange(a, b string) error { return rename(a, b, unix.RENAME_EXCHANGE) }

func renameNew(from, to string) error { return rename(from, to, unix.RENAME_NOREPLACE) }

// rename uses renameat2 (Linux 3.15). File systems without it (NFS, some FUSE) return
// EINVAL.
func rename(from, to string, flags uint) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, flags)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP) {
		return errors.ErrUnsupported
	}
	return err
}
