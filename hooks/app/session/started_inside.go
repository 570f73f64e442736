package session

// maxParents is how far up it is looked.
const maxParents = 64

// StartedInside reports whether the process with an ID, or one that it was started by, has the
// variables of Claude Code: a command that takes them out of its own environment has been
// started by a shell that has them. Where that cannot be told it reports false.
func StartedInside(pid int) bool {
	for range maxParents {
		parent, environment, ok := process(pid)
		if !ok {
			return false
		}
		if Inside(func(name string) string { return variable(environment, name) }) {
			return true
		}
		pid = parent
	}
	return false
}
