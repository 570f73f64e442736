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

// TestWorkflowsRunTheGate: what is checked for a pull request and before a
// release is .ci/run, as everybody can run it.
func TestWorkflowsRunTheGate(t *testing.T) {
	for _, name := range []string{"ci", "release"} {
		content, err := os.ReadFile("../../.github/workflows/" + name + ".yml")
		if err != nil {
			t.Fatal(err)
		}
		var flow struct {
			Jobs map[string]struct {
				Needs string
				Steps []struct{ Run string }
			}
		}
		if err := yaml.Unmarshal(content, &flow); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var runs []string
		for _, step := range flow.Jobs["gate"].Steps {
			runs = append(runs, step.Run)
		}
		if !slices.ContainsFunc(runs, func(run string) bool { return strings.HasSuffix(run, " .ci/run") }) {
			t.Errorf("%s: the gate runs %q", name, runs)
		}
		if name == "release" && flow.Jobs["release"].Needs != "gate" {
			t.Error("a release does not wait for the gate")
		}
	}
}

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

// TestLinksLeadSomewhere: relative links of all documents, and the files that
// they name in back-quotes below folders of the repository.
func TestLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	named := regexp.MustCompile("`((?:cmd|tui|settings|diffview|hooks|docs|\\.ci|\\.github)/[A-Za-z0-9_./-]+)`")
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", ".github/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 10 {
		t.Fatalf("only %q", files)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(content), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: a link to %s leads nowhere", file, m[1])
			}
		}
		for _, m := range named.FindAllStringSubmatch(string(content), -1) {
			if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
				t.Errorf("%s: there is no %s", file, m[1])
			}
		}
	}
}
