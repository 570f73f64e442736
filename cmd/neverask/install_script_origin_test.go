//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// gh and cosign as the script meets them: they say what they can do when they are
// asked for help, and note down the arguments of a verification.
const (
	newGH   = `case $* in *--help*) echo "      --cert-identity string" ;; *) echo "gh $*" >>"$NOTES"; echo "host $GH_HOST" >>"$NOTES"; exit ${VERDICT:-0} ;; esac` + "\n"
	oldGH   = `case $* in *--help*) echo 'unknown command "attestation" for "gh"' >&2 ;; *) echo "gh $*" >>"$NOTES" ;; esac; exit 1` + "\n"
	cosign3 = `case $* in *--help*) echo "    --trusted-root=''" ;; *) echo "cosign $*" >>"$NOTES"; exit ${VERDICT:-0} ;; esac` + "\n"
	cosign2 = `case $* in *--help*) echo "    --trusted-root=''"; echo "    --new-bundle-format=false" ;; *) echo "cosign $*" >>"$NOTES"; exit ${VERDICT:-0} ;; esac` + "\n"
)

const (
	ofV1     = "someone/neverask@v1.0.0"
	identity = "https://github.com/someone/neverask/.github/workflows/release.yml@refs/tags/v1.0.0"
)

// attested returns a release with an attestation.
func attested(t *testing.T) map[string][]byte {
	t.Helper()
	files := releaseOf(t, "first")
	files["neverask.sigstore.json"] = []byte("{}\n")
	return files
}

// TestInstallScriptVerifiesTheOrigin: whose release it has to be comes from the
// address, or from the person. What can verify that does; the script says what was
// verified and what was not, and installs nothing that was found to be another's.
func TestInstallScriptVerifiesTheOrigin(t *testing.T) {
	t.Parallel()
	whole, bare := attested(t), releaseOf(t, "first")
	for _, c := range []struct {
		about      string
		gh, cosign string
		verdict    string
		files      map[string][]byte
		options    string
		says       string
		notes      string // that the programs were called with
		refused    bool
	}{
		{about: "nothing to verify with", options: "--from " + ofV1, says: "origin: not verified: there is no gh and no cosign"},
		{about: "nothing, and it is required", options: "--require-attestation --from " + ofV1, says: "is not verified: there is no gh", refused: true},
		{about: "gh confirms", gh: newGH, options: "--from " + ofV1, says: "origin: built by the release workflow of github.com/someone/neverask from the tag v1.0.0, as gh verified", notes: "--repo someone/neverask --cert-identity " + identity},
		{about: "gh denies", gh: newGH, verdict: "1", options: "--from " + ofV1, says: "gh does not confirm that " + releaseArchive + " was built for " + ofV1, notes: identity, refused: true},
		{about: "an old gh, and cosign", gh: oldGH, cosign: cosign3, options: "--from " + ofV1, says: "as cosign verified", notes: "--certificate-identity " + identity + " --certificate-oidc-issuer https://token.actions.githubusercontent.com"},
		{about: "cosign 2", cosign: cosign2, options: "--from " + ofV1, says: "as cosign verified", notes: "neverask.sigstore.json --new-bundle-format --type slsaprovenance1"},
		{about: "no attestation", gh: newGH, files: bare, options: "--from " + ofV1, says: "neverask.sigstore.json cannot be downloaded", refused: true},
		{about: "a verdict that is not wanted", gh: newGH, verdict: "1", options: "--skip-attestation --from " + ofV1, says: "origin: not verified, as you wanted"},
		{about: "nobody's, and it is required", gh: newGH, options: "--require-attestation", says: "the address does not say whose release", refused: true},
		{about: "a pattern", gh: newGH, options: "--from someone/.*@v1", says: "OWNER/NAME@TAG", refused: true},
	} {
		t.Run(c.about, func(t *testing.T) {
			m := newScriptMachine(t)
			notes := filepath.Join(t.TempDir(), "notes")
			m.env = []string{"NOTES=" + notes, "VERDICT=" + c.verdict, "GH_HOST=enterprise.example"}
			for name, text := range map[string]string{"gh": c.gh, "cosign": c.cosign} {
				if text != "" {
					m.program(name, text)
				}
			}
			files := c.files
			if files == nil {
				files = whole
			}
			args := append(strings.Fields(c.options), folder(t, files))
			if c.refused {
				m.refused(c.says, args...)
			} else if out := m.installs(args...); !strings.Contains(out, c.says) || m.installed() != "first" {
				t.Errorf("installed is %q; does not say %q\n%s", m.installed(), c.says, out)
			}
			noted, _ := os.ReadFile(notes) // none where nothing was asked
			if !strings.Contains(string(noted), c.notes) || c.notes == "" && c.verdict == "" && len(noted) > 0 {
				t.Errorf("asked\n%swant %q", noted, c.notes)
			}
		})
	}
}

// TestInstallScriptReadsTheAddress: the address of a release on github.com says whose
// it is, and that is what is verified.
func TestInstallScriptReadsTheAddress(t *testing.T) {
	t.Parallel()
	m := newScriptMachine(t, "wget")
	notes, files := filepath.Join(t.TempDir(), "notes"), folder(t, attested(t))
	m.env = []string{"NOTES=" + notes}
	m.program("gh", newGH)
	// It downloads from a folder, whatever the address: curl … ADDRESS -o FILE.
	m.program("curl", `while [ "$1" != -o ]; do name=${1##*/}; shift; done; exec cp "`+strings.TrimPrefix(files, "file://")+`/$name" "$2"`+"\n")
	for _, address := range []string{
		"https://github.com/someone/neverask/releases/download/v1.0.0", "https://github.com/someone/neverask/releases/download/v1.0.0/",
	} {
		out := m.installs("--require-attestation", address)
		noted, err := os.ReadFile(notes)
		if err != nil || !strings.Contains(string(noted), "--repo someone/neverask --cert-identity "+identity) {
			t.Errorf("%s: %v, asked\n%s\n%s", address, err, noted, out)
		}
		musttest.Do(t, os.Remove(notes))
	}
	for _, address := range []string{
		"https://github.com/someone/neverask/releases/latest/download", "https://github.com.example/someone/neverask/releases/download/v1.0.0",
		"https://example.com/https://github.com/someone/neverask/releases/download/v1.0.0",
	} {
		m.refused("the address does not say whose release", "--require-attestation", address)
	}
}
