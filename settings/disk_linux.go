package settings

import (
	"errors"

	"golang.org/x/sys/unix"
)

// accessACL is the attribute that holds a file's access list.
const accessACL = "system.posix_acl_access"

func copyACL(from, to string) error {
	list := make([]byte, 64<<10) // the longest that there can be
	n, err := unix.Lgetxattr(from, accessACL, list)
	if err != nil {
		// It has none, but the directory may have given one to the new file.
		_ = unix.Lremovexattr(to, accessACL)
		return nil
	}
	return unix.Lsetxattr(to, accessACL, list[:n], 0)
}

// exchange uses renameat2, in Linux since 3.15. File systems without it (NFS,
// some FUSE) answer EINVAL.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP) {
		return errors.ErrUnsupported
	}
	return err
}
