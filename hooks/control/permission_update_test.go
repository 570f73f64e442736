package control

import (
	"strings"
	"testing"
)

func TestPermissionUpdates(t *testing.T) {
	rule := Rule{"Bash", "npm test"}
	for _, tt := range []struct {
		name string
		make func() (PermissionUpdate, error)
		want string // JSON, or a part of the error
	}{
		{"add", func() (PermissionUpdate, error) {
			return AddRules(ToLocalSettings, BehaviorAllow, rule, Rule{Tool: "Read"})
		},
			`{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm test"},{"toolName":"Read"}],"behavior":"allow","destination":"localSettings"}`},
		{"replace", func() (PermissionUpdate, error) { return ReplaceRules(ToUserSettings, BehaviorDeny, rule) },
			`{"type":"replaceRules","rules":[{"toolName":"Bash","ruleContent":"npm test"}],"behavior":"deny","destination":"userSettings"}`},
		{"replace by nothing", func() (PermissionUpdate, error) { return ReplaceRules(ToSession, BehaviorAsk) },
			`{"type":"replaceRules","rules":[],"behavior":"ask","destination":"session"}`},
		{"remove", func() (PermissionUpdate, error) { return RemoveRules(ToProjectSettings, BehaviorAsk, rule) },
			`{"type":"removeRules","rules":[{"toolName":"Bash","ruleContent":"npm test"}],"behavior":"ask","destination":"projectSettings"}`},
		{"mode", func() (PermissionUpdate, error) { return SetMode(ToSession, "plan") },
			`{"type":"setMode","mode":"plan","destination":"session"}`},
		{"directories", func() (PermissionUpdate, error) { return AddDirectories(ToSession, "/a", "/b") },
			`{"type":"addDirectories","directories":["/a","/b"],"destination":"session"}`},
		{"no directories", func() (PermissionUpdate, error) { return RemoveDirectories(ToSession, "/a") },
			`{"type":"removeDirectories","directories":["/a"],"destination":"session"}`},

		{"the project", func() (PermissionUpdate, error) { return AddRules("project", BehaviorAllow, rule) }, `no destination is called "project"`},
		{"nowhere", func() (PermissionUpdate, error) { return SetMode("", "plan") }, `no destination is called ""`},
		{"no behavior", func() (PermissionUpdate, error) { return AddRules(ToSession, "", rule) }, `no behavior is called ""`},
		{"no such behavior", func() (PermissionUpdate, error) { return AddRules(ToSession, "maybe", rule) }, `no behavior is called "maybe"`},
		{"nothing to add", func() (PermissionUpdate, error) { return AddRules(ToSession, BehaviorAllow) }, "no rules"},
		{"nothing to remove", func() (PermissionUpdate, error) { return RemoveRules(ToSession, BehaviorAllow) }, "no rules"},
		{"no tool", func() (PermissionUpdate, error) { return AddRules(ToSession, BehaviorAllow, rule, Rule{}) }, `rule 2: "" is not the name`},
		{"a rule as a tool", func() (PermissionUpdate, error) { return AddRules(ToSession, BehaviorAllow, Rule{Tool: "Bash(ls)"}) }, "is not the name of a tool"},
		{"no mode", func() (PermissionUpdate, error) { return SetMode(ToSession, "yolo") }, `no mode is called "yolo"`},
		{"no directory", func() (PermissionUpdate, error) { return AddDirectories(ToSession) }, "no directories"},
		{"a relative directory", func() (PermissionUpdate, error) { return AddDirectories(ToSession, "a") }, "not an absolute path"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := tt.make()
			if !strings.HasPrefix(tt.want, "{") {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want the error %q", err, tt.want)
				}
				return
			}
			if err != nil || u.Wire().Raw() != tt.want {
				t.Fatalf("got  %s, %v\nwant %s", u.Wire().Raw(), err, tt.want)
			}
			back, err := ParsePermissionUpdate(value(t, tt.want))
			if err != nil || back.Wire().Raw() != tt.want {
				t.Errorf("read back: %s, %v", back.Wire().Raw(), err)
			}
		})
	}
}

func TestParsePermissionUpdate(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"type":"addRules","rules":[{"toolName":"Bash"}],"behavior":"allow","destination":"session","new":1}`, ""},
		{`{"type":"add_rules","rules":[{"tool_name":"Bash"}],"behavior":"allow","destination":"session"}`, "no such type"},
		{`{"type":"addRules","rules":[{"tool_name":"Bash"}],"behavior":"allow","destination":"session"}`, "not the name of a tool"},
		{`{"destination":"session"}`, "no type"},
		{`[]`, "no type"},
	} {
		u, err := ParsePermissionUpdate(value(t, tt.in))
		switch {
		case tt.want == "" && (err != nil || u.Wire().Raw() != tt.in):
			t.Errorf("%s: got %s, %v", tt.in, u.Wire().Raw(), err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: got %v, want %q", tt.in, err, tt.want)
		}
	}
}
