package diffview

import "neverask/hooks/redact"

// Redact hides the secret values in JSON text and leaves all else as it is,
// line breaks and indentation included: valid JSON stays valid. See [redact.JSON].
func Redact(json string) string { return redact.JSON(json) }

// RedactSetting is Redact for the value of a setting with a dotted name: all of a
// variable, "env.NAME", is secret.
func RedactSetting(name, raw string) string { return redact.Setting(name, raw) }

// RedactCommand hides the secrets in a command line or other plain text and keeps
// the rest. See [redact.Command].
func RedactCommand(s string) string { return redact.Command(s) }
