package control

import (
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestArgv(t *testing.T) {
	with, err := NewRegistry(HookFunc(ok))
	musttest.Do(t, err)
	const protocol = "--print --input-format=stream-json --output-format=stream-json --verbose"
	for _, tt := range []struct {
		options Options
		want    string
	}{
		{Options{}, "claude " + protocol},
		{Options{Registry: with}, "claude " + protocol + " --permission-prompt-tool=stdio"},
		{Options{Client: []string{"x", "y"}, Args: []string{"--model", "m"}}, "x y --model m " + protocol},
		{Options{Args: []string{"--output-format", "text", "--", "-z"}}, "claude --output-format text " + protocol + " -- -z"},
	} {
		if got := strings.Join(tt.options.Argv(), " "); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}
