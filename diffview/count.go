package diffview

import "fmt"

// Count formats a number of things: 1 group, 2 groups.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
