// Command neverask-hook is what Claude Code starts when it is about to ask the person a question.
// It reads one payload from standard input, and prints an answer if the person's rules give one.
package main

import (
	"os"

	"neverask/hooks/program"
)

// version is set by the linker.
var version = "dev"

func main() {
	os.Exit(program.Main(os.Args[1:], os.Stdin, os.Stdout, program.System(version)))
}
