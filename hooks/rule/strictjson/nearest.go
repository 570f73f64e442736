package strictjson

import "strings"

// Nearest returns the name that a word was probably meant to be, or "".
func Nearest(word string, names []string) (near string) {
	bare, least := plain(word), 1
	if len(word) > 5 {
		least = 2
	}
	for _, name := range names {
		if strings.EqualFold(bare, plain(name)) {
			return name
		}
		if d := min(distance(word, name), swapped(word, name)); len(word) > 2 && d <= least && (near == "" || d < least) {
			near, least = name, d
		}
	}
	return near
}

// plain returns a name without separators and case.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_- .", r) {
			return -1
		}
		return r
	}, name)
}

// swapped returns 1 if two adjacent letters are swapped.
func swapped(a, b string) int {
	for i := 1; len(a) == len(b) && i < len(a); i++ {
		if a[:i-1] == b[:i-1] && a[i-1] == b[i] && a[i] == b[i-1] && a[i+1:] == b[i+1:] {
			return 1
		}
	}
	return 3
}

// distance returns the number of letters to change, add or remove to get from one word to another; it stops counting
// when the number no longer matters.
func distance(a, b string) int {
	if abs(len(a)-len(b)) > 2 {
		return 3
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func abs(n int) int { return max(n, -n) }
