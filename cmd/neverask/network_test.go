//go:build linux

package main

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
)

// connecting are the functions without which no connection can be made, nor one be
// waited for.
var connecting = []string{
	"net.(*Dialer).", "net.(*sysDialer).", "net.(*Resolver).", "net.(*ListenConfig).", "net.socket", "net/http.", "crypto/tls.",
	"syscall.socket", "syscall.Socket", "syscall.connect", "syscall.Connect", "syscall.bind", "syscall.Bind", "syscall.sendto", "syscall.Sendto",
	"golang.org/x/sys/unix.Socket", "golang.org/x/sys/unix.Connect", "golang.org/x/sys/unix.Bind", "golang.org/x/sys/unix.Sendto",
}

// connects says which functions of a program could make a connection: those whose names are in
// its table of functions.
func connects(t *testing.T, program string) (found []string) {
	t.Helper()
	file, err := elf.Open(program)
	musttest.Do(t, err)
	defer file.Close()
	table, err := file.Section(".gopclntab").Data()
	musttest.Do(t, err)
	if !bytes.Contains(table, []byte("\x00main.main\x00")) {
		t.Fatalf("%s has no names of functions", program)
	}
	return slices.DeleteFunc(slices.Clone(connecting), func(prefix string) bool { return !bytes.Contains(table, []byte("\x00"+prefix)) })
}

// TestOpensNoConnection: neither program calls home, nor anywhere else. The linker
// leaves out what nothing can reach, and nothing reaches what makes a connection.
func TestOpensNoConnection(t *testing.T) {
	if testing.Short() {
		t.Skip("reads whole programs")
	}
	bin := cmdtest.Programs(t)
	for _, name := range []string{"neverask", "neverask-hook"} {
		if found := connects(t, filepath.Join(bin, name)); len(found) > 0 {
			t.Errorf("%s holds %q", name, found)
		}
	}
	// The tests do: install.sh is run against a server.
	self, err := os.Executable()
	musttest.Do(t, err)
	found := strings.Join(connects(t, self), "\n")
	for _, want := range []string{"net.(*sysDialer).", "net/http.", "syscall.connect"} {
		if !strings.Contains(found, want) {
			t.Errorf("%s is not found where it is", want)
		}
	}
}

// TestImportsNoNetwork: the same for the systems on which programs are not built
// here: what imports a network only takes the names of addresses from it.
func TestImportsNoNetwork(t *testing.T) {
	t.Parallel()
	allowed := map[string][]string{
		"net": {"github.com/spf13/pflag", "golang.org/x/sys/windows"}, // types of flags, and of addresses
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		all := dependencies(t, system)
		for _, d := range all {
			for _, to := range d.imports {
				network := to == "net" || strings.HasPrefix(to, "net/") && to != "net/url" && to != "net/netip" || to == "crypto/tls" || strings.HasPrefix(to, "golang.org/x/net")
				if network && !slices.Contains(allowed[to], d.path) {
					t.Errorf("%s: %s imports %s", system, d.path, to)
				}
			}
		}
		if len(all) < 50 {
			t.Errorf("%s: only %d packages", system, len(all))
		}
	}
}
