package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"neverask/settings/musttest"
)

// TestLinksLeadSomewhere: relative links of all documents, and the files that
// they name in back-quotes below folders of the repository.
func TestLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	named := regexp.MustCompile("`((?:cmd|tui|settings|diffview|hooks|docs|\\.ci|\\.github)/[A-Za-z0-9_./-]+)`")
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/decisions/*.md", ".github/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		musttest.Do(t, err)
		files = append(files, found...)
	}
	if len(files) < 10 {
		t.Fatalf("only %q", files)
	}
	for _, file := range files {
		content := musttest.Read(t, file)
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
