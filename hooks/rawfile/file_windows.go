package rawfile

import (
	"os"
	"syscall"
)

// File is an open file.
type File struct{ *os.File }

// Open opens a file for reading.
func Open(name string) (*File, error) { return open(os.Open(name)) }

// Append opens a file for reading and for writing at its end, and creates it for
// its owner alone if it is missing.
func Append(name string) (*File, error) {
	return open(os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600))
}

// create makes a file that must not exist.
func create(name string) (*File, error) {
	return open(os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600))
}

func open(f *os.File, err error) (*File, error) {
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// Size returns the length of the file in bytes.
func (f *File) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Lock takes the lock of that name, a file that it creates if need be, and
// reports whether nobody else holds it. The lock ends with Close of the file, and
// with the process.
func Lock(name string) (lock *File, ok bool) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, false
	}
	// A file opened without any sharing can be opened once.
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, false
	}
	return &File{os.NewFile(uintptr(h), name)}, true
}
