// Package command has the commands of neverask, one function each; those with commands of
// their own are packages below.
package command
