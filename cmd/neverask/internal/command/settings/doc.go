// Package settings is neverask settings: what affects hooks and questions, and where it comes
// from.
package settings
