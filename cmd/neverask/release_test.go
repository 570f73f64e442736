//go:build unix

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// archive is a release's archive with a program that says who it is.
func archive(t *testing.T, program string) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	w := tar.NewWriter(zip)
	for _, name := range []string{"bin/neverask", "bin/neverask-hook"} {
		header := &tar.Header{Name: name, Mode: 0o755, Size: int64(len(program))}
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(program)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestInstallScript runs docs/install.sh against a release on a local server: it
// installs what the checksums vouch for, and nothing else.
func TestInstallScript(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		if _, err := exec.LookPath("wget"); err != nil {
			t.Skip("there is neither curl nor wget")
		}
	}
	name := "neverask_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"
	first, second := archive(t, "#!/bin/sh\necho first\n"), archive(t, "#!/bin/sh\necho second\n")
	sum := func(b []byte) string { return fmt.Sprintf("%x  %s\n", sha256.Sum256(b), name) }
	home := t.TempDir()
	run := func(files map[string][]byte) (string, error) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			content, ok := files[strings.TrimPrefix(r.URL.Path, "/v1/")]
			if !ok {
				http.NotFound(w, r)
				return
			}
			_, _ = w.Write(content)
		}))
		defer server.Close()
		cmd := exec.Command("/bin/sh", "../../docs/install.sh", server.URL+"/v1/")
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "no_proxy=*"}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	installed := func() string {
		t.Helper()
		out, err := exec.Command(filepath.Join(home, ".local", "bin", "neverask")).Output()
		if err != nil {
			return err.Error()
		}
		return strings.TrimSpace(string(out))
	}
	for _, c := range []struct {
		about string
		files map[string][]byte
		says  string // of a refusal
		have  string
	}{
		{"no release", nil, "cannot be downloaded", ""},
		{"no archive", map[string][]byte{"checksums.txt": []byte(sum(first))}, "cannot be downloaded", ""},
		{"no checksum", map[string][]byte{"checksums.txt": []byte("00  other\n"), name: first}, "does not name", ""},
		{"another archive", map[string][]byte{"checksums.txt": []byte(sum(second)), name: first}, "is not what checksums.txt says", ""},
		{"right", map[string][]byte{"checksums.txt": []byte("00  other\n" + sum(first)), name: first}, "", "first"},
		{"tampered update", map[string][]byte{"checksums.txt": []byte(sum(first)), name: second}, "is not what checksums.txt says", "first"},
		{"update", map[string][]byte{"checksums.txt": []byte(sum(second)), name: second}, "", "second"},
	} {
		out, err := run(c.files)
		if (err == nil) != (c.says == "") || !strings.Contains(out, c.says) {
			t.Errorf("%s: %v\n%s", c.about, err, out)
		}
		if c.have == "" {
			if left, _ := filepath.Glob(filepath.Join(home, ".local", "*")); len(left) > 0 {
				t.Errorf("%s: left %q", c.about, left)
			}
		} else if got := installed(); got != c.have {
			t.Errorf("%s: installed is %q, want %q", c.about, got, c.have)
		}
	}
	// What is not neverask's is not replaced.
	dir := filepath.Join(home, ".local", "lib", "neverask")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "mine"), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := run(map[string][]byte{"checksums.txt": []byte(sum(first)), name: first}); err == nil || !strings.Contains(out, "no release of neverask") {
		t.Errorf("somebody's directory: %v\n%s", err, out)
	}
}
