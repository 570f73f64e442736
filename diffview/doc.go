// Package diffview shows the difference between two versions of a settings file as rows of
// plain text, which a terminal program colours and a command prints.
//
// Two views read the same bytes. [Semantic] lists [Changes] in the terms of the settings
// schema: hook event, matcher group and handler, and everything else by its path. [Unified]
// compares lines and marks the changed words in a line; in JSON it first finds the array
// elements that stay. Both compute everything from the bytes before and after alone, so what
// is shown is what is written.
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
// The package writes nothing, styles nothing, and never fails: bytes that are not valid JSON
// are compared as text.
package diffview
