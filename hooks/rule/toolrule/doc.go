// Package toolrule decides what happens to a call of any tool before the person is
// asked for permission, by rules of the person's own.
//
//	list, problems, err := toolrule.Parse(preferences)
//	d := toolrule.New(list).Decide(call, situation, nil)
//	output := d.Output()
//
// A [Rule] names tools, looks at fields of their input, and refuses the call, has
// the person asked, perhaps about a patched input, or tells Claude something. What a
// patch does not name stays as it was written, to the byte. No rule allows a call: that
// is for the client's own permission rules.
//
// The package is careful by construction: a rule that is not understood, or that has a
// pattern which is no RE2 expression, does nothing. Where a patch does not apply, its
// rule still has the person asked. The tools by which Claude asks questions cannot be
// named: they are the business of neverask/hooks/rule/question.
//
// The package writes nothing, and looks at directories only where a condition or a
// project needs it.
package toolrule
