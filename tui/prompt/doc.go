// Package prompt asks the person questions at the terminal, one at a time, without the
// screens.
//
//	t := prompt.New(os.Stdin, os.Stderr, os.Getenv)
//	yes, err := t.Confirm(ctx, "Apply?")
//	labels, err := t.Choose(ctx, prompt.Question{Text: "Which one?", Options: options})
//
// A question with options is drawn and answered by keys if both ends are a terminal that can
// draw. Otherwise, and with ACCESSIBLE=1 or TERM=dumb, it is a numbered list and a line to type.
// A yes, a word and a line are always typed, because the terminal itself edits lines.
//
// Nothing waits longer than its context. Leaving a question, by esc or by an empty line without a
// preset, is [ErrDeclined]; ctrl+c is [ErrInterrupted]; the end of input is [ErrEnded]. Each
// restores the terminal. Questions need not be trusted: control characters in them are made
// visible. Pasted input is only text.
//
// The package knows no rules and no settings, and handles no signals: a signal reaches it
// through the end of the context.
package prompt
