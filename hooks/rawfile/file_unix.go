//go:build unix

package rawfile

import (
	"io"
	"io/fs"
	"syscall"
)

// File is an open file.
type File struct {
	fd   int
	name string
}

// Open opens a file for reading. It does not wait for a pipe that stands in its place,
// of which nothing can be read.
func Open(name string) (*File, error) { return open(name, syscall.O_RDONLY|syscall.O_NONBLOCK) }

// Append opens a file for reading and for writing at its end, and creates it for
// its owner alone if it is missing. A symlink in its place is an error, and a pipe
// that nobody empties one when it is written to.
func Append(name string) (*File, error) {
	return open(name, syscall.O_RDWR|syscall.O_APPEND|syscall.O_CREAT|syscall.O_NOFOLLOW|syscall.O_NONBLOCK)
}

// create makes a file that must not exist.
func create(name string) (*File, error) {
	return open(name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL)
}

func open(name string, flags int) (*File, error) {
	for {
		fd, err := syscall.Open(name, flags|syscall.O_CLOEXEC, 0o600)
		switch err {
		case nil:
			return &File{fd, name}, nil
		case syscall.EINTR:
		default:
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
}

// ReadAt reads len(b) bytes from the given offset on; fewer come with an error,
// io.EOF at the end of the file.
func (f *File) ReadAt(b []byte, offset int64) (n int, err error) {
	for n < len(b) {
		m, err := syscall.Pread(f.fd, b[n:], offset+int64(n))
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return n, &fs.PathError{Op: "read", Path: f.name, Err: err}
		case m == 0:
			return n, io.EOF
		default:
			n += m
		}
	}
	return n, nil
}

// Write writes b at the end of the file with one system call, so that what
// several processes write is not mixed.
func (f *File) Write(b []byte) (int, error) {
	for {
		n, err := syscall.Write(f.fd, b)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return max(n, 0), &fs.PathError{Op: "write", Path: f.name, Err: err}
		case n < len(b):
			return n, &fs.PathError{Op: "write", Path: f.name, Err: io.ErrShortWrite}
		default:
			return n, nil
		}
	}
}

// Size returns the length of the file in bytes.
func (f *File) Size() (int64, error) {
	var stat syscall.Stat_t
	if err := syscall.Fstat(f.fd, &stat); err != nil {
		return 0, &fs.PathError{Op: "stat", Path: f.name, Err: err}
	}
	return stat.Size, nil
}

// Sync waits until the content is on the disk.
func (f *File) Sync() error {
	for {
		switch err := syscall.Fsync(f.fd); err {
		case nil:
			return nil
		case syscall.EINTR:
		default:
			return &fs.PathError{Op: "sync", Path: f.name, Err: err}
		}
	}
}

// Close closes the file.
func (f *File) Close() error { return syscall.Close(f.fd) }

// Lock takes the lock of that name, a file that it creates if need be, and
// reports whether nobody else holds it. The lock ends with Close of the file, and
// with the process.
func Lock(name string) (lock *File, ok bool) {
	f, err := Append(name)
	if err != nil {
		return nil, false
	}
	if syscall.Flock(f.fd, syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		f.Close()
		return nil, false
	}
	return f, true
}
