package main

import "neverask/cmd/neverask/internal/cli"

// app are the commands that are still here.
type app struct{ *cli.App }
