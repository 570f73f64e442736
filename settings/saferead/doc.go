// Package saferead reads files that others wrote or may have replaced: what a repository holds,
// what plugins bring, what the client writes.
//
//	b, err := saferead.ReadFile(path, 1<<20)
//	head, err := saferead.ReadHead(path, 64<<10)
//
//	budget := saferead.NewBudget(16 << 20)
//	for _, path := range found {
//		b, err := budget.ReadHead(path, 256<<10)
//	}
//
// It never waits for a device behind a link or a pipe without a writer, and reads no more than
// was asked for. Only regular files are read. Every refusal is a [fs.PathError] that says what
// the file is instead, or how long it may be. A missing file is [fs.ErrNotExist].
//
// Files that neverask itself wrote are read with it too, because they can be replaced. A test
// in cmd/neverask lists what opens files without this package.
package saferead
