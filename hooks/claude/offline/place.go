package offline

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// apiKey is a key that is none.
const apiKey = "sk-ant-mock-not-a-key"

// nowhere is a proxy that does not exist: nothing listens at the discard port.
const nowhere = "http://127.0.0.1:9"

// A Place is a home directory and a project for the client alone.
type Place struct {
	// Root holds everything, Home and Project too.
	Root, Home, Project string
}

// Furnish makes the directories of a place below root, and a state file of the client
// in which everything it asks a new user is already answered.
func Furnish(root string) (Place, error) {
	p := Place{root, filepath.Join(root, "home"), filepath.Join(root, "project")}
	for _, dir := range []string{filepath.Join(p.Home, ".claude"), p.Project, p.tmp()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return p, err
		}
	}
	return p, os.WriteFile(filepath.Join(p.Home, ".claude.json"), marshal(map[string]any{
		"hasCompletedOnboarding": true,
		"theme":                  "dark",
		"customApiKeyResponses":  map[string]any{"approved": []string{apiKey[len(apiKey)-20:]}, "rejected": []string{}},
		"projects":               map[string]any{p.Project: map[string]any{"hasTrustDialogAccepted": true}},
	}), 0o600)
}

func (p Place) tmp() string { return filepath.Join(p.Root, "tmp") }

// Environ is the environment of a client in the place that talks to a model in a
// network: nothing is inherited. The variables of more are added, or win.
func (p Place) Environ(n *Network, more map[string]string) []string {
	env := map[string]string{
		"HOME":               p.Home,
		"TMPDIR":             p.tmp(),
		"PATH":               "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
		"TERM":               "xterm-256color",
		"LANG":               "C.UTF-8",
		"ANTHROPIC_BASE_URL": n.URL(),
		"ANTHROPIC_API_KEY":  apiKey,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
		// Each session in a terminal would try to fetch one with git and ssh.
		"CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
		// Hooks at the end of a session have 1.5 s otherwise, which a busy machine may not.
		"CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS": "120000",
		// The engine would optimise for a long session, which costs a short one a quarter of its time.
		"BUN_JSC_useDFGJIT":   "0",
		"DISABLE_AUTOUPDATER": "1",
		"DISABLE_TELEMETRY":   "1",
	}
	if !n.Isolated() {
		for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
			env[name] = nowhere
		}
		env["NO_PROXY"], env["no_proxy"] = "127.0.0.1", "127.0.0.1"
		env["GIT_ALLOW_PROTOCOL"] = "none" // git over ssh heeds no proxy
	}
	maps.Copy(env, more)
	all := make([]string, 0, len(env))
	for name, value := range env {
		all = append(all, name+"="+value)
	}
	return slices.Sorted(slices.Values(all))
}
