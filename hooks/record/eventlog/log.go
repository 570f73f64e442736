package eventlog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// Log is a file of lines that many processes append to. At MaxSize it becomes NAME.1, the old
// NAME.1 becomes NAME.2, and so on, until there are Keep files.
type Log struct {
	Path    string
	MaxSize int64
	Keep    int
}

// Bounds of the question log.
const (
	questionsSize = 8 << 20
	questionsKeep = 5
)

// OpenLog returns the question log at path. It touches no file.
func OpenLog(path string) Log {
	return Log{Path: path, MaxSize: questionsSize, Keep: questionsKeep}
}

// maxLine is the longest line that is read back.
const maxLine = 1 << 20

// Append writes lines, which must not contain a line break, each followed by one, with a
// single write. It creates the file and its directory if needed.
func (l Log) Append(lines ...[]byte) error {
	_, err := l.append(lines...)
	return err
}

// append also reports whether the file was empty before.
func (l Log) append(lines ...[]byte) (fresh bool, err error) {
	length := 0
	for _, line := range lines {
		length += len(line) + 1
	}
	f, size, err := l.open()
	if err == nil && size > 0 && size+int64(length) > l.MaxSize {
		f.Close()
		l.rotate(length)
		f, size, err = l.open()
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	out := make([]byte, 0, length+1)
	if endsInsideLine(f, size) {
		out = append(out, '\n')
	}
	for _, line := range lines {
		out = append(append(out, line...), '\n')
	}
	_, err = f.Write(out)
	return size == 0, err
}

// open opens the file, and creates it and its directory if needed.
func (l Log) open() (f *os.File, size int64, err error) {
	f, err = ownfile.Append(l.Path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(l.Path), 0o700); err != nil {
			return nil, 0, err
		}
		f, err = ownfile.Append(l.Path)
	}
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// endsInsideLine reports whether the file ends inside a line, as after a full disk.
func endsInsideLine(f *os.File, size int64) bool {
	if size == 0 {
		return false
	}
	last := []byte{'\n'}
	_, err := f.ReadAt(last, size-1)
	return err == nil && last[0] != '\n'
}

// rotate renames each file to the next number, to make room for length bytes. It does nothing
// while another process rotates: the caller then appends to whichever file has the name, and a
// slightly longer file does no harm.
func (l Log) rotate(length int) {
	lock, ok := ownfile.TryLock(l.Path + ".lock")
	if !ok {
		return
	}
	defer lock.Close()
	if info, err := os.Stat(l.Path); err != nil || info.Size()+int64(length) <= l.MaxSize {
		return // another process has just done it
	}
	for i := l.Keep - 2; i >= 0; i-- {
		// A file that is missing, or kept open on Windows, is skipped.
		_ = os.Rename(l.numbered(i), l.numbered(i+1))
	}
}

func (l Log) numbered(i int) string {
	if i == 0 {
		return l.Path
	}
	return fmt.Sprintf("%s.%d", l.Path, i)
}

// Lines yields the lines of all files, the oldest first, without line breaks. Empty lines,
// lines over 1 MB and unreadable files are skipped. The bytes are valid until the next line.
func (l Log) Lines() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := l.Keep - 1; i >= 0; i-- {
			if !readLines(l.numbered(i), yield) {
				return
			}
		}
	}
}

func readLines(name string, yield func([]byte) bool) bool {
	f, err := saferead.Open(name)
	if err != nil {
		return true
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 64<<10)
	var long []byte
	for {
		part, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if len(long) <= maxLine {
				long = append(long, part...)
			}
			continue
		}
		line := part
		if long != nil {
			line = append(long, part...)
			long = nil
		}
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if len(line) > 0 && len(line) <= maxLine && !yield(line) {
			return false
		}
		if err != nil {
			return true // the end, or the file became unreadable
		}
	}
}

// timeLayout sorts as text.
const timeLayout = "2006-01-02T15:04:05.000Z"

// written yields the records in a log written at or after since. Unreadable lines are skipped.
func written[T any](l Log, since time.Time, parse func([]byte) (T, error), at func(T) time.Time) iter.Seq[T] {
	return func(yield func(T) bool) {
		from := since.UTC().Format(timeLayout)
		for line := range l.Lines() {
			if written, ok := lineTime(line); ok && written < from {
				continue
			}
			if entry, err := parse(line); err == nil && !at(entry).Before(since) && !yield(entry) {
				return
			}
		}
	}
}

// lineTime reads the time of a line as this package writes it, without parsing the line: most
// of a long log is older than what is wanted.
func lineTime(line []byte) (string, bool) {
	const start = `{"time":"`
	if len(line) < len(start)+len(timeLayout)+1 || string(line[:len(start)]) != start {
		return "", false
	}
	t := line[len(start):][:len(timeLayout)]
	return string(t), t[len(t)-1] == 'Z'
}
