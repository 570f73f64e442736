// Package foreign reads files that somebody else wrote, or put something else
// in the place of: what a repository holds, what plugins bring, what the client
// writes.
//
//	b, err := foreign.ReadFile(path, 1<<20)
//	head, err := foreign.ReadHead(path, 64<<10)
//
//	budget := foreign.NewBudget(16 << 20)
//	for _, path := range found {
//		b, err := budget.ReadHead(path, 256<<10)
//	}
//
// A link to a device, a pipe that nobody writes to, a file of gigabytes: none of
// them is waited for, and no more is read than was asked for. Only regular files
// are read. Every refusal is a [fs.PathError] that says what stands there instead,
// or how long it may be. A missing file is [fs.ErrNotExist].
//
// What neverask itself wrote is read so, too: somebody can have put something else in its
// place. A test in cmd/neverask lists what opens files without this package.
package foreign
