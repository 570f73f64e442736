// Package tryout puts neverask's question hooks into one session of Claude Code: a plugin
// with a hook binary, rules and records of its own.
//
//	in, plugin, err := tryout.Make(in, dir)
//	// claude --plugin-dir plugin
//
// Nothing of the person's is changed.
package tryout
