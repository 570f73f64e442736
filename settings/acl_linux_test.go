package settings

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"neverask/settings/musttest"
)

// accessList is a POSIX access list that lets one more user read and write, and
// the group nothing.
func accessList() []byte {
	list := binary.LittleEndian.AppendUint32(nil, 2)
	for _, entry := range [][3]uint32{{1, 6, ^uint32(0)}, {2, 6, 12345}, {4, 0, ^uint32(0)}, {16, 6, ^uint32(0)}, {32, 0, ^uint32(0)}} {
		list = binary.LittleEndian.AppendUint16(list, uint16(entry[0]))
		list = binary.LittleEndian.AppendUint16(list, uint16(entry[1]))
		list = binary.LittleEndian.AppendUint32(list, entry[2])
	}
	return list
}

// TestAccessList: the mode of a file with an access list says what the list allows
// at most. Without the list it would allow the group that.
func TestAccessList(t *testing.T) {
	read := func(path string) string {
		list := make([]byte, 1024)
		n, err := unix.Lgetxattr(path, accessACL, list)
		if err != nil {
			return ""
		}
		return string(list[:n])
	}
	b := newBench(t, original)
	if err := unix.Lsetxattr(b.path, accessACL, accessList(), 0); err != nil {
		t.Skip("the file system has no access lists:", err)
	}
	b.apply(b.plan())
	if got := read(b.path); got != string(accessList()) {
		t.Errorf("the list became %x", got)
	}
	// What the directory gives to new files, the file has not had.
	bare := newBench(t, original)
	musttest.Do(t, unix.Lsetxattr(filepath.Dir(bare.path), "system.posix_acl_default", accessList(), 0))
	bare.apply(bare.plan())
	if got := read(bare.path); got != "" {
		t.Errorf("the file has the list %x", got)
	}
	if info, _ := os.Stat(bare.path); info.Mode() != 0o640 {
		t.Errorf("the mode became %v", info.Mode())
	}
}
