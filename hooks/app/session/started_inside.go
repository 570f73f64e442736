package session

// maxParents is how many parents are checked.
const maxParents = 64

// StartedInside reports whether the process with an ID, or one of its ancestors, has Claude
// Code's variables: a command that removes them from its own environment was started by a
// shell that has them. If that cannot be determined, it returns false.
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
