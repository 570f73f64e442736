package toolrules

import (
	"strings"
	"testing"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/kit"
)

// The same call is shown once, however often it came.
func TestReplayShowsCallsOnce(t *testing.T) {
	push := preferences.ToolExample{Tool: "Bash", Act: toolrule.Ask, Rules: []string{"push"}, Before: "git push origin main"}
	other := push
	other.Before = "git push origin next"
	p := replay{read: true, found: preferences.ToolReplay{Calls: 3, Acted: 3, Examples: []preferences.ToolExample{push, other, push}}}
	page := p.Page(80, 24, kit.Themes()[0].Styles(true))
	var all string
	for i := range page.Rows {
		all += page.Row(i) + "\n"
	}
	if strings.Count(all, push.Before) != 1 || strings.Count(all, other.Before) != 1 {
		t.Error(all)
	}
}
