// Package diffview says what differs between two versions of a settings file,
// as rows of plain text that a terminal program colours and a command prints.
//
// Two views read the same bytes. [Semantic] lists [Changes] in the terms of
// the settings schema: hook event, matcher group, handler, and everything else
// by its path. [Unified] compares lines, with the changed words of a line marked;
// of JSON it first finds the elements of arrays that stay. Everything is computed from the bytes before and after and from nothing else, so what is shown
// is what is written.
//
//	sum := diffview.Changes(before, after, isOurs)
//	rows := diffview.Semantic(sum)
//	fmt.Print(diffview.Text(rows))
//
// Every row has passed [Redact] and then [Visible]: it holds no secret and no
// control character, and is safe to draw on a terminal. [Fit] and [Wrap] bring
// a row to a display width. The strings in a [Summary] have passed Redact only,
// because they are meant for JSON as well.
//
// The package writes nothing, styles nothing, and never fails: bytes that are
// no valid JSON are compared as text.
package diffview
