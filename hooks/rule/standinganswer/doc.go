// Package standinganswer keeps standing answers: lines in the person's own words that Claude is
// told at the start of a session, for questions that recur in other words.
//
//	lines, problems, err := standinganswer.Parse(preferences)
//	told, _ := standinganswer.Told(lines, within)
//	context := standinganswer.Context(told)
//
// They are advice: Claude may still ask, and neverask answers no question by them. Claude is never told a line that
// contains a secret, or that may be about something irreversible.
//
// The package writes nothing, and reads directories only if a line is for a project.
package standinganswer
