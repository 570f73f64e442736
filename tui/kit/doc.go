// Package kit has the parts of screens, whatever they show: it knows nothing about hooks, rules
// or changes.
//
//	m := &kit.Model{
//		Host: program, Home: home, Now: time.Now, After: kit.After,
//		Exec: tea.ExecProcess, Copy: tea.SetClipboard, Styles: kit.ThemeOf(name).Styles(dark),
//	}
//	m.Push(&kit.Notice{Heading: "Nothing to do", Text: []string{"The file is as it would be."}})
//
// A [Model] is a stack of layers over a place, in one frame. A [Layer] makes a [Page] for a
// size, and lists the [Binding] of every key that does something now; the help, the line of
// keys and the effects of keys come only from that list. A key's function gets the model, and
// calls it to push or pop a layer, to show a message, or to keep the program running until a
// [Work] has ended. Messages that the model does not know go to its [Host], the program with
// the places, before the next key.
//
// Layers do no I/O. They return commands, whose results come back as messages: a message that
// only one place can take has a method Take, and one that changes nothing on the screen has a
// method Still.
//
// Layers share [Pane], a list with the detail beside or below it; [Form], [Input] and [Needle]
// for typing and searching; [Confirm], whose yes is never preselected; [Menu] for the help and
// the palette; [Entry] and [Badge] for facts and states; and functions that cut and wrap text,
// and make it safe to draw.
//
// The package opens no terminal and reads no environment.
package kit
