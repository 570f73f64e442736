package config

import "testing"

// TestPluginOfAnAnnouncedMarketplace: what managed settings enable out of a
// directory is found before the client has written it down.
func TestPluginOfAnAnnouncedMarketplace(t *testing.T) {
	root := t.TempDir()
	tree(t, root, map[string]string{
		"etc/managed-settings.d/50.json": `{"extraKnownMarketplaces":{"here":{"source":{"source":"directory","path":"ROOT/here"}},
			"far":{"source":{"source":"github","repo":"a/b"}}},"enabledPlugins":{"local@here":true,"other@far":true}}`,
		"here/.claude-plugin/marketplace.json": `{"name":"here","plugins":[{"name":"local","source":"./"}]}`,
		"here/hooks/hooks.json":                `{` + hooksText("announced") + `}`,
	})
	got := Find(site(root))
	if text, want := describe(root, got), "plugin local@here \"announced\" here/hooks/hooks.json:1 read-only root=here\n"; text != want {
		t.Errorf("got %s", text)
	}
	if len(got.Findings) != 1 || got.Findings[0].Msg != "the plugin other@far is enabled but not installed" {
		t.Errorf("findings: %+v", got.Findings)
	}
}
