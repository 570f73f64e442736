package program

import (
	"bytes"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks/rule/wording"
	"neverask/settings/must"
)

// TestIndexOnlyForItsPreferences: of another content, be it as long, and of an index
// that is not whole nothing is believed.
func TestIndexOnlyForItsPreferences(t *testing.T) {
	preferences := []byte(strings.Replace(pushRule, `{"version":1,`, `{"version":1,"rules":[{"id":"r1","match":{"header":"Tests"},"mode":"never-ask","answer":"No"}],`, 1))
	x, problems, err := index(preferences)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	file := x.file()
	again, ok := openIndex(file, preferences)
	if !ok || !bytes.Equal(again.questions, x.questions) || !bytes.Equal(again.tools, x.tools) {
		t.Fatalf("%q became %q, %t", x, again, ok)
	}
	for i := range preferences {
		edited := bytes.Clone(preferences)
		edited[i] ^= 1
		if _, ok := openIndex(file, edited); ok {
			t.Errorf("believed when byte %d of the preferences is another", i)
		}
	}
	for _, other := range [][]byte{nil, preferences[1:], append(bytes.Clone(preferences), ' ')} {
		if _, ok := openIndex(file, other); ok {
			t.Errorf("believed of %d bytes", len(other))
		}
	}
	for i := range file {
		for bit := range 8 {
			damaged := bytes.Clone(file)
			damaged[i] ^= 1 << bit
			if _, ok := openIndex(damaged, preferences); ok {
				t.Errorf("believed with bit %d of byte %d damaged", bit, i)
			}
		}
		if _, ok := openIndex(file[:i], preferences); ok {
			t.Errorf("believed when cut to %d bytes", i)
		}
	}
}

// TestIndexOfOlderVersions: what an older version has left is replaced, or left alone,
// without a word.
func TestIndexOfOlderVersions(t *testing.T) {
	w := newWorld(t, pushRule)
	must.Do(t, os.MkdirAll(w.paths.State, 0o700))
	older := map[string]string{
		w.paths.Lookup(): "neverask lookup 4\n\x01\x02\x03", filepath.Join(w.paths.State, "tool-rules.lookup"): "neverask tool rules 2\n\x01",
	}
	for name, content := range older {
		must.Write(t, name, content)
	}
	for range 2 {
		if got := w.run(preBash("u1", "git push"), RulesArgument); !strings.Contains(got, "Really?") {
			t.Errorf("printed %q", got)
		}
	}
	if b, err := os.ReadFile(w.paths.Lookup()); err != nil || !bytes.HasPrefix(b, []byte("neverask lookup 6 of ")) {
		t.Errorf("the index is %q, %v", b, err)
	}
	if got := w.complaints(); len(got) > 0 {
		t.Errorf("complaints %q", got)
	}
}

// TestFingerprintIsPinned fails when fingerprints change. An index holds hashes of them:
// change indexVersion and then this sum.
func TestFingerprintIsPinned(t *testing.T) {
	var all strings.Builder
	for _, text := range []string{
		"Fix the 3 failing tests in `a.go`?", "Merge feature/login-page by Nov 3rd?", "Use Node.js v22.1 at https://x.y/z?",
		"Revert a1b2c3d?", "CAFE\u0301 «x» 修复3个", "It’s /review, C:\\a\\b.c and 3/4 or S3?",
		"Set \"all\" on `main` and origin/main to 'https://x.y', \"a1b2c3d\" or `1.2`?",
	} {
		all.WriteString(wording.Fingerprint(text) + "\n")
	}
	if got := crc32.ChecksumIEEE([]byte(all.String())); indexVersion != 6 || got != pinnedFingerprints {
		t.Errorf("fingerprints of version %d have sum %#x:\n%s", indexVersion, got, all.String())
	}
}

const pinnedFingerprints = 0xda228002
