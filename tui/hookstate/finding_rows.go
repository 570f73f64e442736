package hookstate

import (
	"neverask/hooks/claude/config"
	"neverask/tui/kit"
)

// FindingRows draws a file that cannot be used.
func FindingRows(home string, f config.Finding, width int, st *kit.Styles) []string {
	all := kit.Noted(kit.Mark("✗", "broken", kit.Bad), kit.Clean(home, f.Msg), width, st)
	all = append(all, kit.Styled(kit.Indented(kit.FileAt(home, f.File, f.Line, f.Col), 3, width), st.Muted)...)
	if f.Hint == "" {
		return all
	}
	return append(all, kit.Styled(kit.Indented("→ "+kit.Clean(home, f.Hint), 3, width), st.Muted)...)
}
