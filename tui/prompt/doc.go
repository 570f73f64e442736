// Package prompt asks the person at the terminal, one question at a time, outside of the
// screens.
//
//	t := prompt.New(os.Stdin, os.Stderr, os.Getenv)
//	yes, err := t.Confirm(ctx, "Apply?")
//	labels, err := t.Choose(ctx, prompt.Question{Text: "Which one?", Options: options})
//
// A question with options is drawn, and answered by keys, where both ends are a terminal that
// can draw. Elsewhere, and with ACCESSIBLE=1 or TERM=dumb, it is a list of numbers and a line to
// type. A yes, a word and a line are typed in any case, as the terminal edits lines itself.
//
// Nothing waits for longer than its context. Leaving a question, by esc or by an empty line where
// nothing is preset, is [ErrDeclined], ctrl+c is [ErrInterrupted], and input that has ended is
// [ErrEnded]; each leaves the terminal as it was. What is asked may come from anybody: it is drawn
// with its control characters made visible, and what is pasted is text, whatever is in it.
//
// It decides nothing by itself, knows no rules and no settings, and handles no signals: a
// signal reaches it by the end of the context.
package prompt
