package transcript

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"neverask/hooks"
	"neverask/settings/saferead"
)

// Result returns the result of the call, as hooks get it in tool_response: Absent if the
// transcript does not have it, a text if the call failed.
func (c ToolCall) Result(ctx context.Context) (result hooks.Value) {
	word := append(bytes.Clone(resultWord), c.ID...)
	var lines lineReader
	// If the file cannot be read, there is no result.
	_ = lines.each(ctx, c.File, func(line []byte) error {
		if !bytes.Contains(line, word) || textAfter(line, resultWord) != c.ID {
			return nil
		}
		if v, err := hooks.Parse(line); err == nil {
			result = v.Get("toolUseResult")
		}
		return errEnough
	})
	return result
}

// Folder is the name of the folder, below the client's "projects", that holds the transcripts
// of sessions started in a directory (Claude Code 2.1.329). For a very long path it is only
// the beginning.
func Folder(dir string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '-'
	}, dir)
}

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
