// Package tui is the screens of neverask: they show what is installed, which rules
// answer questions and what was asked, and they plan, show and apply changes.
//
//	err := tui.Run(ctx, tui.Options{
//		Backend: backend, Input: os.Stdin, Output: os.Stdout,
//		Environ: os.Environ(), Home: home, Now: time.Now, SaveTheme: save,
//	})
//
// The first line has four places:
//
//   - Home: figures of the last weeks, and a card for everything that needs
//     the person, the most urgent first.
//   - Rules: suggestions and rules, what each would do with past questions,
//     findings about them, and forms to change them.
//   - Log: all questions, who answered them, and how they would be decided now.
//     It grows while Claude works.
//   - Hooks: every hook of every source, which of them fire for a tool or an
//     event, and keys to park and delete them.
//
// Above the places are pages: conflicts with third-party hooks, the doctor's findings and lost
// hooks, statistics of Claude's tools, and every change that neverask made. Cards, keys and the
// palette lead there.
//
// The rules of the screens:
//
//   - Nothing is written that was not shown. A [planner.Plan] is drawn, agreed to
//     with a key that does nothing else, and applied unchanged. If the file changes
//     meanwhile, a new plan replaces it, and the first yes only says so. What cannot
//     be undone needs a second yes. An edit of one rule is its own preview: it is
//     made on the current file, and undo is offered at once.
//   - No third-party hook is run to see what it does without a yes to the exact
//     command. That yes is never preselected.
//   - A key that does nothing is not shown: a layer lists the bindings that do
//     something now, and both the help and the dispatch use that list.
//   - Escape goes back one layer, ctrl+c quits; a change that is being written
//     is always finished first.
//   - Text from files passes through [diffview.Visible] before it is drawn, and
//     through [diffview.RedactCommand] if it may contain a secret.
//   - Colour is never the only carrier of a meaning: a sign and a word say it, too.
//
// The screens are a stack of layers over one of the places. Package kit has their parts,
// change the way of every change, hookstate and rulestate the state that places share. Every
// place and page has its own package, which imports no other place; it is one line in newShell.
// This package has the palette and what all places have in common. Places send requests to each
// other, which the shell runs at once. Layers do no I/O: effects are commands that call the
// [Backend], and late results carry an old generation and are dropped.
//
// The package opens no terminal, handles no signals but the one that the terminal has another size, and reads
// no environment; its caller does.
package tui
