// Package entry keeps the variables that Go's runtime reads from deciding what a run
// of the hook costs.
//
// Claude Code hands its hooks every variable that a repository's settings name. The
// runtime reads some of them before any code of a program runs: with GOMAXPROCS=100000
// it takes gigabytes and minutes, and with 2000000000 it ends with the status 2, which
// the client takes for a refusal. So the programs are linked with an entry of their
// own, on Linux for amd64 and arm64:
//
//	go build -ldflags '-E _neverask_start' neverask/cmd/neverask-hook
//
// It spoils the first letter of every variable whose name begins with GO, and goes on
// to the runtime's entry, which takes no time that could be measured. [Environ] and
// [Restore] put the letter back, for programs that are started from here. A program
// that was linked without the flag, or for another system, runs all the same, and
// believes those variables.
package entry
