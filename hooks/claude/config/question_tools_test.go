package config

import (
	"strings"
	"testing"
)

func TestQuestionTools(t *testing.T) {
	root := t.TempDir()
	tree(t, root, map[string]string{
		"home/.claude.json":  `{"mcpServers":{"a b":{}},"projects":{"ROOT/work/sub":{"mcpServers":{"conductor":{}}}}}`,
		"work/sub/.mcp.json": `{"mcpServers":{"team.one":{},"conductor":{}}}`,
	})
	got := strings.Join(QuestionTools(site(root)), " ")
	if want := "AskUserQuestion mcp__a_b__AskUserQuestion mcp__conductor__AskUserQuestion mcp__team_one__AskUserQuestion"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
