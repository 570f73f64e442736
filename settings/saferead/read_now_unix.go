//go:build unix

package saferead

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// readNow reads what is available. A file on disk never blocks; some of the kernel's own would.
func readNow(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	waited := raw.Read(func(fd uintptr) bool {
		for {
			if n, err = syscall.Read(int(fd), b); err != syscall.EINTR {
				return true
			}
		}
	})
	switch {
	case waited != nil:
		return 0, waited
	case err == syscall.EAGAIN:
		return 0, errors.New("not a file that can be read without waiting")
	case err != nil:
		return 0, err
	case n == 0 && len(b) > 0:
		return 0, io.EOF
	}
	return n, nil
}
