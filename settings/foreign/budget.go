package foreign

import (
	"errors"
	"io/fs"
)

// ErrSpent is why a file is not read any more: those before it were all that is
// read of such files together.
var ErrSpent = errors.New("not read: the files before it were all that is read of such files together")

// cheapest is what a file costs at least, so that very many small ones come to an
// end as well.
const cheapest = 512

// A Budget bounds what is read of many files together. It is for one goroutine.
type Budget struct{ left int64 }

// NewBudget returns a budget of so many bytes; a file counts as 512 at least.
func NewBudget(bytes int64) *Budget { return &Budget{bytes} }

// ReadHead is [ReadHead] as long as something is left.
func (b *Budget) ReadHead(name string, limit int64) ([]byte, error) {
	if b.left <= 0 {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrSpent}
	}
	content, err := ReadHead(name, limit)
	b.left -= max(cheapest, int64(len(content)))
	return content, err
}
