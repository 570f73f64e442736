package settings

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exchange uses renameat2, in Linux since 3.15. File systems without it (NFS,
// some FUSE) answer EINVAL.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP) {
		return errors.ErrUnsupported
	}
	return err
}
