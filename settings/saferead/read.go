package saferead

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// ReadFile returns the content of a regular file of at most limit bytes.
func ReadFile(name string, limit int64) ([]byte, error) {
	f, info, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, info, name, limit)
}

// ReadString is [ReadFile] for text, without a copy.
func ReadString(name string, limit int64) (string, error) {
	f, info, err := open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if err := Check(info, limit); err != nil {
		return "", failed(name, err)
	}
	var text strings.Builder
	text.Grow(int(info.Size()))
	if _, err := io.CopyBuffer(&text, io.LimitReader(noWait{f}, limit+1), make([]byte, 8<<10)); err != nil {
		return "", failed(name, err)
	}
	if int64(text.Len()) > limit {
		return "", failed(name, errors.New("longer than "+size(limit)))
	}
	return text.String(), nil
}

// noWait reads what is available, and waits for nothing.
type noWait struct{ *os.File }

func (p noWait) Read(b []byte) (int, error) { return readNow(p.File, b) }

// ReadHead returns at most the first limit bytes of a regular file of any length.
func ReadHead(name string, limit int64) ([]byte, error) {
	f, info, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := content(f, info.Size(), limit)
	if err != nil {
		return nil, failed(name, err)
	}
	return b, nil
}

// ReadTail returns the whole lines among the last bytes of a file, or nil if it cannot be
// read.
func ReadTail(name string, length int64) []byte {
	f, err := Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	size, _ := f.Seek(0, io.SeekEnd)
	b, _ := io.ReadAll(io.NewSectionReader(f, max(0, size-length), length))
	if size > length {
		_, b, _ = bytes.Cut(b, []byte{'\n'})
	}
	return b
}

// Check says why a file is not read: it is not a regular file, or longer than limit.
func Check(info fs.FileInfo, limit int64) error {
	switch mode := info.Mode(); {
	case !mode.IsRegular():
		return errors.New("not a regular file but " + kind(mode))
	case info.Size() > limit:
		return errors.New("longer than " + size(limit))
	}
	return nil
}

// Writable reports whether a regular file may be written.
func Writable(name string) bool {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.OpenFile(name, os.O_WRONLY|openFlags, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// Open opens a regular file for reading, and does not wait for anything else with that name.
// It checks the file before, because opening a device can have effects, and afterwards,
// because the file may have been replaced.
func Open(name string) (*os.File, error) {
	f, _, err := open(name)
	return f, err
}

// open is [Open], and also returns the file's info.
func open(name string) (f *os.File, info fs.FileInfo, err error) {
	if info, err = os.Stat(name); err != nil {
		return nil, nil, err
	}
	if err := Check(info, info.Size()); err != nil {
		return nil, nil, failed(name, err)
	}
	if f, err = os.OpenFile(name, os.O_RDONLY|openFlags, 0); err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = Check(info, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, nil, failed(name, err)
	}
	return f, info, nil
}

// read returns the content of a file of at most limit bytes. The kernel's own files claim to be
// empty, so what counts is how much was read.
func read(f *os.File, info fs.FileInfo, name string, limit int64) (b []byte, err error) {
	if err = Check(info, limit); err == nil {
		b, err = content(f, info.Size(), limit+1)
	}
	if err == nil && int64(len(b)) > limit {
		err = errors.New("longer than " + size(limit))
	}
	if err != nil {
		return nil, failed(name, err)
	}
	return b, nil
}

// content reads at most limit bytes of a file of an expected length.
func content(f *os.File, expected, limit int64) ([]byte, error) {
	// One byte more, so that the end is found without growing.
	b := make([]byte, 0, min(expected, limit)+1)
	for int64(len(b)) < limit {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := readNow(f, b[len(b):min(int64(cap(b)), limit)])
		b = b[:len(b)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// failed adds the file's name, once.
func failed(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return &fs.PathError{Op: "read", Path: name, Err: err}
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	default:
		return "a device"
	}
}

// size formats a number of bytes in a suitable unit.
func size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d KB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
