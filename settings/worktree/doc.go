// Package worktree says which git checkout a directory is in, and for a linked
// worktree which main checkout it belongs to.
//
//	c := worktree.Find(dir)
//	if c.Linked() {
//		// c.Main is the main checkout, and names c.Top as a worktree of its own
//	}
//
// Anybody can write a .git file that claims to be a worktree of another project, so both ends are
// read: the file names a directory in the main checkout's .git/worktrees, and that directory must
// name the worktree in turn. An unconfirmed claim is ignored, and the directory is a checkout of
// its own. Claude Code 2.1.329 reads .git files in the same way, odd ones included; a test
// compares the two.
//
// Only small files are read; git is not run.
package worktree
