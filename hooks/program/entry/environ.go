package entry

import (
	"os"
	"strings"
)

// spoiled begins the name of a variable that the entry has hidden from the runtime:
// GOPATH is "\x01OPATH".
const spoiled = "\x01O"

// Environ is os.Environ as the process was given it.
func Environ() []string {
	all := os.Environ() //nolint:forbidigo // this is where it is taken from
	for i, v := range all {
		if rest, ok := strings.CutPrefix(v, spoiled); ok {
			all[i] = "GO" + rest
		}
	}
	return all
}

// Restore gives the process the variables that the entry has hidden, for a program
// that starts others without saying with which.
func Restore() {
	for _, v := range os.Environ() { //nolint:forbidigo // as above
		name, value, _ := strings.Cut(v, "=")
		if rest, ok := strings.CutPrefix(name, spoiled); ok {
			_ = os.Unsetenv(name) // neither fails for a name that the environment had
			_ = os.Setenv("GO"+rest, value)
		}
	}
}
