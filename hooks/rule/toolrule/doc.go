// Package toolrule decides by the person's rules what happens to a call of any tool, before
// they are asked for permission.
//
//	list, problems, err := toolrule.Parse(preferences)
//	d := toolrule.New(list).Decide(call, situation, nil)
//	output := d.Output()
//
// A [Rule] names tools, checks fields of their input, and refuses the call, has the person
// asked, perhaps about a patched input, or tells Claude something. Whatever a patch does not
// name stays the same, byte for byte. No rule allows a call: the client's own permission
// rules do that.
//
// A rule that is not understood, or whose pattern is not valid RE2, does nothing. A rule
// whose patch does not apply still has the person asked. The tools that ask questions cannot
// be named: they are for neverask/hooks/rule/question.
//
// The package writes nothing, and reads directories only if a condition or a project needs
// it.
package toolrule
