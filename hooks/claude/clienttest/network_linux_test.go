package clienttest

import (
	"os/exec"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestIsolate: what is started has a loopback interface and no route anywhere, and ends
// with the network.
func TestIsolate(t *testing.T) {
	n, err := isolate()
	if err != nil {
		t.Skipf("there can be no network: %v", err)
	}
	defer n.listener.Close()
	var out strings.Builder
	cmd := exec.Command("/bin/cat", "/proc/net/route")
	cmd.Stdout, cmd.Stderr = &out, &out
	musttest.Do(t, n.start(cmd))
	if err := cmd.Wait(); err != nil || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("seen from inside: %v\n%s", err, &out)
	}
	musttest.Do(t, n.close())
}
