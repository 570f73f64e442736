// Package pin keeps what a person has seen of each hook, so that one that is something
// else by now can be told: its text, and the programs and scripts that it runs.
//
//	book := pin.Open(store, paths.State, now)
//	for _, r := range book.Review(sources.Hooks(), around) {
//		// show r.Does, r.Files, r.Changes, ask
//		err := book.Keep(ctx, r)
//	}
//
// A [Review] never reads again: Keep keeps the digests of exactly what was read for it,
// and copies of texts up to 64 KB, to show later what became of them. What was seen once
// counts as seen wherever it is found again: in another worktree of the repository, on
// another branch.
//
// It says what changed, and keeps no hook from running. Of a program of more than 32 MB
// the beginning and the size are compared; what a script computes, or downloads, is not
// known. The package runs nothing and asks nothing.
package pin
