package session

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// TestGuardOfSettings holds what a change of a settings file does against what is
// said of it.
func TestGuardOfSettings(t *testing.T) {
	const (
		hook  = "/home/me/.local/share/neverask/neverask-hook"
		other = `{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/guard"}]}`
	)
	own := ""
	for _, e := range config.QuestionHooks.Entries(hook, config.Needs{Tell: true}) {
		if e.Event == "PreToolUse" {
			own = e.JSON()
		}
	}
	hooks := func(groups ...string) string { return `{"hooks":{"PreToolUse":[` + strings.Join(groups, ",") + `]}}` }
	for _, tt := range []struct{ name, before, after, why string }{
		{"a file that is new", "", `{"permissions":{"deny":["Read(./.env)"]}}`, ""},
		{"a file that is gone", `{}`, "", ""},
		{"a file with hooks that is gone", hooks(other), "", "a hook is removed from PreToolUse, or changed: /opt/guard"},
		{"a hook is added", "", hooks(other), "a hook is added at PreToolUse: /opt/guard"},
		{"a hook twice", hooks(other), hooks(other, other), "a hook is added"},
		{"a hook once less", hooks(other, other), hooks(other), "a hook is removed"},
		{"another order", hooks(other, own), hooks(own, other), ""},
		{"two in one group", hooks(`{"hooks":[{"type":"command","command":"a"},{"type":"command","command":"b"}]}`),
			hooks(`{"hooks":[{"type":"command","command":"a"}]}`, `{"hooks":[{"type":"command","command":"b"}]}`), ""},
		{"neverask's own", hooks(other), hooks(other, own), ""},
		{"neverask's own, for nothing", "", hooks(strings.Replace(own, `"matcher":"`, `"matcher":"No`, 1)), "a hook is added"},
		{"neverask's own goes", hooks(own), hooks(), "neverask's own hook is removed from PreToolUse"},
		{"a matcher", hooks(other), hooks(strings.Replace(other, "Bash", "Bash|X", 1)), "a hook is removed"},
		{"a secret in a hook", "", hooks(`{"hooks":[{"type":"command","command":"curl --token sk-ant-0123456789abcdefghij"}]}`), "•••"},
		{"a timeout", hooks(other), hooks(strings.Replace(other, `"command":"/`, `"timeout":1,"command":"/`, 1)), "a hook is removed"},

		{"a setting", `{"model":"a"}`, `{"model":"b"}`, `"model" is changed`},
		{"every hook off", "", `{"disableAllHooks":true}`, `"disableAllHooks" is changed`},
		{"a mode", "", `{"permissions":{"defaultMode":"bypassPermissions"}}`, "permissions.defaultMode is changed"},
		{"allowed", "", `{"permissions":{"allow":["Bash"]}}`, "permissions.allow gets Bash"},
		{"not allowed any more", `{"permissions":{"allow":["Bash"]}}`, `{}`, ""},
		{"not refused any more", `{"permissions":{"deny":["A","B"]}}`, `{"permissions":{"deny":["B"]}}`, "permissions.deny loses A"},
		{"refused", `{"permissions":{"ask":["A"]}}`, `{"permissions":{"ask":["A","B"],"deny":["C"]}}`, ""},
		{"not a list", `{"permissions":{"deny":["A"]}}`, `{"permissions":{"deny":{}}}`, "permissions.deny is changed"},
		{"not an object", `{"permissions":{"deny":["A"]}}`, `{"permissions":[]}`, `"permissions" is not an object`},
		{"not JSON", `{"permissions":{"deny":["A"]}}`, `{"permissions":{"deny":["A"]}`, "cannot be read"},

		{"a file that the client rejects", hooks(other), `{"hooks":{"PreToolUse":[` + other + `,{"matcher":5,"hooks":[]}]}}`, "Claude Code ignores this whole file"},
		{"a file that it rejected before, in another order", hooks(other, `{"matcher":5,"hooks":[]}`), hooks(`{"matcher":5,"hooks":[]}`, other), ""},
		{"a file that it rejected before, as before", hooks(other, `{"matcher":5,"hooks":[]}`),
			`{"permissions":{"deny":["A"]},` + hooks(other, `{"matcher":5,"hooks":[]}`)[1:], ""},
	} {
		g := Guard{Preferences: filepath.Join(t.TempDir(), "none"), Hook: hook, Owner: config.Owner{Commands: []string{hook}}}
		plan := settings.Plan{Path: "/home/me/.claude/settings.json", Before: []byte(tt.before), After: []byte(tt.after), Removed: tt.after == ""}
		err := g.Check(plan)
		var refusal *Refusal
		switch {
		case tt.why == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.why != "" && (!errors.As(err, &refusal) || !strings.Contains(err.Error(), tt.why)):
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.why)
		}
	}
}
