package control

import (
	"bufio"
	"bytes"
	"errors"
)

// MaxLine is the longest line that is read from the client.
const MaxLine = 64 << 20

// keptOfLong is how much is kept of a longer line.
const keptOfLong = 4 << 10

// lineReader reads the lines of a stream.
type lineReader struct {
	r   *bufio.Reader
	max int
}

// frame is one line, without its end.
type frame struct {
	line    []byte
	tooLong bool // line is only its beginning
	torn    bool // the stream ended before the line did
}

// next returns the next line. Blank lines are skipped, unless they are too long to tell. The
// error is io.EOF at the end of the stream, or the read error; a line that it cut off has been
// returned before.
func (f *lineReader) next() (frame, error) {
	for {
		var got frame
		var err error
		for {
			var piece []byte
			piece, err = f.r.ReadSlice('\n')
			switch {
			case got.tooLong:
			case len(got.line)+len(piece) > f.max:
				// Into new memory, so that the rest can be freed.
				got.line = append([]byte(nil), append(got.line, piece...)[:min(keptOfLong, len(got.line)+len(piece))]...)
				got.tooLong = true
			default:
				got.line = append(got.line, piece...)
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		got.torn = err != nil
		got.line = bytes.TrimSpace(got.line)
		if len(got.line) > 0 || got.tooLong {
			return got, nil
		}
		if err != nil {
			return frame{}, err
		}
	}
}
