package rules

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// typedYes is what the person types to let a rule answer irreversible questions.
const typedYes = "yes, I understand"

// typedConfirm asks for a typed yes, because a key is too easily pressed.
type typedConfirm struct {
	rule question.Rule
	line kit.Input
	do   func(*kit.Model) tea.Cmd
}

func (o *typedConfirm) Title() string { return "⚠ Answer irreversible questions?" }

func (o *typedConfirm) Page(width, height int, st *kit.Styles) kit.Page {
	all := kit.Spaced(height, "")
	say := func(s string) { all = append(append(all, kit.Wrap(s, width)...), kit.Spaced(height, "")...) }
	say(
		"Questions like this are about deleting, publishing, paying and the like. With this rule, Claude asks you each of them once more. When you answer “" + kit.Fit(drawing.AnswerText(o.rule.Answer), 40) + "”, neverask gives that answer to exactly that question from then on, and Claude goes ahead:")
	say(kit.Fit(drawing.MatchText(o.rule.Match), width-2))
	p := kit.Lines(all)
	p.Foot = append([]string{"To allow it, type: " + typedYes, st.Key.Render("> ") + o.line.Draw(width-2, kit.Plain)},
		kit.Spaced(height, "")...)
	return p
}

func (o *typedConfirm) Typing() *kit.Input { return &o.line }

func (o *typedConfirm) TypedText(*kit.Model) tea.Cmd { return nil }

// confirmed reports whether the words were typed, ignoring case and a full stop.
func (o *typedConfirm) confirmed() bool {
	said := strings.Join(strings.Fields(strings.ToLower(o.line.Text)), " ")
	return strings.TrimSuffix(said, ".") == strings.ToLower(typedYes)
}

func (o *typedConfirm) Bindings() []kit.Binding {
	var all []kit.Binding
	if o.confirmed() {
		all = append(all, kit.Bind("allow", func(m *kit.Model) tea.Cmd {
			m.Pop()
			return o.do(m)
		}, "enter"))
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}
