package outside

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// alive reports whether a process runs that started at a tick of the system, and
// whether that can be told: in another container it cannot.
func alive(pid int, start, domain string) (lives, known bool) {
	if here, err := os.Readlink("/proc/self/ns/pid"); err == nil && domain != "" && !strings.HasSuffix(domain, here) {
		return false, false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if os.IsNotExist(err) {
		return false, true
	}
	if err != nil {
		return false, false
	}
	// The second field is the name in brackets and may hold anything; the start
	// is the 22nd.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	return start == "" || len(fields) > 19 && string(fields[19]) == start, true
}
