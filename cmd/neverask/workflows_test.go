package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"neverask/settings/musttest"
)

// TestWorkflowsGrantLittle: the token of a workflow writes nothing, every job says what its own may write, and
// none may both publish and sign. Only a release writes anything, in jobs that run nothing of the repository.
func TestWorkflowsGrantLittle(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*")
	if err != nil || len(files) < 2 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		content := musttest.Read(t, file)
		var workflow struct {
			Permissions map[string]string
			Jobs        map[string]struct {
				Permissions map[string]string
				Steps       []struct{ Run string }
			}
		}
		musttest.Do(t, yaml.Unmarshal(content, &workflow))
		writes := func(permissions map[string]string) (all []string) {
			for name, may := range permissions {
				if may != "read" && may != "none" {
					all = append(all, name)
				}
			}
			return all
		}
		if workflow.Permissions == nil || len(writes(workflow.Permissions)) > 0 {
			t.Errorf("%s: the whole workflow may %v", file, workflow.Permissions)
		}
		for name, job := range workflow.Jobs {
			may := writes(job.Permissions)
			if job.Permissions == nil || len(may) > 0 && filepath.Base(file) != "release.yml" || slices.Contains(may, "contents") && slices.Contains(may, "id-token") {
				t.Errorf("%s: the job %s may %v", file, name, job.Permissions)
			}
			for _, step := range job.Steps {
				if len(may) > 0 && strings.Contains(step.Run, ".ci/") || slices.Contains(may, "id-token") && strings.Contains(step.Run, "go ") {
					t.Errorf("%s: the job %s may write %q and runs %q", file, name, may, step.Run)
				}
			}
		}
	}
}
