// Package screens connects the commands with package tui: [Open] opens the screens with the use cases they need, on
// the person's own files. It also remembers the theme.
package screens
