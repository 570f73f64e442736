package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

func TestMain(m *testing.M) { os.Exit(musttest.Run(m)) }

// many is a project with a settings file, and the time that looking at it took.
func many(t *testing.T, files map[string]string) (site Site, elapsed func() time.Duration) {
	t.Helper()
	dir := termtest.Dir(t, termtest.Memory())
	for name, content := range files {
		path := filepath.Join(dir, name)
		musttest.Write(t, path, content)
	}
	start := time.Now()
	site = Site{Locations: settings.Locations{Home: filepath.Join(dir, "home"), Dir: filepath.Join(dir, "project")}, GOOS: "linux", ManagedDir: filepath.Join(dir, "none")}
	return site, func() time.Duration { return time.Since(start) }
}

// patience is far above what a look may take on a busy machine, and far below what
// one took that went through all for each.
const patience = 20 * time.Second

// TestManySettings: what it costs to look at settings grows with them, and not with
// their square.
func TestManySettings(t *testing.T) {
	t.Parallel()
	env, plugins, markets, servers := map[string]string{}, map[string]bool{}, map[string]any{}, map[string]any{}
	for i := range 60_000 {
		env[fmt.Sprintf("V%d", i)] = strings.Repeat("x", 50)
	}
	for i := range 20_000 {
		plugins[fmt.Sprintf("p%d@m%d", i, i)] = true
		markets[fmt.Sprintf("m%d", i)] = map[string]any{"source": map[string]string{"source": "github"}}
		servers[fmt.Sprintf("s%d", i)] = map[string]any{}
	}
	content, err := json.Marshal(map[string]any{"env": env, "enabledPlugins": plugins, "extraKnownMarketplaces": markets})
	musttest.Do(t, err)
	mcp, err := json.Marshal(map[string]any{"mcpServers": servers})
	musttest.Do(t, err)
	site, elapsed := many(t, map[string]string{"project/.claude/settings.json": string(content), "project/.mcp.json": string(mcp)})
	if n := len(Variables(site)); n != 60_000 {
		t.Errorf("%d variables", n)
	}
	if found := Find(site).Findings; len(found) != 20_000 {
		t.Errorf("%d findings, of plugins that are not installed", len(found))
	}
	if n := len(QuestionTools(site)); n != 1+maxServers {
		t.Errorf("%d tools that may ask", n)
	}
	if took := elapsed(); took > patience {
		t.Errorf("it took %v", took)
	}
}

// TestMuchFrontMatter: no more of it is parsed than neverask looks at, and that is
// told once.
func TestMuchFrontMatter(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("project/.claude/agents/a%02d.md", i)] = "---\nname: x\ndescription: x\nnote: [" + strings.Repeat("x, ", 70_000) + "x]\nhooks:\n  Stop:\n    - hooks:\n        - {type: command, command: x}\n---\n"
	}
	site, _ := many(t, files)
	sources := Find(site)
	if n := len(sources.List); n == 0 || n > maxYAML/200_000 {
		t.Errorf("%d agents with hooks", n)
	}
	if len(sources.Findings) != 1 || !strings.HasPrefix(sources.Findings[0].Msg, "only 10000 skills, subagents and commands are examined, and 4 MB") {
		t.Errorf("%+v", sources.Findings)
	}
}

// TestVeryManyFiles: of very many subagents some are looked at.
func TestVeryManyFiles(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range maxMarkdown + 50 {
		files[fmt.Sprintf("project/.claude/agents/a%05d.md", i)] = "hello\n"
	}
	site, _ := many(t, files)
	if found := Find(site).Findings; len(found) != 1 || !strings.HasPrefix(found[0].Msg, "only 10000 skills") {
		t.Errorf("%+v", found)
	}
}
