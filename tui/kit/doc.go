// Package kit is what screens are made of, whatever they show: it knows nothing of hooks,
// rules or changes.
//
//	m := &kit.Model{Host: program, Home: home, Now: time.Now, After: kit.After, Exec: tea.ExecProcess, Styles: kit.ThemeOf(name).Styles(dark)}
//	m.Push(&kit.Notice{Heading: "Nothing to do", Text: []string{"The file is as it would be."}})
//
// A [Model] is a stack of layers over a place, in one frame. A [Layer] makes a [Page] for a
// size and lists the [Binding] of every key that does something now; the help, the line of
// keys and what a key does come from that list alone. A key is given the model, and asks
// it for what it wants: to push or pop a layer, to say something, to hold the program
// until a [Work] has ended. What the model does not know is sent to its [Host], which is
// the program with the places, and is done before the next key.
//
// Layers do no I/O. They return commands, and what those find comes back as messages: one
// that can be taken in one place only takes itself (a method Take), and one that changes
// nothing on the screen says so (a method Still).
//
// What layers have in common: [Pane], a list with the detail beside or below it; [Form],
// [Input] and [Needle] for what is typed and looked for; [Confirm], whose yes is never
// preselected; [Menu] for the help and the palette; [Entry] and [Badge] for facts and
// states; and texts that are cut, wrapped and made safe to draw.
//
// The package opens no terminal and reads no environment.
package kit
