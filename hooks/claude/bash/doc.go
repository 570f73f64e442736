// Package bash parses command lines and scripts that anybody may have written.
//
//	file, err := bash.Parse(text)
//	if err != nil {
//		// what it runs is unknown
//	}
//
// The parser recurses, and nothing can recover a Go program from a stack overflow. So every text
// is measured before it is parsed, and one that could need too much stack is an error like any
// other. Only a parser could tell quoted text from code, so the measure is the sum of the most
// that each byte could cost.
package bash
