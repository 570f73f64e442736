// Package redact finds what is secret in JSON and in other text, and hides it.
//
//	shown := redact.JSON(`{"env":{"KEY":"abc"}}`) // {"env":{"KEY":"•••"}}
//	shown = redact.Command("curl -u me --token abc")
//
// Names tell what is secret, and the shapes that services give their tokens. Text
// that is no secret stays as it is, byte for byte, and so does the layout. What it
// does not know it does not hide: it is no proof that a text may be shown to others.
//
// The package has no state and no tables to build, so that the hook may link it.
package redact
