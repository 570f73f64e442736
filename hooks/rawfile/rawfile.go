package rawfile

import "io"

// ReadAll returns the content of the file, and of one longer than limit its
// beginning.
func (f *File) ReadAll(limit int64) ([]byte, error) {
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	// Of an empty file, too, a byte is read: a pipe has no size, and only reading tells.
	b := make([]byte, max(1, min(size, limit)))
	n, err := f.ReadAt(b, 0)
	if n == len(b) || size == 0 && err == io.EOF {
		err = nil
	}
	return b[:n], err
}

// Read opens a file and returns its content, and of one longer than limit its
// beginning.
func Read(name string, limit int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadAll(limit)
}
