// Package inforce says what neverask has put into one settings file and taken out of it,
// as it stands: from the log of changes alone, with all that was undone, made again
// and rewound in between.
//
//	account := inforce.Of(history, file, owner)
//	doc, err := doc.Revert(account.Edits())
//
// It reads no file.
package inforce
