package saferead

import (
	"errors"
	"io/fs"
)

// ErrSpent says that a file was not read because the files before it used up the budget.
var ErrSpent = errors.New("not read: the files before it used up the limit for such files")

// minCost is the least that a file costs, so that even very many small ones use up the budget.
const minCost = 512

// A Budget bounds how much is read from many files together. It is for one goroutine.
type Budget struct{ left int64 }

// NewBudget returns a budget of this many bytes; a file counts as at least 512.
func NewBudget(bytes int64) *Budget { return &Budget{bytes} }

// ReadHead is [ReadHead] while the budget lasts.
func (b *Budget) ReadHead(name string, limit int64) ([]byte, error) {
	if b.left <= 0 {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrSpent}
	}
	content, err := ReadHead(name, limit)
	b.left -= max(minCost, int64(len(content)))
	return content, err
}
