// Package undo is neverask undo: the change log, and taking changes back.
package undo
