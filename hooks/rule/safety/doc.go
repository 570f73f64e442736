// Package safety finds, in a question that is about to be answered for a
// person, the acts that cannot be taken back or that reach the outside world.
//
//	found := safety.Classify(safety.Question{Text: text, Header: header, Options: options})
//	if len(found) > 0 {
//		// ask the person; each finding says which words, where, and what kind of act
//	}
//
// Text, header, labels, descriptions, what else is shown, and free answers are judged
// after folding (case, accents, full-width and look-alike letters, characters without
// width). One finding anywhere makes the question one-way, whichever option is chosen:
// who is offered an irreversible act should see the offer. What is decidable is decided
// by code:
//
//   - a command that is not known to be harmless: in back-ticks, in a fenced block, in
//     quotation marks behind "run", and anywhere else if it begins with the name of a
//     known program; and what is named so behind "install" and the like
//   - the path of a file that lets somebody in, runs by itself, or says what may run
//   - what cannot be judged: control characters, a forced direction, characters that
//     are not seen, bytes that are not UTF-8, more than 32 KiB, letters other than
//     Latin, Chinese and Japanese ones, and a sentence of which more than half of the
//     words are in no language that is known
//
// All else is judged by a linear model over words, sentence by sentence: a sum of weights
// learnt from labelled questions. Nothing that a question says about itself counts in its
// favour: a sentence, or an option, that is added can only add findings.
//
// # What it does not promise
//
// It knows words, not intentions, and a new way to say a thing may pass. So does a question
// that refers to something said before ("Do it?"). It is the second line: that a rule
// answers only what its person has seen does not hang on it. No words are added for a
// question that went wrong.
// What that is worth, in figures, is in docs/safety.md.
package safety
