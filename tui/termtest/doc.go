// Package termtest runs a program in a pseudo-terminal with an emulated
// screen, for tests that care about what a person would see.
//
// The emulated terminal answers what programs ask of a terminal (device
// attributes, cursor position, colours, modes, the kitty keyboard protocol),
// draws what they print, and sends keys the way the protocol in force spells
// them. A frame that the program brackets as synchronized output is seen
// whole or not at all.
//
//	term := termtest.Start(t, exec.Command(bin), 80, 24)
//	term.WaitText("Home")
//	term.Key("tab", "enter")
//	term.WaitFor("the plan", func(screen string) bool {
//		return strings.Contains(screen, "1 to add")
//	})
//	term.Key("q")
//	if code := term.Wait(); code != 0 { ... }
//
// A test waits for something on the screen, never for time to pass: every wait
// checks again whenever the screen changes, and fails the test with the current
// screen when the program has ended or the (generous) deadline has passed.
//
// The methods of a Terminal are safe for concurrent use, but those that can
// fail the test (the Wait methods, Key, Resize, Signal) must be called from
// the goroutine that runs the test, like [testing.T.Fatal] itself.
//
// The package does not record sessions or compare golden files. On Windows,
// [Start] skips the test.
package termtest
