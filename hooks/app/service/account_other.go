//go:build !windows

package service

// account is asked for on Windows alone.
func account() string { return "" }
