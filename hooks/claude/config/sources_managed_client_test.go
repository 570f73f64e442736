package config_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// TestClientUsesSettingsOfItsServer: for whom the client uses what it keeps from its server.
// There is no network in which it could ask the server.
func TestClientUsesSettingsOfItsServer(t *testing.T) {
	t.Parallel()
	const own, key = "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"
	cases := map[string]struct {
		env  map[string]string
		plan string // of a login
		uses bool
		may  bool // as far as can be told without what is secret
	}{
		"nobody":                  {map[string]string{own: "", key: ""}, "", false, false},
		"a key":                   {map[string]string{own: ""}, "", true, true},
		"a key, another address":  {nil, "", false, false},
		"a key, Bedrock":          {map[string]string{own: "", "CLAUDE_CODE_USE_BEDROCK": "1"}, "", false, false},
		"a team":                  {map[string]string{own: "", key: ""}, "team", true, true},
		"a team, another address": {map[string]string{key: ""}, "team", false, false},
		"a person":                {map[string]string{own: "", key: ""}, "max", false, true},
	}
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		if !ct.Part(i, 3) {
			continue
		}
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lab := ct.New(t)
			lab.Env["CLAUDE_CODE_MAX_RETRIES"] = "0"
			maps.Copy(lab.Env, c.env)
			hook := func(name string) string {
				return fmt.Sprintf(`{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "%s %s"}]}]}}`, lab.Recorder("tool_name"), name)
			}
			path := filepath.Join(lab.Home, ".claude/remote-settings.json")
			musttest.Write(t, path, hook("server"))
			lab.Settings(hook("user"))
			if c.plan != "" {
				musttest.Write(t, filepath.Join(lab.Home, ".claude/.credentials.json"), fmt.Sprintf(
					`{"claudeAiOauth": {"accessToken": "x", "refreshToken": "x", "expiresAt": 4102444800000, "scopes": ["user:inference", "user:profile"], "subscriptionType": %q}}`, c.plan))
			}
			lab.Headless(strings.NewReader(""), "hello")
			var ran []string
			for _, r := range lab.Runs() {
				ran = append(ran, r.Name)
			}
			if !slices.Contains(ran, "user") || slices.Contains(ran, "server") != c.uses {
				t.Errorf("the client runs %q, and uses is %v", ran, c.uses)
			}
			env := map[string]string{own: lab.URL(), key: "x"}
			site := config.Site{Locations: settings.Locations{Home: lab.Home, Dir: lab.Project}, GOOS: "linux", ManagedDir: t.TempDir()}
			site.Getenv = func(name string) string {
				if value, set := c.env[name]; set {
					return value
				}
				return env[name]
			}
			for _, s := range config.Find(site).List {
				if s.File == path && ((s.Off == "") != c.may || (s.When != "") != c.may) {
					t.Errorf("may be used: %v, got %+v", c.may, s)
				}
			}
		})
	}
}
