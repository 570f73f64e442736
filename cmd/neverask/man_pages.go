//go:build man

package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"neverask/cmd/neverask/internal/cli"
)

// With the tag man, the program only writes the manual page of every command into a directory, for packages. So the
// generator is not part of the released program.
func main() {
	if err := writeManPages(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "neverask:", err)
		os.Exit(cli.Failed)
	}
}

func writeManPages(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root := rootCommand(&cli.App{})
	root.DisableAutoGenTag = true // the header contains a date
	return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "neverask"}, dir)
}
