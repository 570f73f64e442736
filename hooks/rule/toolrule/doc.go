// Package toolrule decides by the person's rules what happens to a call of any tool, before
// they are asked for permission.
//
//	list, problems, err := toolrule.Parse(preferences)
//	d := toolrule.New(list).Decide(call, situation, nil)
//	output := d.Output()
//
// A [Rule] names tools, and checks fields of their input. It refuses the call, makes the client ask the person,
// perhaps about a patched input, or tells Claude something. Everything that a patch does not name keeps its bytes. No
// rule allows a call: the client's own permission rules do that. An invalid rule does nothing. A rule whose patch
// does not apply still asks. A rule cannot name the tools that ask questions: neverask/hooks/rule/question handles
// them.
//
// The package writes nothing, and reads directories only if a condition or a project needs
// it.
package toolrule
