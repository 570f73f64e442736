// Package bash reads the command lines and scripts of others into a syntax tree.
//
//	file, err := bash.Parse(text)
//	if err != nil {
//		// what it runs is not known
//	}
//
// The parser recurses, and a Go program whose stack overflows ends, whatever it is
// doing: no recover catches that. So a text is looked at before it is parsed, and one
// that could need too much stack is an error like any other that is not understood.
// The look takes no part of the text for harmless because of where it stands, since
// only a parser could tell: it adds up the most that each byte can cost.
package bash
