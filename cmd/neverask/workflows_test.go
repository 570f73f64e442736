package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// workflow is what the tests look at of a file below .github/workflows.
type workflow struct {
	Permissions permissions
	Jobs        map[string]struct {
		Needs       string
		Permissions permissions
		Steps       []workflowStep
	}
}

type workflowStep struct {
	Uses, Run string
	With      map[string]any
	Env       map[string]string
}

// permissions are what a token may do, by what it may do it to. A file that says
// read-all or write-all says it of everything.
type permissions map[string]string

func (p *permissions) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*p = permissions{"everything": strings.TrimSuffix(node.Value, "-all")}
		return nil
	}
	return node.Decode((*map[string]string)(p))
}

// writes are the things that a token may write.
func (p permissions) writes() []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if p[name] != "read" && p[name] != "none" {
			all = append(all, name)
		}
	}
	return all
}

// workflows are all workflows, by the name of their file, and their text.
func workflows(t *testing.T) (map[string]workflow, map[string]string) {
	t.Helper()
	files, err := filepath.Glob("../../.github/workflows/*")
	if err != nil || len(files) < 2 {
		t.Fatalf("%q, %v", files, err)
	}
	all, texts := map[string]workflow{}, map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var w workflow
		if err := yaml.Unmarshal(content, &w); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		name := filepath.Base(file)
		all[name], texts[name] = w, string(content)
	}
	return all, texts
}

// TestWorkflowsRunTheGate: what is checked for a pull request and before a
// release is .ci/run, as everybody can run it.
func TestWorkflowsRunTheGate(t *testing.T) {
	all, _ := workflows(t)
	for _, name := range []string{"ci.yml", "release.yml"} {
		var runs []string
		for _, s := range all[name].Jobs["gate"].Steps {
			runs = append(runs, s.Run)
		}
		if !slices.ContainsFunc(runs, func(run string) bool { return strings.HasSuffix(run, " .ci/run") }) {
			t.Errorf("%s: the gate runs %q", name, runs)
		}
	}
	// Each step of a release waits for the one before it.
	for _, want := range [][2]string{{"draft", "gate"}, {"attest", "draft"}} {
		if got := all["release.yml"].Jobs[want[0]].Needs; got != want[1] {
			t.Errorf("the job %s waits for %q, want %s", want[0], got, want[1])
		}
	}
}

// TestWorkflowsGrantLittle: no token of a whole workflow may write anything, every
// job names what its own may, and the two powers that together publish something
// in neverask's name are never in one job, nor where code from elsewhere runs.
func TestWorkflowsGrantLittle(t *testing.T) {
	all, _ := workflows(t)
	for name, w := range all {
		if w.Permissions == nil || len(w.Permissions.writes()) > 0 {
			t.Errorf("%s: the permissions of the whole workflow are %v: they are to be named, and to write nothing", name, w.Permissions)
		}
		for id, job := range w.Jobs {
			writes := job.Permissions.writes()
			if job.Permissions == nil {
				t.Errorf("%s: the job %s does not say what its token may do", name, id)
			}
			if len(writes) > 0 && name != "release.yml" {
				t.Errorf("%s: the job %s may write %q", name, id, writes)
			}
			if slices.Contains(writes, "contents") && slices.Contains(writes, "id-token") {
				t.Errorf("%s: the job %s may both publish and sign", name, id)
			}
			for _, s := range job.Steps {
				if s.Run != "" && strings.Contains(s.Run, ".ci/") && len(writes) > 0 {
					t.Errorf("%s: the job %s runs %q with a token that may write %q", name, id, s.Run, writes)
				}
				if s.Run != "" && strings.Contains(s.Run, "go ") && slices.Contains(writes, "id-token") {
					t.Errorf("%s: the job %s runs %q and may sign", name, id, s.Run)
				}
			}
		}
	}
	want := map[string][]string{"gate": nil, "draft": {"contents"}, "attest": {"attestations", "id-token"}, "publish": {"contents"}}
	for id, job := range all["release.yml"].Jobs {
		if got := job.Permissions.writes(); !slices.Equal(got, want[id]) {
			t.Errorf("release.yml: the job %s may write %q, want %q", id, got, want[id])
		}
	}
}

// TestWorkflowsUseWhatWasLookedAt: an action is named by the commit that it is, since
// a tag can be moved, with the version beside it, which is what Dependabot goes by;
// and a checkout leaves no token behind for what runs after it.
func TestWorkflowsUseWhatWasLookedAt(t *testing.T) {
	pinned := regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	versioned := regexp.MustCompile(`uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n`)
	all, texts := workflows(t)
	versions := map[string]string{}
	for name, w := range all {
		uses := 0
		for id, job := range w.Jobs {
			for _, s := range job.Steps {
				if s.Uses == "" {
					continue
				}
				uses++
				if !pinned.MatchString(s.Uses) {
					t.Errorf("%s: the job %s uses %s, which is not a commit", name, id, s.Uses)
				}
				action, commit, _ := strings.Cut(s.Uses, "@")
				if other := versions[action]; other != "" && other != commit {
					t.Errorf("%s: the job %s uses another commit of %s than elsewhere", name, id, action)
				}
				versions[action] = commit
				if action == "actions/checkout" && s.With["persist-credentials"] != false {
					t.Errorf("%s: the checkout of the job %s keeps its token", name, id)
				}
				if action == "actions/setup-go" && name == "release.yml" && s.With["cache"] != false {
					t.Errorf("%s: the job %s builds with a cache that other workflows can fill", name, id)
				}
			}
		}
		if got := len(versioned.FindAllString(texts[name], -1)); got != uses {
			t.Errorf("%s: %d of %d actions say which version they are", name, got, uses)
		}
	}
	if len(versions) < 3 {
		t.Errorf("only %v", versions)
	}
	dependabot, err := os.ReadFile("../../.github/dependabot.yml")
	if err != nil || !strings.Contains(string(dependabot), "package-ecosystem: github-actions") {
		t.Errorf("nothing keeps the actions current: %v", err)
	}
}

// TestWorkflowsInsertNothing: what an event says is data. Inserted into a command it
// would be a part of that command.
func TestWorkflowsInsertNothing(t *testing.T) {
	all, _ := workflows(t)
	for name, w := range all {
		for id, job := range w.Jobs {
			for _, s := range job.Steps {
				if strings.Contains(s.Run, "${{") && !strings.Contains(s.Run, "${{ matrix.") {
					t.Errorf("%s: the job %s inserts into %q", name, id, s.Run)
				}
			}
		}
	}
}
