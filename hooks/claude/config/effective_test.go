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
	for _, c := range situations(t, "effective.txtar") {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			tree(t, root, c.files)
			if got := inForce(Effective(site(root), []string{"Edit(~/n/**)"}), c.expect["setting"]); got != c.expect["value"] {
				t.Errorf("got %s, want %s", got, c.expect["value"])
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
