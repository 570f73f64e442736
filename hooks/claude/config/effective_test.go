package config

import (
	"fmt"
	"strings"
	"testing"

	"neverask/settings"
	"neverask/settings/must"
)

// inForce writes a setting as "VALUE KIND:LINE" with what it hides.
func inForce(all []Setting, name string) string {
	for _, s := range all {
		if s.Name != name {
			continue
		}
		text := s.Default
		if s.Set() {
			text = fmt.Sprintf("%s %s:%d", s.Value, s.Kind, s.Line)
		}
		for _, h := range s.Hides {
			mark := ""
			if h.Ignored != "" {
				mark = "ignored "
			}
			text += fmt.Sprintf(", %s%s %s:%d", mark, h.Value, h.Kind, h.Line)
		}
		return text
	}
	return "-"
}

func TestEffective(t *testing.T) {
	user, project, local, managed := "home/.claude/settings.json", "work/sub/.claude/settings.json", "work/sub/.claude/settings.local.json", "etc/managed-settings.json"
	server := "home/.claude/remote-settings.json"
	for _, c := range []struct {
		name, setting string
		files         map[string]string
		want          string
	}{
		{"nothing", "disableAllHooks", nil, "false"},
		{"the strongest", "disableAllHooks", map[string]string{user: `{"disableAllHooks":true}`, project: "{\n\"disableAllHooks\":false}", local: "{\n\n\"disableAllHooks\":true}", managed: `{"disableAllHooks":false}`},
			"false managed:1, true local:3, false project:2, true user:1"},
		{"the administrator's alone", "allowManagedHooksOnly", map[string]string{user: `{"allowManagedHooksOnly":true}`}, "false, ignored true user:1"},
		{"not the project's", "askUserQuestionTimeout", map[string]string{user: `{"askUserQuestionTimeout":"60s"}`, local: `{"askUserQuestionTimeout":"5m"}`},
			`"60s" user:1, ignored "5m" local:1`},
		{"the server's instead of the machine's", "disableAllHooks", map[string]string{server: `{"disableAllHooks":false}`, managed: `{"disableAllHooks":true}`},
			"false managed:1, ignored true managed:1"},
		{"a variable", "env.A", map[string]string{user: `{"env":{"A":"1","B":"2"}}`, project: `{"env":{"A":"3"}}`}, `"3" project:1, "1" user:1`},
		{"local, in the root and in the directory", "env.A", map[string]string{"work/.git/HEAD": "", "work/.claude/settings.local.json": `{"env":{"A":"1"}}`, local: "{\n\"env\":{\"A\":\"2\"}}"}, `"1" local:1, "2" local:2`},
		{"a plugin with dots", "enabledPlugins.a.b@c", map[string]string{user: `{"enabledPlugins":{"a.b@c":true}}`}, "true user:1"},
		{"a rule in two files", "permissions.deny AskUserQuestion", map[string]string{user: `{"permissions":{"deny":["AskUserQuestion","X"]}}`, project: `{"permissions":{"deny":["AskUserQuestion"]}}`},
			`"AskUserQuestion" project:1, "AskUserQuestion" user:1`},
		{"a rule of no matter", "permissions.deny X", map[string]string{user: `{"permissions":{"deny":["X"]}}`}, "-"},
		{"a guard", "permissions.deny Edit(~/n/**)", map[string]string{user: `{"permissions":{"deny":["Edit(~/n/**)"]}}`}, `"Edit(~/n/**)" user:1`},
		{"a broken file", "disableAllHooks", map[string]string{user: `{"disableAllHooks":true,}`}, "false"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			tree(t, root, c.files)
			if got := inForce(Effective(site(root), []string{"Edit(~/n/**)"}), c.setting); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestConfigure(t *testing.T) {
	for _, c := range []struct {
		kind      Kind
		name, raw string
		want      string // or the end of the error
	}{
		{User, "disableAllHooks", "true", `{"disableAllHooks":true}`},
		{User, "disableAllHooks", `"true"`, "it is true or false"},
		{User, "disableAllHooks", "", "{}"},
		{User, "askUserQuestionTimeout", `"60s"`, `{"askUserQuestionTimeout":"60s"}`},
		{Local, "askUserQuestionTimeout", `"60s"`, "a project cannot set it"},
		{User, "askUserQuestionTimeout", "60", "it is a text"},
		{Project, "permissions.defaultMode", `"plan"`, `{"permissions":{"defaultMode":"plan"}}`},
		{Project, "permissions.defaultMode", `"x"`, "bypassPermissions"},
		{User, "allowManagedHooksOnly", "true", "only an administrator can set it"},
		{User, "enabledPlugins.a.b@c", "false", `{"enabledPlugins":{"a.b@c":false}}`},
		{User, "enabledPlugins.", "false", "does not change this setting"},
		{User, "model", `"opus"`, "does not change this setting"},
	} {
		doc, err := settings.Parse([]byte("{}"))
		must.Do(t, err)
		got := ""
		if doc, err = Configure(doc, c.kind, c.name, c.raw); err != nil {
			got = err.Error()
		} else {
			got = strings.Join(strings.Fields(string(doc.Bytes())), "")
		}
		if !strings.HasSuffix(got, c.want) {
			t.Errorf("%s %s=%s: got %s, want %s", c.kind, c.name, c.raw, got, c.want)
		}
	}
}
