package diffview

import "neverask/hooks/redact"

// Redact hides the secret values in JSON text and leaves everything else unchanged, line
// breaks and indentation included: valid JSON stays valid. See [redact.JSON].
func Redact(json string) string { return redact.JSON(json) }

// RedactCommand hides the secrets in a command line or other plain text and keeps
// the rest. See [redact.Command].
func RedactCommand(s string) string { return redact.Command(s) }
