//go:build unix

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"neverask/settings/musttest"
)

// scriptMachine is a machine on which docs/install.sh is run: a home of its own, and
// nothing in PATH but what is named.
type scriptMachine struct {
	t         *testing.T
	home, bin string
	env       []string
}

// scriptTools are what the script calls, and what those call.
var scriptTools = []string{
	"awk", "cat", "chmod", "cp", "curl", "dirname", "find", "grep", "gzip", "head", "ln", "ls", "mkdir", "mktemp", "mv", "readlink",
	"rm", "sed", "sha256sum", "shasum", "sort", "tar", "uname", "wget",
}

// newScriptMachine makes a machine without some of these tools.
func newScriptMachine(t *testing.T, without ...string) *scriptMachine {
	t.Helper()
	m := &scriptMachine{t: t, home: t.TempDir(), bin: t.TempDir()}
	for _, name := range scriptTools {
		if path, err := exec.LookPath(name); err == nil {
			musttest.Do(t, os.Symlink(path, filepath.Join(m.bin, name)))
		}
	}
	if !m.has("curl") && !m.has("wget") {
		t.Skip("there is neither curl nor wget")
	}
	for _, name := range without {
		_ = os.Remove(filepath.Join(m.bin, name)) // which may be missing anyway
	}
	return m
}

func (m *scriptMachine) has(tool string) bool {
	_, err := os.Lstat(filepath.Join(m.bin, tool))
	return err == nil
}

// program puts a shell script into PATH.
func (m *scriptMachine) program(name, text string) {
	m.t.Helper()
	path := filepath.Join(m.bin, name)
	_ = os.Remove(path) // which may be a link to the real one
	musttest.Do(m.t, os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755))
}

func (m *scriptMachine) run(args ...string) (string, error) {
	m.t.Helper()
	script := musttest.Read(m.t, "../../docs/install.sh")
	cmd := exec.Command("/bin/sh", append([]string{"-s", "--"}, args...)...)
	cmd.Dir, cmd.Stdin = m.home, bytes.NewReader(script)
	cmd.Env = append([]string{"HOME=" + m.home, "PATH=" + m.bin, "no_proxy=*"}, m.env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// refused runs the script, and expects that it ends with such an error and leaves
// nothing of its own in the home.
func (m *scriptMachine) refused(says string, args ...string) {
	m.t.Helper()
	before := tree(m.t, m.home)
	out, err := m.run(args...)
	if err == nil || !strings.Contains(out, says) {
		m.t.Errorf("%q: %v, does not say %q\n%s", args, err, says, out)
	}
	if after := tree(m.t, m.home); after != before {
		m.t.Errorf("%q changed the home from\n%sto\n%s", args, before, after)
	}
}

// installs runs the script, and expects that it ends well.
func (m *scriptMachine) installs(args ...string) string {
	m.t.Helper()
	out, err := m.run(args...)
	if err != nil {
		m.t.Errorf("%q: %v\n%s", args, err, out)
	}
	return out
}

// installed returns what the program says that ~/.local/bin leads to.
func (m *scriptMachine) installed() string {
	m.t.Helper()
	out, err := exec.Command(filepath.Join(m.home, ".local", "bin", "neverask")).Output()
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(out))
}

// tree returns everything below a directory: names, links and contents.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		fmt.Fprintf(&all, "%s %s", path[len(dir):], d.Type())
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			fmt.Fprintf(&all, " -> %s, %v", target, err)
		case d.Type().IsRegular():
			content, err := os.ReadFile(path)
			fmt.Fprintf(&all, " %x, %v", sha256.Sum256(content), err)
		}
		all.WriteString("\n")
		return nil
	})
	musttest.Do(t, err)
	return all.String()
}

// write makes a file of the person's.
func (m *scriptMachine) write(path, text string) {
	m.t.Helper()
	path = filepath.Join(m.home, path)
	musttest.Do(m.t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)))
}

// releaseArchive is the name of the archive for this machine.
var releaseArchive = "neverask_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"

// releaseOf returns what a release holds: an archive with programs that print a text, and
// its checksum.
func releaseOf(t *testing.T, text string) map[string][]byte {
	t.Helper()
	if testing.Short() {
		t.Skip("packs archives")
	}
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	w := tar.NewWriter(zip)
	for name, content := range map[string]string{
		"bin/neverask": "#!/bin/sh\necho " + text + "\n", "bin/neverask-hook": "#!/bin/sh\n", "LICENSE": "MIT\n",
	} {
		musttest.Do(t, w.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(content))}))
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	musttest.Do(t, errors.Join(w.Close(), zip.Close()))
	return sealed(map[string][]byte{releaseArchive: b.Bytes()})
}

// sealed adds the checksum of the archive.
func sealed(files map[string][]byte) map[string][]byte {
	files["checksums.txt"] = fmt.Appendf(nil, "%064d  other\n%x  %s\n", 0, sha256.Sum256(files[releaseArchive]), releaseArchive)
	return files
}

// folder returns the address of a release that was downloaded before.
func folder(t *testing.T, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		musttest.Do(t, os.WriteFile(filepath.Join(dir, name), content, 0o644))
	}
	return "file://" + dir
}

// serve returns the address of a release on a server whose certificate the machine
// trusts. What begins with plain/ is sent on to an address without encryption.
func (m *scriptMachine) serve(files map[string][]byte) (url string, asked *atomic.Int64) {
	m.t.Helper()
	asked = &atomic.Int64{}
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		content, ok := files[r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(content)
	})
	plain := httptest.NewServer(answer)
	m.t.Cleanup(plain.Close)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/plain/") {
			http.Redirect(w, r, plain.URL+r.URL.Path, http.StatusFound)
			return
		}
		answer(w, r)
	}))
	m.t.Cleanup(server.Close)
	ca := filepath.Join(m.t.TempDir(), "ca.pem")
	wget := filepath.Join(filepath.Dir(ca), "wgetrc")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	musttest.Do(m.t, errors.Join(os.WriteFile(ca, certificate, 0o644), os.WriteFile(wget, []byte("ca_certificate="+ca+"\n"), 0o644)))
	m.env = append(m.env, "CURL_CA_BUNDLE="+ca, "WGETRC="+wget)
	return server.URL, asked
}

// downloaders are the machines that have one of curl and wget.
func downloaders(t *testing.T, each func(t *testing.T, m *scriptMachine)) {
	t.Helper()
	for with, without := range map[string]string{"curl": "wget", "wget": "curl"} {
		t.Run(with, func(t *testing.T) {
			m := newScriptMachine(t, without)
			if !m.has(with) {
				t.Skip("there is no " + with)
			}
			each(t, m)
		})
	}
}

// TestInstallScript: the script installs what the checksums vouch for, and nothing
// else. What is installed stays when an update cannot be.
func TestInstallScript(t *testing.T) {
	t.Parallel()
	first, second := releaseOf(t, "first"), releaseOf(t, "second")
	tampered := map[string][]byte{"checksums.txt": first["checksums.txt"], releaseArchive: second[releaseArchive]}
	broken := sealed(map[string][]byte{releaseArchive: first[releaseArchive][:len(first[releaseArchive])/2]})
	unnamed := map[string][]byte{"checksums.txt": []byte("00  other\n"), releaseArchive: first[releaseArchive]}
	downloaders(t, func(t *testing.T, m *scriptMachine) {
		t.Helper()
		at := func(files map[string][]byte) string {
			url, _ := m.serve(files)
			return url + "/v1/"
		}
		refusals := func() {
			t.Helper()
			m.refused("cannot be downloaded", at(nil))
			m.refused("cannot be downloaded", at(map[string][]byte{"checksums.txt": first["checksums.txt"]}))
			m.refused("does not name", at(unnamed))
			m.refused("is not what checksums.txt says", at(tampered))
			m.refused("cannot be unpacked", at(broken))
		}
		refusals()
		out := m.installs(at(first))
		if m.installed() != "first" || !strings.Contains(out, "origin: not verified") {
			t.Errorf("installed is %q\n%s", m.installed(), out)
		}
		refusals()
		m.installs(at(second))
		if m.installed() != "second" {
			t.Errorf("installed is %q", m.installed())
		}
		m.installs(folder(t, first))
		if m.installed() != "first" {
			t.Errorf("from a folder: installed is %q", m.installed())
		}
		if left, _ := filepath.Glob(filepath.Join(m.home, ".local", "*", "neverask.*")); len(left) > 0 {
			t.Errorf("left %q", left)
		}
	})
}

// TestInstallScriptTakesNothingUnencrypted: plain http is refused before anything is
// asked for, and when a server sends on to it.
func TestInstallScriptTakesNothingUnencrypted(t *testing.T) {
	downloaders(t, func(t *testing.T, m *scriptMachine) {
		t.Helper()
		url, asked := m.serve(releaseOf(t, "first"))
		for _, plain := range []string{"http" + strings.TrimPrefix(url, "https"), "HTTP://127.0.0.1/v1", "ftp://127.0.0.1/v1", "127.0.0.1/v1", "file:v1", "file://host/v1", ""} {
			m.refused("has to begin with https://", plain)
		}
		if asked.Load() != 0 {
			t.Errorf("%d requests", asked.Load())
		}
		m.refused("cannot be downloaded", url+"/plain/v1")
	})
}
