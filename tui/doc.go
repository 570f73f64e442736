// Package tui is the terminal program of neverask: the screens that show what
// is installed, which rules answer questions and what was asked, and the way
// from a wish to a written file.
//
//	err := tui.Run(ctx, tui.Options{
//		Backend: backend, Input: os.Stdin, Output: os.Stdout,
//		Environ: os.Environ(), Home: home, Version: version, Now: time.Now,
//	})
//
// Four places stand on the first line:
//
//   - Home: what the last weeks came to, and a card for everything that needs
//     the person, the most urgent first.
//   - Rules: the rules, what each would do with the questions of the past,
//     what speaks against them, and forms to change them. Suggestions are
//     reviewed one by one, and changes from elsewhere are confirmed.
//   - Log: everything that was asked, who answered, and how it would be
//     decided now. It grows while Claude works.
//   - Hooks: every hook of every source, what fires for a tool or an event, and
//     the ways to park and delete hooks.
//
// Over them lie pages: conflicts with third-party hooks, the doctor's findings, the hooks
// that were lost without neverask, what Claude's tools did, and every change that neverask
// made. Cards, keys and the palette lead there.
//
// The rules of the screens:
//
//   - Nothing is written that was not shown. A [planner.Plan] is planned,
//     drawn, agreed to with a key that nothing else has, and applied, as one
//     value; when the file changes meanwhile the plan is thrown away, the new
//     one is shown, and the first yes only says so. What cannot be undone is asked
//     about once more. An edit of one rule is small enough to be its own preview: it
//     is made on the file as it is then, and undo is offered at once.
//   - No third-party hook is run to see what it does without a yes to the exact
//     command, which is never preselected either.
//   - A key that does nothing is not shown: a layer lists the bindings that do
//     something now, and both the help and the dispatch are made of that list.
//   - Escape goes back one layer, ctrl+c quits; a change that is being written
//     is always finished first.
//   - What came from a file passes through [diffview.Visible] before it is
//     drawn, and through [diffview.RedactCommand] when it may hold a secret.
//   - Colour never carries a meaning alone: there is a sign and a word beside it.
//
// The screens are a stack of layers over one of several places. What they are made of is
// in kit, the way of every change in change, what several places know in survey and
// follow; and every place and page has a package of its own, which knows no other. This
// package has what is the same on all, and the palette: a place is one line in newShell.
// What one place asks of another it sends, and the shell does it at once. Layers do no
// I/O; effects are commands that ask the [Backend], and a result that comes too late
// carries an old generation and is dropped.
//
// The package opens no terminal, handles no signals and reads no environment:
// it is given all of these.
package tui
