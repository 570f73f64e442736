// Package run is neverask run: a headless run of Claude Code whose questions are answered by
// the rules, on the terminal, or later.
package run
