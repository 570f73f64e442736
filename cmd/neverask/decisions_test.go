package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDecisions: every record has its number, its date and its three parts, perhaps
// what replaced it, and stands in the list of ARCHITECTURE.md under its title.
func TestDecisions(t *testing.T) {
	list, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../docs/decisions/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("%q, %v", files, err)
	}
	form := regexp.MustCompile(`^# (\d+)\. (.+)\n\n\d{4}-\d\d-\d\d\n\n\*\*Context\.\*\* .+\n\n\*\*Decision\.\*\* .+\n\n\*\*Cost\.\*\* .+\n(\n.*\]\(\d{4}-[a-z-]+\.md\).*\n)?$`)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		m := form.FindStringSubmatch(string(content))
		if m == nil || !strings.HasPrefix(strings.TrimLeft(name, "0"), m[1]+"-") {
			t.Errorf("%s: not a decision of its number with a date, a context, the decision and its cost", name)
			continue
		}
		if line := fmt.Sprintf("\n%s. [%s](docs/decisions/%s)\n", m[1], m[2], name); !strings.Contains(string(list), line) {
			t.Errorf("ARCHITECTURE.md does not list%s", line)
		}
	}
	if listed := strings.Count(string(list), "](docs/decisions/"); listed != len(files) {
		t.Errorf("ARCHITECTURE.md lists %d decisions of %d", listed, len(files))
	}
}

// TestDevcontainerHasGo: the container for development has the Go that go.mod asks
// for.
func TestDevcontainerHasGo(t *testing.T) {
	content, err := os.ReadFile("../../.devcontainer/devcontainer.json")
	if err != nil {
		t.Fatal(err)
	}
	var container struct{ Image string }
	if err := json.Unmarshal(content, &container); err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(module)
	if m == nil || container.Image != "golang:"+string(m[1]) {
		t.Errorf("the image is %s, go.mod says %q", container.Image, m)
	}
}
