package changes

import (
	"testing"

	"neverask/settings"
)

// A change that only settles a conflict is named by what it does with the hook.
func TestWaysTakenNameTheChange(t *testing.T) {
	group := func(matcher, command string) string {
		return `{"matcher": "` + matcher + `", "hooks": [{"type": "command", "command": "` + command + `"}]}`
	}
	edit := func(old, now string) []settings.Edit {
		return []settings.Edit{{Path: settings.Path{"hooks", "PreToolUse"}, Old: old, New: now}}
	}
	tool := func(old, now string) []settings.Edit {
		return []settings.Edit{{Path: settings.Path{"toolRules"}, Old: old, New: now}}
	}
	const refuse, confirm = `{"tool": "Bash", "act": "refuse"}`, `{"tool": "Bash", "act": "confirm"}`
	for want, r := range map[string]settings.Receipt{
		"park “guard”":                                {Op: "install", Edits: edit(group("*", "guard"), "")},
		"narrow “guard”":                              {Op: "install", Edits: edit(group("*", "guard"), group("Bash", "guard"))},
		"park “old-guard”":                            {Op: "resolve", Edits: edit(group("*", "old-guard"), "")},
		"change the option partial: off":              {Op: "rules option", Edits: []settings.Edit{{Key: "partial", New: `"off"`}}},
		"change the option mcp.github: deny":          {Op: "rules option", Edits: []settings.Edit{{Path: settings.Path{"mcp"}, Key: "github", New: `"deny"`}}},
		"install the hooks":                           {Op: "install", Edits: edit(group("Bash", "/d/neverask-hook"), group("Edit", "/d/neverask-hook"))},
		"install the question hooks":                  {Op: "install", Edits: append(edit(group("*", "guard"), ""), edit("", group("AskUserQuestion", "/d/neverask-hook"))...)},
		"add the rule “Run?”":                         {Op: "suggest", Edits: []settings.Edit{{Path: settings.Path{"rules"}, New: `{"match": {"text": "Run?"}}`}}},
		"add the standing answer “Start with wave 1”": {Op: "rules add", Edits: []settings.Edit{{Path: settings.Path{"tell"}, New: `{"line": "Start with wave 1", "id": "x"}`}}},
		"delete the standing answer “Start small”":    {Op: "rules rm", Edits: []settings.Edit{{Key: "tell", Old: `[{"line": "Start small"}]`}}},
		"add the rule “Postgres / SQLite”":            {Op: "rules add", Edits: []settings.Edit{{Path: settings.Path{"rules"}, New: "{\"match\": {\"options\": [\n\"Postgres\",\n\"SQLite\"]}}"}}},
		"add the rules “A?” and 2 more":               {Op: "rules add", Edits: []settings.Edit{{Key: "rules", New: `[{"match": {"text": "A?"}}, {"match": {"text": "B?"}}, {"match": {"text": "C?"}}]`}}},
		"add the tool rule refuse Bash":               {Op: "rules", Edits: tool("", refuse)},
		"delete the tool rule refuse Bash":            {Op: "rules", Edits: tool(refuse, "")},
		"change the tool rule confirm Bash":           {Op: "rules", Edits: tool(refuse, confirm)},
		"repair the settings":                         {Op: "fix"},
	} {
		if got := Describe([]settings.Receipt{r}, nil, nil); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
