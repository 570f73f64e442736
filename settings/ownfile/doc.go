// Package ownfile writes the files that neverask alone keeps: whole, or by adding
// lines.
//
//	err := ownfile.Write(path, content, 0o600)
//
//	f, err := ownfile.Append(path)
//	defer f.Close()
//	_, err = f.Write(lines) // with one call, so that what several processes write is not mixed
//
// [List] goes through a directory before all that is in it is deleted.
//
// What somebody has put in the place of such a file, a link or a pipe, is neither
// written to nor waited for. Nothing is asked, shown or kept for undoing: files of
// others, and those that a person edits, are changed by a settings.Store. Files are
// read with neverask/settings/foreign.
//
// The hook binary links this package, so it does nothing when it is loaded.
package ownfile
