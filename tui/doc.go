// Package tui is the terminal program of neverask: the screens that show what
// is installed, which rules answer questions and what was asked, and the way
// from a wish to a written file.
//
//	err := tui.Run(ctx, tui.Options{
//		Backend: backend, Input: os.Stdin, Output: os.Stdout,
//		Environ: os.Environ(), Home: home, Version: version, Now: time.Now,
//	})
//
// Seven places stand on the first line:
//
//   - Home: what is installed in a settings file, what is wrong, and the
//     best suggestion.
//   - Rules: the rules, what each would do with the questions of the past,
//     what speaks against them, and forms to change them. Suggestions are
//     reviewed one by one, and changes from elsewhere are confirmed.
//   - Log: everything that was asked, who answered, and how it would be
//     decided now. It grows while Claude works.
//   - Hooks: every hook of every source, what fires for a tool or an event, and
//     the ways to park, edit, add, move and delete hooks.
//   - Conflicts: what third-party hooks do on questions, and the ways out.
//   - Activity: which tools Claude used, how long calls took, and how they ended.
//   - Changes: every change that neverask made, what it did, and the way back.
//
// Over Home there are the doctor's findings, the settings
// that decide about hooks and questions, and the hooks that were lost without
// neverask, which every place tells of.
//
// The rules of the screens:
//
//   - Nothing is written that was not shown. A [installer.Plan] is planned,
//     drawn, confirmed with a yes that is never preselected, and applied, as one
//     value; when the file changes meanwhile the plan is thrown away and the new
//     one is shown. An edit of one rule is small enough to be its own preview: it
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
