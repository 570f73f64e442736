// Package safety finds, in a question that is about to be answered for a person, actions
// that are irreversible or that others will see.
//
//	found := safety.Classify(safety.Question{Text: text, Header: header, Options: options})
//	if len(found) > 0 {
//		// ask the person; each finding says which words, where, and what kind of action,
//		// and safety.Telling(found) is the one to name
//	}
//
// Text, header, labels, descriptions, whatever else is shown, and free answers are checked
// after folding (case, accents, full-width and look-alike letters, characters without
// width). One finding anywhere makes the question one-way, whichever option is chosen: a
// person who is offered an irreversible action should see the offer. Code decides what is
// decidable:
//
//   - a command that is not known to be harmless: in back-ticks, in a fenced block, in
//     quotation marks after "run", and anywhere else if it begins with the name of a known
//     program; and whatever follows "install" and the like in such a place. A longer question
//     may say something about a command without giving it; its other words decide then
//   - the path of a file that grants access, runs automatically, or controls what may run
//   - text that cannot be judged: control characters, a forced direction, invisible
//     characters, bytes that are not UTF-8, more than 32 KiB, letters other than Latin,
//     Chinese and Japanese ones, and a sentence with most of its words in no known language
//
// Two linear models over words, sums of weights learnt from labelled questions, judge the
// rest. One judges each sentence, together with what is asked; in a brief question, of up to
// 30 words, one sentence is enough. Real questions are longer, and most are about dangerous
// things without doing them: there the other model, which reads the whole question at once,
// each word by the part that it stands in, has to find it one-way, too. One more sentence or
// option, however long, makes no question less brief.
//
// # What a question says about itself
//
// A sentence or an option that is added to a brief question can only add findings. A longer
// question is also judged without each of its sentences and options in turn, and without all
// that follows the first sentence that asks, and the worst of these counts: one claim changes
// nothing where the question is one-way as a whole. Where it is so only without a part, or
// where several claims are added, a claim may excuse it.
//
// # What it does not promise
//
// It knows words, not intentions: a new way to say something may pass, and so may a question
// that refers to something said before ("Do it?"). It is the second line of defence: a rule
// answers only what its person has answered, whatever this package finds. No words are added
// for a question that went wrong: a kind of action is taught by many texts in testdata
// (phrases.tsv, oneway.tsv, harmless.tsv, concepts.txt), and go generate learns from them.
// docs/safety.md has the figures.
package safety
