// Package doctor is neverask doctor: what stops hooks from running, with the repairs, and with
// --live which handlers the installed Claude Code starts.
package doctor
