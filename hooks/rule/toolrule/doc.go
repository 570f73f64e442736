// Package toolrule decides what happens to a call of any tool before the person is
// asked for permission, by rules of the person's own.
//
//	list, problems, err := toolrule.Parse(preferences)
//	d := toolrule.New(list).Decide(call, situation, nil)
//	output := d.Output()
//
// A [Rule] names tools, looks at fields of their input, and refuses the call, has
// the person asked, allows it, or tells Claude something; with it goes a patch of
// the input. What a patch does not name stays as it was written, to the byte.
//
// The package is careful by construction: a rule that is not understood, or that has a
// pattern which is no RE2 expression, does nothing. Where a patch does not apply, its
// rule does not allow, but still has the person asked. The tools by which Claude asks
// questions cannot be named: they are the business of neverask/hooks/rule/question.
//
// An allowing rule holds for a command line only when each command in it matches as a
// whole, or only reads within the project: see neverask/hooks/rule/safety/shell. Rules that
// refuse, ask or tell find their pattern anywhere.
//
// An allowing rule only answers the client's own question for permission. It does
// not loosen a "deny" or an "ask" rule of the client's settings (Claude Code
// 2.1.329).
//
// The package writes nothing, and looks at directories only where a condition or a
// project needs it.
package toolrule
