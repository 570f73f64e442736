package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
)

// typedYes is what is typed before a rule may answer one-way questions.
const typedYes = "yes, I understand"

// typedConfirm asks for a typed yes, because a key is pressed too easily.
type typedConfirm struct {
	rule question.Rule
	line typed
	do   func(*model) tea.Cmd
}

func (o *typedConfirm) title() string { return "⚠ Answer what cannot be undone?" }

func (o *typedConfirm) page(width, height int, st *styles) page {
	all := spaced(height, "")
	say := func(s string) { all = append(append(all, wrap(s, width)...), spaced(height, "")...) }
	say("Questions like this are about deleting, publishing, paying or the like. With this rule you are asked each of them once more. When you answer “" + fit(answerText(o.rule.Answer), 40) + "”, exactly that question is answered so from then on, and Claude goes ahead:")
	say(fit(matchText(o.rule.Match), width-2))
	p := lines(all)
	p.foot = append([]string{"To allow it, type: " + typedYes, st.key.Render("> ") + o.line.draw(width-2, plain)}, spaced(height, "")...)
	return p
}

func (o *typedConfirm) typing() *typed { return &o.line }

func (o *typedConfirm) typedText(*model) tea.Cmd { return nil }

// typedIt reports whether the words are there; case and a full stop do not
// matter.
func (o *typedConfirm) typedIt() bool {
	said := strings.Join(strings.Fields(strings.ToLower(o.line.text)), " ")
	return strings.TrimSuffix(said, ".") == strings.ToLower(typedYes)
}

func (o *typedConfirm) bindings() []binding {
	var all []binding
	if o.typedIt() {
		all = append(all, bind("allow", func(m *model) tea.Cmd {
			m.pop()
			return o.do(m)
		}, "enter"))
	}
	return append(all, bind("back", (*model).back, "esc"))
}
