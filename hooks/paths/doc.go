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
// A repository has a part in the environment that Claude Code starts a hook with,
// so the hook binary does not rely on these variables: installing writes a pin file
// beside it, and [Pinned] reads that. Where there is none, the hook
// goes by [Default], which NEVERASK_HOME has no part in.
//
// The hook binary links the package, so it does nothing that costs start-up time:
// no reflection when a pin file is read.
package paths
