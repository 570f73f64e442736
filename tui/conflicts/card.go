package conflicts

import (
	"strings"
	"time"

	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// card draws a conflict: the hook, what it does, the evidence, and the outcome.
type card struct {
	home  string
	now   time.Time
	width int
	st    *kit.Styles
	rows  []string
	bare  bool // neverask is not installed, and is not about to be
	below bool // the last text with a label is below it
	dense bool // without blank lines
}

// cardColumn is the column of the text beside a label.
const cardColumn = 15

// facts draws a conflict, without the resolutions. state says how far its test is.
func (k *card) facts(c conflict.Conflict, state string) {
	k.who(c)
	k.where(c)
	k.blank()
	k.known(c, state)
	k.outcome(c)
	k.limits(c)
}

// who names the hook.
func (k *card) who(c conflict.Conflict) {
	k.warning(c)
	k.add(kit.Styled(kit.Indented(hookstate.Name(k.home, c), 1, k.width), k.st.Strong))
}

// where says where the hook comes from, and when it runs.
func (k *card) where(c conflict.Conflict) {
	k.add(kit.Styled(kit.Indented(origin(k.home, c.Hook)+" · "+occasion(k.home, c.Hook), 1, k.width), k.st.Muted))
}

// known says what the hook does, and how neverask knows that.
func (k *card) known(c conflict.Conflict, state string) {
	k.fact("What it does", does(k.home, c))
	k.evidence(c)
	if state != "" {
		k.fact("Test", state)
	}
}

// limits says why the resolutions are fewer, and whom else they reach.
func (k *card) limits(c conflict.Conflict) {
	source := c.Hook.Source
	if why := source.Uneditable(); why != "" {
		k.fact("Not editable", kit.Clean(k.home, why))
	}
	if source.Kind == config.Project && source.Uneditable() == "" {
		k.fact("Shared file", "everyone who works on the project has this hook, and changes to the file reach them too")
	}
	if c.AskFor != "" {
		k.fact("What to ask", kit.Clean(k.home, c.AskFor))
	}
}

// brief draws a short form, with the outcome first.
func (k *card) brief(c conflict.Conflict, state string) {
	k.who(c)
	k.outcome(c)
	k.waysLine(c)
	k.where(c)
	k.known(c, state)
	k.limits(c)
}

// warning draws what a person should know first.
func (k *card) warning(c conflict.Conflict) {
	if text := c.Warning(); text != "" {
		k.add(kit.Styled(kit.Indented("⚠ "+text, 1, k.width), k.st.Warn))
	}
}

func (k *card) outcome(c conflict.Conflict) {
	text := outcome(k.home, c)
	if c.Doubt != "" {
		text += " (" + kit.Clean(k.home, c.Doubt) + ")"
	}
	from, b := len(k.rows), hookstate.SeverityBadge(c.Severity)
	k.fact("What happens", text)
	plain := b.Sign + " " + b.Word
	for i, row := range k.rows[from:] {
		if strings.Contains(row, plain) { // as in lists
			k.rows[from+i] = strings.Replace(row, plain, b.Draw(k.st), 1)
			break
		}
	}
}

// evidence lists the evidence, the strongest first.
func (k *card) evidence(c conflict.Conflict) {
	label := "How we know"
	for _, e := range c.Evidence {
		k.fact(label, proof(k.home, e, k.now))
		label = ""
	}
	if len(c.Evidence) == 0 {
		k.fact(label, "nothing is known about it")
	}
}

func (k *card) add(rows []string) { k.rows = append(k.rows, rows...) }

func (k *card) blank() {
	if !k.dense {
		k.rows = append(k.rows, "")
	}
}

// fact is a text beside its label, or below it when the width is low and a line has no room
// for both. Without a label it goes on with what is above.
func (k *card) fact(label, text string) {
	if label != "" {
		k.below = k.width < kit.Wide && cardColumn+kit.Width(text) > k.width
	}
	if !k.below {
		rows := kit.Indented(text, cardColumn, k.width)
		rows[0] = " " + k.st.Muted.Render(kit.Pad(label, cardColumn-1)) + rows[0][cardColumn:]
		k.add(rows)
		return
	}
	if label != "" {
		k.add([]string{" " + k.st.Muted.Render(label)})
	}
	k.add(kit.Indented(text, 3, k.width))
}

// decision draws the same with the resolutions. Where there is no room for all, they come
// before where it is and how it is known, if that brings all of them into sight. It returns what options does.
func (k *card) decision(c conflict.Conflict, state string, resolutions []conflict.Resolution,
	chosen conflict.Resolution, room int) (spans [][2]int) {
	k.facts(c, state)
	k.blank()
	if spans = k.options(c, resolutions, chosen); len(k.rows) <= room {
		return spans
	}
	whole, last := k.rows, spans
	k.rows = nil
	k.who(c)
	k.outcome(c)
	k.limits(c)
	if spans = k.options(c, resolutions, chosen); len(k.rows) > room {
		k.rows = whole
		return last
	}
	k.blank()
	k.where(c)
	k.known(c, state)
	return spans
}

// options draws the resolutions, the chosen one marked, and returns where each
// begins and ends.
func (k *card) options(c conflict.Conflict, resolutions []conflict.Resolution,
	chosen conflict.Resolution) (spans [][2]int) {
	k.add([]string{" " + k.st.Strong.Render("What to do about it") + k.st.Muted.Render("  ↑ ↓ choose")})
	column := 10
	for _, w := range resolutions {
		column = max(column, len(w)+5)
	}
	for _, w := range resolutions {
		from := len(k.rows)
		mark, style := "   ", kit.Plain
		if w == chosen {
			mark, style = k.st.Selected.Render(" ▸ "), k.st.Selected
		}
		text := c.About(w)
		if k.bare && w != conflict.Leave {
			text += "; this installs neverask, too"
		}
		rows := kit.Indented(text, column, k.width)
		rows[0] = mark + style.Render(kit.Pad(string(w), column-3)) + strings.TrimLeft(rows[0], " ")
		k.add(rows)
		if w == c.Suggested && c.Hook.Source.Uneditable() == "" {
			k.add(kit.Styled(kit.Indented("best: "+kit.Clean(k.home, c.Because), column, k.width), k.st.Ok))
		}
		spans = append(spans, [2]int{from, len(k.rows)})
	}
	return spans
}

// waysLine names the resolutions of an undecided conflict.
func (k *card) waysLine(c conflict.Conflict) {
	if !c.Severity.Decide() {
		return
	}
	var names []string
	for _, w := range c.Resolutions {
		names = append(names, string(w)+map[bool]string{true: " (best)"}[w == c.Suggested])
	}
	k.fact("Options", strings.Join(names, " · ")+" · press enter to choose")
}
