package serve_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"neverask/hooks"
	"neverask/hooks/serve"
)

// A hook is one function for each kind of payload. Run is what Main does, apart
// from reading standard input and ending the process.
func ExampleRun() {
	keepWorking := func(_ context.Context, p hooks.Stop) (hooks.Reply, error) {
		if p.StopHookActive || strings.Contains(p.LastAssistantMessage, "tests pass") {
			return nil, nil
		}
		return hooks.Result{Decision: hooks.Deny, Message: "Run the tests before you stop."}, nil
	}
	greet := func(_ context.Context, p hooks.SessionStart) (hooks.Reply, error) {
		return hooks.Output{Specific: hooks.SessionStartOutput{
			AdditionalContext: "Deployments are frozen.", SessionTitle: "frozen",
		}}, nil
	}
	stdin := strings.NewReader(`{"hook_event_name":"Stop","last_assistant_message":"All done."}`)
	exit := serve.Run(context.Background(), stdin, serve.On(keepWorking), serve.On(greet))
	fmt.Printf("%s", exit.Stdout)
	// Output: {"decision":"block","reason":"Run the tests before you stop."}
}

func ExampleEnvFile() {
	start := func(_ context.Context, p hooks.SessionStart) (hooks.Reply, error) {
		env, err := serve.OpenEnvFile(p.Event, os.Getenv)
		if err != nil {
			return nil, err
		}
		return nil, env.Export("GREETING", "it's $HOME, as it is")
	}

	// What the client does.
	file, _ := os.CreateTemp("", "")
	defer os.Remove(file.Name())
	os.Setenv("CLAUDE_ENV_FILE", file.Name())
	defer os.Unsetenv("CLAUDE_ENV_FILE")
	stdin := strings.NewReader(`{"hook_event_name":"SessionStart","source":"startup"}`)
	serve.Run(context.Background(), stdin, serve.On(start))
	text, _ := os.ReadFile(file.Name())
	fmt.Printf("%s", text)
	// Output: export GREETING='it'\''s $HOME, as it is'
}
