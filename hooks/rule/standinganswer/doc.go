// Package standinganswer keeps standing answers: lines in the person's own words that Claude is
// told at the start of a session, for questions that come again only in meaning.
//
//	lines, problems, err := standing.Parse(preferences)
//	told, _ := standing.Told(lines, within)
//	context := standing.Context(told)
//
// They are advice: Claude may ask all the same, and no question is answered by one. A line
// that has a secret in it, or that may be about something irreversible, is told to nobody.
//
// The package writes nothing, and reads directories only if a line is for a project.
package standinganswer
