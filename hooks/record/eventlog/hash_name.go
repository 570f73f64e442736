package eventlog

import (
	"fmt"
	"hash/fnv"
)

// hashName turns any string into a file name.
func hashName(s string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s)) // it never fails
	return fmt.Sprintf("%016x", h.Sum64())
}
