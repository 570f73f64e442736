//go:build !unix

package outside

// alive reports whether a process runs, and whether that can be told.
func alive(int, string, string) (lives, known bool) { return false, false }
