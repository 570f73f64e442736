// Package tryout adds neverask's question hooks to a single Claude Code session, as a
// plugin with its own hook binary, rules and records.
//
//	in, plugin, err := tryout.Make(in, dir)
//	// claude --plugin-dir plugin
//
// It changes none of the person's files.
package tryout
