// Package command has the commands of neverask, one function each; those with subcommands are packages below.
package command
