// Package oneway finds, in a question that is about to be answered for a
// person, the acts that cannot be taken back or that reach the outside world.
//
//	found := oneway.Classify(oneway.Question{Text: text, Header: header, Options: options})
//	if len(found) > 0 {
//		// ask the person; each finding says which words, where, and what kind of act
//	}
//
// # How it decides
//
// Text, header, labels, descriptions, what else is shown, and free answers are judged
// by themselves, sentence by sentence, after folding (case, accents, full-width and
// look-alike letters, characters without width). One finding anywhere makes the question
// one-way, whichever option is chosen: who is offered an irreversible act
// should see the offer. There are four reasons for a finding.
//
//   - An act. "delete", "force push", "deploy" and the like count unless the
//     grammar around them shows that they are only named: "the delete button",
//     "which migration library", "can users delete posts", "remove the unused
//     import". Verbs such as "apply" or "close" count with an object that makes
//     them serious: a migration, an issue.
//   - An order that is not known to be harmless. "Should I ...", "... the ...?"
//     with a verb in no list, or with a verb that may mean anything ("move",
//     "accept") and an object that is not code, text or design.
//   - A command that is not known to be harmless: in back-ticks, in a fenced block,
//     or in quotation marks behind "run". Rules by wording take one such span for
//     another, so "Run `npm test`?" must not answer for what else may stand there. What
//     is named so after "install" and the like counts as well, and so do the paths of
//     files that let somebody in, run by themselves, or say what may run.
//   - Text that can not be judged: control characters, a forced direction, characters
//     that are not seen (those that make an emoji apart), bytes that are not UTF-8,
//     more than 32 KiB of words, or a word in a script without a word list (anything
//     but Latin, Chinese and Japanese).
//
// Nothing that a question says about itself counts in its favour. Claims of
// safety or of approval are sentences like any other, and appending one, or an
// option, never makes a one-way question harmless. Denied acts count too: "No,
// do not delete it" says what "Yes" would do.
//
// # What it does not promise
//
// It reads words, not intentions. English is covered best; German, French,
// Spanish, Portuguese, Chinese and Japanese only by common verbs, so an unusual
// verb passes there. Other languages in Latin letters are read as if they were
// English. A description or label without an act word passes even if a person
// would know better, and so does a question that refers to something said
// before ("Do it?"). A question built to look like a rename passes as one.
//
// # Figures
//
// TestCorpus prints them: of 1000 labelled one-way questions none is missed, of
// 1038 harmless ones 30 raise a false alarm (2.9 %). These questions have shaped
// the rules, so the first look at each fresh set says more. The first six lean towards
// unusual wording, the seventh is worded as Claude words its questions, the last two
// have commands, paths and other code in them (of the eighth the words alone missed 18);
// each led to the next change:
//
//	set                            missed           false alarms
//	heldout1  lists of acts only   47 of 123 (38 %)   13 of 110 (12 %)
//	heldout2  + unknown verbs      46 of 101 (46 %)    8 of 108 (7 %)
//	heldout3  + general verbs      11 of 81 (14 %)    10 of 77 (13 %)
//	heldout4                        7 of 67 (10 %)     9 of 77 (12 %)
//	heldout5                       12 of 48 (25 %)     4 of 51 (8 %)
//	heldout6                        9 of 58 (16 %)     4 of 52 (8 %)
//	heldout7                        5 of 108 (5 %)     2 of 104 (2 %)
//	heldout8  + commands            2 of 88 (2 %)     12 of 80 (15 %)
//	heldout9  + places              4 of 53 (8 %)     11 of 75 (15 %)
//
// Expect, of questions it has never seen, to miss one oddly worded one-way
// question in six, and one in twenty of those in ordinary words.
//
// # How to add a word
//
// Write the question that went wrong into testdata/corpus.tsv first; the test
// fails. Words are written folded: lower case, no accents.
//
//   - an English act: verbs.go (plainVerb, nounishVerb, pairedVerb, actNoun), or
//     phrases.go when it is more than one word
//   - an object that makes a paired verb serious: groups in serious_nouns.go
//   - a harmless verb: workshopVerb or generalVerb in harmless_verbs.go
//   - a harmless object, or a thing whose name begins with an act: things.go
//   - German, French, Spanish, Portuguese: europe.go; Chinese, Japanese: cjk.go
//   - a path that gives power: places.go
//   - a harmless program, or a harmless argument of one: shell/harmless.go
//   - a letter that looks like a Latin one: fold.go
//
// Harmless words are the dangerous additions: each one stops questions from
// being asked.
package oneway
