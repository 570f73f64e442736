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
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"go.yaml.in/yaml/v3"
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

// serve is the address of a release with some files.
func serve(t *testing.T, files map[string][]byte) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, ok := files[strings.TrimPrefix(r.URL.Path, "/v1/")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(content)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1/"
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
	run := func(files map[string][]byte, more ...func(*exec.Cmd)) (string, error) {
		cmd := exec.Command("/bin/sh", "../../docs/install.sh", serve(t, files))
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "no_proxy=*"}
		for _, change := range more {
			change(cmd)
		}
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
	// Where something is missing, what is installed stays, and nothing is left.
	for _, c := range []struct {
		about string
		tools []string // that are there
		uname string   // what the machine says of itself
		says  string
	}{
		{"another system", nil, "echo Plan9", "no archive for Plan9"},
		{"another architecture", nil, "[ $1 = -s ] && echo Linux || echo riscv64", "no archive for riscv64"},
		{"no way to download", []string{"mktemp", "rm", "awk", "tar"}, "", "curl or wget is needed"},
		{"no tar", []string{"curl", "wget", "mktemp", "rm", "awk", "sha256sum", "shasum"}, "", "tar is needed"},
		{"no checksum program", []string{"curl", "wget", "mktemp", "rm", "awk", "tar", "gzip"}, "", "sha256sum or shasum is needed"},
	} {
		bin := tools(t, c.tools)
		if c.uname != "" {
			if err := os.WriteFile(filepath.Join(bin, "uname"), []byte("#!/bin/sh\n"+c.uname+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		} else if err := os.Symlink(where(t, "uname"), filepath.Join(bin, "uname")); err != nil {
			t.Fatal(err)
		}
		out, err := run(map[string][]byte{"checksums.txt": []byte(sum(first)), name: first}, func(cmd *exec.Cmd) { cmd.Env[1] = "PATH=" + bin })
		if err == nil || !strings.Contains(out, c.says) {
			t.Errorf("%s: %v\n%s", c.about, err, out)
		}
		if got := installed(); got != "second" {
			t.Errorf("%s: installed is %q", c.about, got)
		}
	}
	// An archive that breaks off leaves what is there, too.
	broken := first[:len(first)/2]
	if out, err := run(map[string][]byte{"checksums.txt": []byte(sum(broken)), name: broken}); err == nil || installed() != "second" {
		t.Errorf("a broken archive: %v, %q\n%s", err, installed(), out)
	}
	// A directory is relative to where the script is run.
	elsewhere := t.TempDir()
	script, err := filepath.Abs("../../docs/install.sh")
	if err != nil {
		t.Fatal(err)
	}
	out, err := run(map[string][]byte{"checksums.txt": []byte(sum(first)), name: first}, func(cmd *exec.Cmd) {
		cmd.Dir, cmd.Args[1] = elsewhere, script
		cmd.Args = append(cmd.Args, "mine")
	})
	if err != nil || installed() != "first" {
		t.Errorf("a relative directory: %v, %q\n%s", err, installed(), out)
	}
	if left, _ := filepath.Glob(filepath.Join(home, ".local", "*", "neverask.*")); len(left) > 0 {
		t.Errorf("left %q", left)
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

// tools makes a directory with the given programs, as far as they are there.
func tools(t *testing.T, names []string) string {
	t.Helper()
	bin := t.TempDir()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return bin
}

func where(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestInstallScriptWithoutPermission: where the directory may not be written, what
// is installed stays.
func TestInstallScriptWithoutPermission(t *testing.T) {
	home, err := os.MkdirTemp("", "neverask-install-")
	if err != nil {
		t.Fatal(err)
	}
	parent := filepath.Join(home, "lib")
	t.Cleanup(func() { _ = os.Chmod(parent, 0o755); _ = os.RemoveAll(home) })
	as := &syscall.SysProcAttr{}
	if err := os.Mkdir(parent, 0o755); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // who may write everything
		as.Credential = &syscall.Credential{Uid: 65534, Gid: 65534}
		for _, dir := range []string{home, parent} {
			if err := os.Chown(dir, 65534, 65534); err != nil {
				t.Fatal(err)
			}
		}
	}
	script, err := os.ReadFile("../../docs/install.sh")
	if err != nil {
		t.Fatal(err)
	}
	name := "neverask_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"
	run := func(program string) (string, error) {
		content := archive(t, program)
		url := serve(t, map[string][]byte{"checksums.txt": fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(content), name), name: content})
		cmd := exec.Command("/bin/sh", "-s", url, filepath.Join(parent, "neverask"))
		cmd.Dir, cmd.Stdin, cmd.SysProcAttr = "/", bytes.NewReader(script), as
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "no_proxy=*"}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("#!/bin/sh\necho first\n"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Chmod(parent, 0o555); err != nil {
		t.Fatal(err)
	}
	if out, err := run("#!/bin/sh\necho second\n"); err == nil || !strings.Contains(out, "nothing was installed") {
		t.Errorf("%v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(home, ".local", "bin", "neverask")).Output()
	if string(out) != "first\n" {
		t.Errorf("installed is %q, %v", out, err)
	}
	if left, _ := filepath.Glob(filepath.Join(parent, "*")); len(left) != 1 {
		t.Errorf("left %q", left)
	}
}

// TestSBOMsAreMadeByWhatIsNamed: the program that a release makes its SBOMs with is
// one of the module file that it is run from.
func TestSBOMsAreMadeByWhatIsNamed(t *testing.T) {
	content, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		SBOMs []struct {
			Cmd  string
			Args []string
		} `yaml:"sboms"`
	}
	if err := yaml.Unmarshal(content, &release); err != nil || len(release.SBOMs) != 1 {
		t.Fatalf("%+v, %v", release, err)
	}
	run := release.SBOMs[0]
	if len(run.Args) < 3 || run.Cmd != "go" || run.Args[0] != "tool" {
		t.Fatalf("%+v", run)
	}
	file, ok := strings.CutPrefix(run.Args[1], "-modfile=")
	module, err := os.ReadFile(filepath.Join("../../dist", file)) // where it is run
	if !ok || err != nil || !regexp.MustCompile(`(?m)^tool \S+/`+run.Args[2]+`$`).Match(module) {
		t.Errorf("%q does not name the tool %s: %v", file, run.Args[2], err)
	}
	if _, err := os.Stat(strings.TrimSuffix(filepath.Join("../../dist", file), ".mod") + ".sum"); err != nil {
		t.Error(err)
	}
}
