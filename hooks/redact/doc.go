// Package redact finds what is secret in JSON and in other text, and hides it.
//
//	shown := redact.JSON(`{"env":{"KEY":"abc"}}`) // {"env":{"KEY":"•••"}}
//	shown = redact.Command("curl -u me --token abc")
//
// It recognises secrets by their names and by the formats of known services' tokens. All
// other text and the layout stay the same, byte for byte. It misses secrets that it does not
// recognise, so its output is not safe to publish.
//
// The package has no state and no tables to build, so that the hook may link it.
package redact
