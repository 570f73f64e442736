package drawing

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// TestCreatedText: what a rule was made with is something that there is.
func TestCreatedText(t *testing.T) {
	for by, want := range map[preferences.Maker]string{
		"":                                "1 Nov 2026",
		"rules add":                       "1 Nov 2026 with neverask rules add",
		"rules suggest":                   "1 Nov 2026 with neverask rules suggest",
		"an answer marked as wrong":       "1 Nov 2026 from an answer marked as wrong",
		"a suggestion":                    "1 Nov 2026 from a suggestion",
		"neverask":                        "1 Nov 2026 with neverask",
		preferences.ByImport("team.json"): "1 Nov 2026 with neverask rules import team.json",
		"me":                              "1 Nov 2026 by me",
	} {
		if got := CreatedText(question.Created{At: "2026-11-01T12:00:00Z", By: string(by)}); got != want {
			t.Errorf("%q: %q, want %q", by, got, want)
		}
	}
}

// TestMakersHaveTexts: the screens have words for everything that neverask makes rules with.
func TestMakersHaveTexts(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../hooks/rule/preferences/maker.go", nil, 0)
	musttest.Do(t, err)
	makers := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if c, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(c.Names[0].Name, "By") {
			makers++
			by, err := strconv.Unquote(c.Values[0].(*ast.BasicLit).Value)
			musttest.Do(t, err)
			if makerTexts[preferences.Maker(by)] == "" {
				t.Errorf("%s has no text", c.Names[0].Name)
			}
		}
		return true
	})
	if makers == 0 {
		t.Error("no maker was found")
	}
}
