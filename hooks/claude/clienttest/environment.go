package clienttest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// apiKey is not a real key.
const apiKey = "sk-ant-mock-not-a-key"

// furnish makes the directories of the lab below its root, and a state file of the client
// in which everything it asks a new user is already answered.
func (lab *Lab) furnish() error {
	for _, dir := range []string{filepath.Join(lab.Home, ".claude"), lab.Project, tmpOf(lab)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(lab.Home, ".claude.json"), marshal(map[string]any{
		"hasCompletedOnboarding": true,
		"theme":                  "dark",
		"customApiKeyResponses":  map[string]any{"approved": []string{apiKey[len(apiKey)-20:]}, "rejected": []string{}},
		"projects":               map[string]any{lab.Project: map[string]any{"hasTrustDialogAccepted": true}},
	}), 0o600)
}

func tmpOf(lab *Lab) string { return filepath.Join(lab.Root, "tmp") }

// environ is the environment of a client in the lab: nothing is inherited. Variables in Env
// are added, or override.
func (lab *Lab) environ() []string {
	env := map[string]string{
		"HOME":               lab.Home,
		"TMPDIR":             tmpOf(lab),
		"PATH":               "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
		"TERM":               "xterm-256color",
		"LANG":               "C.UTF-8",
		"ANTHROPIC_BASE_URL": lab.net.url(),
		"ANTHROPIC_API_KEY":  apiKey,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
		// Each session in a terminal would try to fetch one with git and ssh.
		"CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
		// Hooks at the end of a session otherwise have 1.5 s, which is too little on a busy
		// machine.
		"CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS": "120000",
		// The engine would optimise for a long session, which costs a short one a quarter of its time.
		// As on a machine with little memory, it would collect garbage early, which costs another one.
		"BUN_JSC_useDFGJIT":       "0",
		"BUN_JSC_useConcurrentGC": "0",
		"BUN_JSC_forceRAMSize":    strconv.Itoa(32 << 30),
		"DISABLE_AUTOUPDATER":     "1",
		"DISABLE_TELEMETRY":       "1",
	}
	maps.Copy(env, lab.Env)
	all := make([]string, 0, len(env))
	for name, value := range env {
		all = append(all, name+"="+value)
	}
	return slices.Sorted(slices.Values(all))
}
