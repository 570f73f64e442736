// Package cmdtest builds programs of this module for tests that start them.
//
//	cmd := exec.Command(filepath.Join(cmdtest.Programs(t), "neverask"), "status")
//
// All test programs of one go test run share the result: the first links it, and the go command finds it up to date
// for the others. It stays in the user's cache directory until a later go test run removes it.
package cmdtest
