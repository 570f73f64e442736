// Package paths says where neverask keeps its files.
//
// Everything lives in three directories: preferences that a person edits in
// Config, records that only neverask writes in State, and the installed hook
// binary in Data. NEVERASK_HOME puts all three under one directory; otherwise
// the XDG base directories are used on every Unix, and %AppData% and
// %LocalAppData% on Windows.
//
//	p, err := paths.Resolve(runtime.GOOS, os.Getenv)
//
// A repository can set variables for a hook, so the hook binary does not rely on them:
// installing writes a pin file beside it, and [Pinned] reads that. Without one the hook uses
// [Default], which ignores NEVERASK_HOME.
//
// The hook binary links the package, so reading a pin file uses no reflection, which would
// slow its start.
package paths
