package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestReleaseBuildsAsShownReproducible: .ci/reproducible builds with the flags of
// a release, and the files that a release packs are there.
func TestReleaseBuildsAsShownReproducible(t *testing.T) {
	content, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Builds []struct {
			ID, Main     string
			Goos, Goarch []string
			Env, Flags   []string
			Ldflags      []string
			ModTimestamp string `yaml:"mod_timestamp"`
		}
		Archives []struct{ Files []struct{ Src string } }
		Nfpms    []struct{ Contents []struct{ Src, Type string } }
	}
	if err := yaml.Unmarshal(content, &release); err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../.ci/reproducible")
	if err != nil {
		t.Fatal(err)
	}
	if len(release.Builds) != 2 || len(release.Archives) != 1 || len(release.Nfpms) != 1 {
		t.Fatalf("%d builds, %d archives, %d packages", len(release.Builds), len(release.Archives), len(release.Nfpms))
	}
	for _, b := range release.Builds {
		flags := append(slices.Concat(b.Env, b.Flags), strings.Split(b.Ldflags[0], " -X ")[0])
		for _, flag := range flags {
			if !strings.Contains(string(script), flag) {
				t.Errorf("%s: .ci/reproducible does not build with %s", b.ID, flag)
			}
		}
		if len(b.Goos)*len(b.Goarch) != 6 || b.ModTimestamp == "" {
			t.Errorf("%s: %+v", b.ID, b)
		}
	}
	var sources []string
	for _, f := range release.Archives[0].Files {
		sources = append(sources, f.Src)
	}
	for _, c := range release.Nfpms[0].Contents {
		if c.Type != "symlink" {
			sources = append(sources, c.Src)
		}
	}
	for _, src := range sources {
		if strings.HasPrefix(src, "bin/") {
			continue // made by make extras
		}
		if found, err := filepath.Glob(filepath.Join("../..", src)); err != nil || len(found) == 0 {
			t.Errorf("a release packs %s, which is not there", src)
		}
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

// TestReleasesAreVerifiedAsTheyAreMade: the install script expects the attestation
// under the name that the workflow gives it, of the workflow that makes it, and
// nothing is public before it is there.
func TestReleasesAreVerifiedAsTheyAreMade(t *testing.T) {
	const bundle, identity = "neverask.sigstore.json", "/.github/workflows/release.yml@"
	script, err := os.ReadFile("../../docs/install.sh")
	if err != nil {
		t.Fatal(err)
	}
	all, _ := workflows(t)
	var publish string
	for _, s := range all["release.yml"].Jobs["publish"].Steps {
		publish += s.Run
	}
	verified := strings.Index(publish, "gh attestation verify")
	public := strings.Index(publish, "--draft=false")
	if verified < 0 || public < verified {
		t.Errorf("a release is public before it was verified: %s", publish)
	}
	for who, text := range map[string]string{"docs/install.sh": string(script), "release.yml": publish} {
		for _, want := range []string{bundle, identity, "--cert-identity"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not name %s", who, want)
			}
		}
	}
	content, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Checksum struct {
			ExtraFiles []struct{ Glob string } `yaml:"extra_files"`
		}
		Release struct{ Draft bool }
	}
	if err := yaml.Unmarshal(content, &release); err != nil {
		t.Fatal(err)
	}
	if !release.Release.Draft {
		t.Error("goreleaser publishes by itself")
	}
	if len(release.Checksum.ExtraFiles) != 1 || release.Checksum.ExtraFiles[0].Glob != "docs/install.sh" {
		t.Errorf("install.sh has no checksum, and so no attestation: %+v", release.Checksum)
	}
}
