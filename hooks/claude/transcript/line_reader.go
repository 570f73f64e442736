package transcript

import (
	"bufio"
	"context"
	"errors"
	"io"

	"neverask/settings/saferead"
)

// A lineReader reads transcripts line by line.
type lineReader struct {
	r    *bufio.Reader
	long []byte
}

// each passes on every line of a transcript; the bytes belong to the reader. Lines that are
// too long are skipped.
func (l *lineReader) each(ctx context.Context, name string, take func(line []byte) error) error {
	f, err := saferead.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if l.r == nil {
		l.r = bufio.NewReaderSize(nil, blockSize)
	}
	l.r.Reset(f)
	for {
		line, err := l.next()
		if len(line) > 0 {
			if err := take(line); err != nil {
				return err
			}
		}
		if err == nil {
			err = ctx.Err()
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// next reads a line, empty if it is too long.
func (l *lineReader) next() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	l.long = append(l.long[:0], line...)
	for errors.Is(err, bufio.ErrBufferFull) {
		if line, err = l.r.ReadSlice('\n'); len(l.long) <= maxLine {
			l.long = append(l.long, line...)
		}
	}
	if len(l.long) > maxLine {
		return nil, err
	}
	return l.long, err
}
