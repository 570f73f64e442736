// Package cmdtest builds programs of this module for tests that start them.
//
//	cmd := exec.Command(filepath.Join(cmdtest.Programs(t), "neverask"), "status")
//
// All test programs that one go test starts share what was built: the first of them
// links it, and the go command finds for the others that it is up to date. It is kept
// in the user's cache directory until that go test is over and another one begins.
package cmdtest
