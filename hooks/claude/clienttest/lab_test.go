package clienttest

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

const question = "Which library should we use?"

func TestDialogIsAnsweredWithEnter(t *testing.T) {
	t.Parallel()
	lab := New(t)
	lab.Turns(Ask(Choice(question, "date-fns", "moment")), Text("finished"))
	s := lab.Interactive()
	s.Prompt("hello")
	if screen := s.WaitDialog(question); !strings.Contains(screen, "1. date-fns") || !strings.Contains(screen, "2. moment") {
		t.Errorf("the dialog does not offer the options:\n%s", screen)
	}
	s.Key("enter")
	got := s.WaitToolResult(1)
	want := ToolResult{
		ToolUseID: "toolu_0000_0",
		Text:      `Your questions have been answered: "` + question + `"="date-fns". You can now continue with these answers in mind.`,
	}
	if got != want {
		t.Errorf("tool result %+v, want %+v", got, want)
	}
	s.WaitText("finished")
	if code := s.Quit(); code != 0 {
		t.Errorf("the client ended with %d", code)
	}
	if found := lab.Transcripts(); len(found) != 1 {
		t.Errorf("transcripts: %q, want one", found)
	} else if b, err := os.ReadFile(found[0]); err != nil || !strings.Contains(string(b), question) {
		t.Errorf("the transcript does not hold the question: %v", err)
	}
	if !strings.Contains(lab.Debug(), "AskUserQuestion") {
		t.Error("the debug log does not mention the tool")
	}
}

func TestMCPToolThatFails(t *testing.T) {
	t.Parallel()
	lab := New(t)
	lab.Turns(AskMCP("conductor", Choice(question, "date-fns", "moment")), Text("finished"))
	got := lab.Headless(nil, append(lab.MCPServer("conductor", IsError), "hello")...)
	if got.ExitCode != 0 || !strings.Contains(got.Stdout, "finished") {
		t.Errorf("session: %+v", got)
	}
	results := lab.ToolResults()
	if len(results) != 1 || !results[0].IsError || !strings.Contains(results[0].Text, "[Tool result missing due to internal error]") {
		t.Errorf("tool results %+v, want one error", results)
	}
}

func TestClientHasItsVersion(t *testing.T) {
	client := Client(t)
	out, err := exec.Command(client, "--version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), Version()+" ") {
		t.Errorf("%s --version printed %q, %v; want %s", client, out, err, Version())
	}
}

// run starts a program of the lab that is not the client.
func (lab *Lab) run(name string, args ...string) string {
	lab.t.Helper()
	cmd := exec.Command(name, args...)
	lab.Adopt(cmd)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	musttest.Do(lab.t, lab.Start(cmd))
	if err := cmd.Wait(); err != nil {
		lab.t.Fatalf("%s: %v\n%s", name, err, out.String())
	}
	return out.String()
}

func TestNetworkIsLoopbackAlone(t *testing.T) {
	t.Parallel()
	lab := New(t)
	var interfaces []string
	for line := range strings.SplitSeq(lab.run("/bin/cat", "/proc/net/dev"), "\n") {
		if name, _, ok := strings.Cut(line, ":"); ok {
			interfaces = append(interfaces, strings.TrimSpace(name))
		}
	}
	if len(interfaces) != 1 || interfaces[0] != "lo" {
		t.Errorf("interfaces %q, want lo alone", interfaces)
	}
	if routes := strings.TrimSpace(lab.run("/bin/cat", "/proc/net/route")); strings.Contains(routes, "\n") {
		t.Errorf("there is a route:\n%s", routes)
	}
}

func TestEnvironmentInheritsNothing(t *testing.T) {
	t.Setenv("NEVERASK_LEAK", "1")
	lab := New(t)
	lab.Env["EXTRA"] = "2"
	env := lab.run("/usr/bin/env")
	if strings.Contains(env, "NEVERASK_LEAK") {
		t.Errorf("the test's environment leaks:\n%s", env)
	}
	for _, want := range []string{"HOME=" + lab.Home + "\n", "EXTRA=2\n", "ANTHROPIC_BASE_URL=http://127.0.0.1:"} {
		if !strings.Contains(env, want) {
			t.Errorf("%q is missing:\n%s", want, env)
		}
	}
	if dir := strings.TrimSpace(lab.run("/bin/pwd")); dir != lab.Project {
		t.Errorf("working directory %s, want %s", dir, lab.Project)
	}
}
