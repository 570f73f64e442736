package home

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/app/session"
	"neverask/hooks/off"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// awayBinding returns the key that lets Claude go on without the person, or ends that. Without the
// question hooks, and while neverask is off, it says what to do instead.
func (o report) awayBinding() kit.Binding {
	switch {
	case o.isAway():
		return kit.Bind("I am back", o.comeBack,
			"W").Means("have Claude ask you again, and see what was answered meanwhile").Lesser()
	case o.state.Stopped: // in one project, others are still answered
		refuse := func(m *kit.Model) tea.Cmd {
			m.Say("nothing would be answered while you are away: " + o.off() + kit.Then("O to turn it on"))
			return nil
		}
		return kit.Quiet("W", "away", refuse,
			"W").Means("let Claude go on without you for " + usual() + " (turn neverask on first)")
	}
	if why := o.unanswered(); why != "" {
		first := "first see to it that rules answer"
		switch {
		case o.state.Unknown:
			why, first = why+" · o to open it", "repair "+o.state.Broken.Name()+" first"
		case o.state.Unhooked:
			why, first = why+" · i to install them", "install the question hooks first"
		case o.state.Unable != "":
			why += kit.Then("D for the doctor")
		}
		refuse := func(m *kit.Model) tea.Cmd {
			m.Say("nothing would answer while you are away: " + why)
			return nil
		}
		return kit.Quiet("W", "away", refuse, "W").Means("let Claude go on without you for " + usual() + " (" + first + ")")
	}
	ask := func(m *kit.Model) tea.Cmd {
		c := kit.ConfirmText("Away for "+usual()+"?", off.BeforeAway, "No, keep asking me", "Yes, go on without me", o.goAway)
		c.Whole = true
		m.Push(c)
		return nil
	}
	return kit.Bind("away for "+usual()+"…", ask,
		"W").Means("let Claude go on without you for " + usual() + "; says first what that means").Lesser()
}

// unanswered says why the question hooks answer nothing, also while the person is away; "" if they do.
func (o report) unanswered() string {
	if o.state.Unhooked {
		return "the question hooks are not installed"
	}
	return o.state.Silent()
}

// away returns the period for which the person is away, or was if they have not come back; or zero.
func (o report) away() off.Period {
	if len(o.installs.Statuses) == 0 {
		return off.Period{}
	}
	return o.installs.Statuses[0].Away
}

func (o report) isAway() bool {
	p := o.away()
	return !p.Since.IsZero() && !p.Over(o.now())
}

func (o report) goAway(m *kit.Model) tea.Cmd {
	now := o.now()
	p := off.Period{Since: now, Until: now.Add(off.Usual)}
	m.Pop()
	if err := o.backend.GoAway(p.Until); err != nil {
		m.Say("✗ you are not away: " + kit.Clean(o.home, err.Error()))
		return nil
	}
	m.Say("✓ away " + p.String() + " · W when you are back")
	return o.installs.Load()
}

// awayCard turns c into the card that ends the time away and shows what was answered meanwhile.
func (o report) awayCard(c card) card {
	c.badge, c.verb, c.do, c.write = kit.Mark("◆", "", kit.Action), "I am back", o.comeBack, true
	switch p := o.away(); {
	case p.Since.IsZero(): // the period cannot be read
	case p.Over(o.now()):
		c.title, c.text, c.verb = "You were away "+p.String(),
			"Look at what was answered for you meanwhile.", "see what was answered"
	case o.state.Stopped:
		c.title, c.text = "You are away "+p.String(), "Nothing is answered, because neverask is off."
	case o.unanswered() != "":
		c.title, c.text = "You are away "+p.String(), "Nothing is answered: "+o.unanswered()+"."
	default:
		c.title, c.text = "You are away "+p.String(),
			"Until you are back, "+off.WhileAway+"."
	}
	return c
}

func (o report) comeBack(m *kit.Model) tea.Cmd {
	since, err := o.backend.ComeBack()
	if refused := (*session.Refusal)(nil); errors.As(err, &refused) {
		m.Say("✗ you are not back: " + kit.Clean(o.home, err.Error()))
		return nil
	}
	load := o.installs.Load()
	if err != nil {
		m.Say("✓ you are back; cannot tell since when you were away: " + kit.Clean(o.home, err.Error()))
		return load
	}
	n, said := 0, "✓ you are back: this was answered meanwhile"
	if all := o.state.Questions.All; all != nil {
		n = len(pastquestions.AnsweredAway(all.Source, since))
		said = "✓ you are back: " + diffview.Count(n, "question") + " answered meanwhile"
	}
	if o.state.Questions.All != nil && n == 0 {
		m.Say("✓ you are back: nothing was answered for you meanwhile")
		return load
	}
	show := m.Send(rulestate.MeanwhileMsg{Since: since})
	m.Say(said + " · ! to mark an answer as wrong")
	return tea.Batch(load, show)
}
