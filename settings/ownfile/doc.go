// Package ownfile writes files that belong to neverask alone: whole, or by appending lines.
//
//	err := ownfile.Write(path, content, 0o600)
//
//	f, err := ownfile.Append(path)
//	defer f.Close()
//	_, err = f.Write(lines) // with one call, so that what several processes write is not mixed
//
// [List] examines a directory before everything in it is deleted.
//
// If a link or a pipe has taken the place of such a file, it is neither written to nor waited
// for. Nothing is asked, shown or kept for undo: a settings.Store changes other programs' files,
// and those that the user edits. Files are read with neverask/settings/saferead.
//
// The hook binary links this package, so it does nothing when it is loaded.
package ownfile
