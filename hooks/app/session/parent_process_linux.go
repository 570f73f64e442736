package session

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// process returns the parent of a process and the environment that it was started with.
func process(pid int) (parent int, environment []byte, ok bool) {
	if pid <= 1 {
		return 0, nil, false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, nil, false
	}
	// The name of the program is in brackets and may contain anything.
	_, after, found := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
	fields := bytes.Fields(after)
	if !found || len(fields) < 2 {
		return 0, nil, false
	}
	if parent, err = strconv.Atoi(string(fields[1])); err != nil {
		return 0, nil, false
	}
	environment, _ = os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid)) // another user's is unreadable
	return parent, environment, true
}

// variable returns the value of a variable in an environment.
func variable(environment []byte, name string) string {
	for entry := range bytes.SplitSeq(environment, []byte{0}) {
		if value, ok := bytes.CutPrefix(entry, []byte(name+"=")); ok {
			return string(value)
		}
	}
	return ""
}
