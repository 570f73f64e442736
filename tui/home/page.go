package home

import (
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Page draws the figures of the last weeks, the cards, and the latest questions. A low screen
// loses blank lines first and then lines of cards; a wide one has the figures over its whole width,
// and lists the subjects of cards one by one.
func (o *Place) Page(width, height int, st *kit.Styles) kit.Page {
	if o.installs.Statuses == nil {
		return kit.Page{}
	}
	left, top := width, []string(nil)
	if width >= wideHome && height >= 2*kit.Low {
		top = o.summary(width, height, true, st)
	}
	over := len(top) // rows with the whole width
	recent := o.asked.draw(o.state.Questions.All, o.state.Rules, o.now(), width-cardsWidth(width)-3, height-over, st)
	if len(recent) > 0 {
		left = cardsWidth(width)
	}
	facts := o.facts(left, st)
	var rows []string
	var focus, end int
	if over == 0 && len(recent) == 0 {
		rows, focus, end = report{o}.stacked(left, height, len(facts), st)
	} else {
		if over == 0 {
			top = o.summary(left, height, true, st)
		}
		rows, focus, end, _ = o.fit(top, left, height-len(facts), len(facts) > 0, kit.Far, st)
	}
	if n := height - len(rows); 0 < n && n < len(facts) {
		facts = append(facts[:n-1], kit.Fit(facts[n-1]+st.Muted.Render(" …"), width))
	}
	rows = append(rows, facts...)
	o.asked.over, o.asked.from = over, left+1
	for i, text := range recent {
		i += over
		rows = append(rows, make([]string, max(i+1-len(rows), 0))...)
		rows[i] = kit.Pad(rows[i], left) + st.Rule.Render(" │ ") + text
	}
	if room := height - len(rows); len(recent) == 0 && room >= kit.Low/2 {
		o.asked.over, o.asked.from = len(rows), 0
		recent = o.asked.draw(o.state.Questions.All, o.state.Rules, o.now(), width, room, st)
		rows = append(rows, recent...)
	}
	if len(recent) == 0 {
		o.asked.of = nil
	}
	p := kit.Lines(rows)
	if end > 0 {
		p.Focus, p.FocusEnd = focus, end
		if o.at == len(report{o}.cards())-1 && len(rows)-focus <= height {
			p.FocusEnd = len(rows) // show what follows the last card, too
		}
		if o.at == 0 && end <= height {
			p.Focus = 0 // show the rows above the first card, too
		}
	}
	return p
}

// wideHome is the width of the body in a terminal of 160 columns.
const wideHome = 158

// twoAsked is how many rows the two latest questions take at most, below the rest.
const twoAsked = 6

// stacked draws the figures and the cards, with room for facts below them. On a low screen the bars and then the large
// figures give way to the two latest questions, if that is enough for them. The cards never do.
func (o report) stacked(width, height, facts int, st *kit.Styles) (rows []string, focus, end int) {
	draw := func(top []string) (enough bool) {
		var whole bool
		rows, focus, end, whole = o.fit(top, width, height-facts, facts > 0, mostEach, st)
		return whole && height-facts-len(rows) >= twoAsked
	}
	past := o.state.Questions
	follow := past.Err == nil && (past.All == nil || len(past.All.List) > 1) // or may, once they are read
	low := tallFigures <= height && height < roomyHome && !o.fresh() && follow
	if draw(o.summary(width, height, true, st)) || !low ||
		draw(o.summary(width, height, false, st)) || draw(o.summary(width, tallFigures-1, false, st)) {
		return rows, focus, end
	}
	draw(o.summary(width, height, true, st))
	return rows, focus, end
}

// fit draws the cards below top, as fully as a height allows, and reports whether they are whole. followed says that
// something follows them, and each how many subjects of a card are listed at most.
func (o *Place) fit(top []string, width, height int, followed bool, each int,
	st *kit.Styles) (rows []string, focus, end int, whole bool) {
	looks := []cardLook{{most: kit.Far, spaced: true, each: each}, {most: kit.Far, spaced: true, each: mostEach},
		{most: kit.Far, spaced: true}, {most: kit.Far}, {most: mostText + 2}, {most: mostText + 1}, {most: mostText}, {most: 1}}
	if each > mostEach {
		looks = slices.Insert(looks, 1, cardLook{most: kit.Far, spaced: true, each: 20},
			cardLook{most: kit.Far, spaced: true, each: 14}, cardLook{most: kit.Far, spaced: true, each: 10})
	}
	for i, look := range looks {
		if look.each > 0 && width < wideHome*6/10 || look.spaced && height < kit.Low {
			continue
		}
		draw := func(chosen int) {
			above := top
			if !look.spaced && len(above) > 1 && above[0] == "" {
				above = above[1:]
			}
			rows, focus, end = o.drawCards(slices.Clone(above), width, height, look, chosen, st)
			if look.spaced && followed {
				rows = append(rows, "")
			}
		}
		if draw(mostText); look.most != kit.Far && len(rows) < height { // the chosen card gets the remaining rows
			chosen := mostText + height - len(rows)
			draw(chosen)
			if look.spare = height - len(rows); look.spare > 0 { // and then the others
				draw(chosen)
			}
		}
		if i == len(looks)-1 { // the chosen card is whole, even if other rows do not fit
			draw(kit.Far)
		}
		if whole = look.most == kit.Far; len(rows) <= height {
			break
		}
	}
	return rows, focus, end, whole
}

// roomyHome is the height of the body, as in a terminal of 30 rows, from which the bars and the cards
// have a blank line between them although the days are below the bars.
const roomyHome = 25

// summary draws the figures of the last weeks, with bars if there is room. It keeps its height while the questions are
// read.
func (o *Place) summary(width, height int, bars bool, st *kit.Styles) []string {
	all := kit.Spaced(height, "")
	past := o.state.Questions
	switch {
	case past.Err != nil:
		return append(append(all,
			kit.Noted(kit.Mark("✗", "past questions", kit.Bad), kit.Clean(o.home, past.Err.Error()), width, st)...), "")
	case past.All == nil:
		all = append(all, "  "+st.Muted.Render(past.Loading()+" …"))
		if height >= tallFigures && width >= 60 {
			all = append(all, "", "")
			if bars {
				all = append(all, "", "")
			}
			if bars && height >= roomyHome {
				all = append(all, "")
			}
		}
	case len(past.All.List) == 0 && o.first():
		return all
	default:
		o.figures.in(past.All, o.state.Rules, o.now())
		all = append(all, o.figures.draw(width, height, bars, st)...)
		if !bars {
			break
		}
		if scale := o.figures.scale(width, height, o.now(), st); scale != "" && height >= roomyHome {
			return append(all, scale, "")
		} else if scale != "" {
			return append(all, scale) // which parts the bars from the cards, too
		}
	}
	return append(all, kit.Spaced(height, "")...)
}

// known reports whether everything that could need the person was read, and there is a rule.
func (o report) known() bool {
	return o.client != nil && o.thirdParty.Found != nil && o.state.Rules.Read &&
		o.state.Questions.All != nil && !o.fresh() &&
		len(o.state.Rules.List)+len(o.state.Rules.Tools.List) > 0
}

// facts says what is installed, on a line or two.
func (o *Place) facts(width int, st *kit.Styles) []string {
	var all []string
	for _, s := range o.installs.Statuses {
		if hookstate.Installed(s) {
			all = append(all, "installed in "+kit.Short(o.home, s.Target.Path))
		}
	}
	if rules := o.state.Rules.Counted(); rules != "" {
		all = append(all, rules)
		if idle := o.state.Rules.Idle(); idle != "" {
			all = append(all, idle)
		}
	}
	if o.client != nil && !o.client.Missing() {
		all = append(all, o.client.facts()...)
	}
	if theirs := o.thirdParty.Theirs(o.home, !o.fresh()); theirs != "" && !o.fresh() {
		all = append(all, theirs)
	}
	if n := o.figures.overwritten; n > 0 {
		all = append(all, diffview.Count(n, "answer")+" overwritten by another hook")
	}
	if len(all) == 0 {
		return nil
	}
	all[0] = kit.Capital(all[0])
	for i := range all {
		all[i] = kit.Tied(all[i])
	}
	return kit.Styled(kit.Indented(strings.Join(all, " · "), 2, width-1), st.Muted)
}
