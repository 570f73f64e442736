// Package log is neverask log: what Claude asked and who answered, and what its tools did, as
// lines, as figures, or exported.
package log
