package clienttest

import (
	"os/exec"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// run starts a program of the lab that is not the client.
func (lab *Lab) run(name string, args ...string) string {
	lab.t.Helper()
	cmd := exec.Command(name, args...)
	lab.Adopt(cmd)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	musttest.Do(lab.t, lab.Start(cmd))
	if err := cmd.Wait(); err != nil {
		lab.t.Fatalf("%s: %v\n%s", name, err, out.String())
	}
	return out.String()
}

func TestNetworkIsLoopbackAlone(t *testing.T) {
	t.Parallel()
	lab := New(t)
	var interfaces []string
	for line := range strings.SplitSeq(lab.run("/bin/cat", "/proc/net/dev"), "\n") {
		if name, _, ok := strings.Cut(line, ":"); ok {
			interfaces = append(interfaces, strings.TrimSpace(name))
		}
	}
	if len(interfaces) != 1 || interfaces[0] != "lo" {
		t.Errorf("interfaces %q, want lo alone", interfaces)
	}
	if routes := strings.TrimSpace(lab.run("/bin/cat", "/proc/net/route")); strings.Contains(routes, "\n") {
		t.Errorf("there is a route:\n%s", routes)
	}
}

func TestEnvironmentInheritsNothing(t *testing.T) {
	t.Setenv("NEVERASK_LEAK", "1")
	lab := New(t)
	lab.Env["EXTRA"] = "2"
	env := lab.run("/usr/bin/env")
	if strings.Contains(env, "NEVERASK_LEAK") {
		t.Errorf("the test's environment leaks:\n%s", env)
	}
	for _, want := range []string{"HOME=" + lab.Home + "\n", "EXTRA=2\n", "ANTHROPIC_BASE_URL=http://127.0.0.1:"} {
		if !strings.Contains(env, want) {
			t.Errorf("%q is missing:\n%s", want, env)
		}
	}
	if dir := strings.TrimSpace(lab.run("/bin/pwd")); dir != lab.Project {
		t.Errorf("working directory %s, want %s", dir, lab.Project)
	}
}
