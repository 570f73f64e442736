package screens

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/drawing"
	"neverask/tui/follow"
)

// The rules as plain lines.

// rules lists the rules and changes them until the person has done.
func (l *lineScreens) rules(ctx context.Context) error {
	changed, list := false, true
	for {
		p, problems, err := l.Book().Read()
		if err != nil {
			return l.RulesError(err)
		}
		l.found = map[string][]preferences.Finding{}
		past, _ := l.Rulebook().Lint(l.asked)
		for _, f := range append(preferences.Lint(p, problems), past...) {
			l.found[f.Rule] = preferences.MergeFindings(l.found[f.Rule], []preferences.Finding{f})
		}
		if list {
			l.list(p.Rules, problems)
		}
		text := `Type a rule's number for more of it, "add" for a new one, ` + map[bool]string{true: `"undo", `}[changed] + `"?" for help, or press Enter to finish`
		s, err := l.Prompts().Line(ctx, text, "")
		if err != nil || s == "" {
			return err
		}
		did, err := l.rule(ctx, strings.ToLower(s), p.Rules, changed)
		if err != nil {
			return err
		}
		changed, list = changed || did, did || s == "list"
	}
}

// list prints a line for each rule.
func (l *lineScreens) list(rules []question.Rule, problems []question.Problem) {
	fmt.Fprintln(l.Stdout)
	l.say("%s", diffview.Count(len(rules), "rule"))
	for i, r := range rules {
		l.say("%d. %s", i+1, cli.OneLine(l.line(r)))
	}
	for _, problem := range problems {
		l.say("broken, at line %d: %s", problem.Line, problem.Message)
	}
}

// line is a rule as the list has it on the screens.
func (l *lineScreens) line(r question.Rule) string {
	s := drawing.ModeBadge(r.Mode).Word + ": " + drawing.MatchText(r.Match)
	if answer := drawing.AnswerText(r.Effective()); answer != "" {
		s += " → " + answer
	}
	if r.Project != "" {
		s += ", in " + drawing.ScopeText(l.Installer.Locations.Home, r)
	}
	for _, f := range l.found[r.ID] {
		s += ", " + drawing.FindingBadge(f).Word
	}
	return s
}

// rule does what was said about the rules, and reports whether they are others
// now.
func (l *lineScreens) rule(ctx context.Context, said string, rules []question.Rule, changed bool) (bool, error) {
	switch {
	case said == "add":
		return l.add(ctx, follow.NewRuleMsg{Fill: question.Rule{Mode: question.NeverAsk}, By: "neverask"})
	case said == "list":
		return false, nil
	case said == "?":
		l.say(`A number shows all of a rule, and then "edit" changes it and "delete" deletes it. "add" asks for the parts of a new rule, one by one. "undo" takes back the last change made here, and "list" lists the rules again.`)
		return false, nil
	case said == "undo" && changed:
		return true, l.takeBack(ctx)
	}
	n, err := strconv.Atoi(said)
	if err != nil || n < 1 || n > len(rules) {
		fmt.Fprintln(l.Stderr, "there is no such rule")
		return false, nil
	}
	r := rules[n-1]
	l.say("%s", cli.OneLine(cli.RuleText(r)))
	for _, f := range l.found[r.ID] {
		l.say("%s: %s", drawing.FindingBadge(f).Word, f.Message)
	}
	word, err := l.pick(ctx, "edit", "delete", "back")
	switch {
	case err != nil || word == "back":
		return false, err
	case word == "delete":
		err = l.Book().RemoveShown(ctx, r)
	default:
		next, ok, editErr := l.edit(ctx, r)
		if editErr != nil || !ok {
			return false, editErr
		}
		_, err = l.Book().Change(ctx, r.ID, "rules edit", func(now question.Rule) (question.Rule, error) {
			if !reflect.DeepEqual(now, r) {
				return now, preferences.ErrRuleChanged
			}
			return next, nil
		})
	}
	if errors.Is(err, preferences.ErrRuleChanged) || errors.Is(err, preferences.ErrNoRule) {
		fmt.Fprintln(l.Stderr, "nothing was changed: the rule was changed elsewhere meanwhile")
		return false, nil
	}
	return err == nil, l.RulesError(err)
}

// fromLog makes a rule of a question that was asked.
func (l *lineScreens) fromLog(ctx context.Context) error {
	part, err := l.Prompts().Line(ctx, "Type a part of a question to make a rule of it, or press Enter to finish", "")
	if err != nil || part == "" {
		return err
	}
	for _, q := range slices.Backward(l.asked) { // the newest first
		if strings.Contains(strings.ToLower(q.Text), strings.ToLower(part)) {
			_, err := l.add(ctx, follow.NewRule(&q, time.Now))
			return err
		}
	}
	fmt.Fprintln(l.Stderr, "there is no such question")
	return nil
}

// add adds what the person makes of a rule.
func (l *lineScreens) add(ctx context.Context, from follow.NewRuleMsg) (bool, error) {
	r, ok, err := l.edit(ctx, from.Fill)
	if err != nil || !ok {
		return false, err
	}
	return true, l.save(ctx, r, from.By, from.Evidence)
}

// save adds a rule, with what was seen of its questions where that is known.
func (l *lineScreens) save(ctx context.Context, r question.Rule, by string, seen func(question.Rule) []question.Seen) error {
	added, err := l.Book().Add(ctx, r, by)
	if err != nil {
		return l.RulesError(err)
	}
	if seen != nil {
		err = l.Rulebook().Learn(added, seen(added)...)
	}
	l.say("added rule %s. To undo it: Undo, below, or neverask undo", added.ID)
	return err
}

// takeBack undoes the last change, when it was one of the rules.
func (l *lineScreens) takeBack(ctx context.Context) error {
	last, err := l.Installer.Store.Last()
	if err != nil || last.Path != l.Installer.Paths.Preferences() {
		fmt.Fprintln(l.Stderr, "the last change is not one of the rules: neverask undo --list shows it")
		return nil
	}
	p, err := changes.Undo(l.Installer, last)
	if err == nil {
		_, err = l.Installer.Apply(ctx, p)
	}
	return err
}

// edit asks for every part of a rule. "-" empties one. It ends when the rule
// holds and the person says yes, or no.
func (l *lineScreens) edit(ctx context.Context, r question.Rule) (question.Rule, bool, error) {
	fmt.Fprintln(l.Stderr, "An empty line keeps what is in brackets, - empties it.")
	for {
		next, err := l.fields(ctx, r)
		if err != nil {
			return r, false, err
		}
		problem := next.Check()
		if problem == nil {
			l.say("%s", cli.OneLine(cli.RuleText(next)))
			l.say("%s", l.replay(next))
		} else {
			l.say("this is not valid: %v", problem)
		}
		words := []string{"again", "back", "save"}
		if problem != nil {
			words = []string{"back", "again"}
		}
		word, err := l.pick(ctx, words...)
		switch {
		case err != nil || word == "back":
			return r, false, err
		case word == "save":
			return next, true, nil
		}
		r = next
	}
}

// fields asks for the fields of a rule, one by one. What is not typed anew stays as
// it is, to the last character.
func (l *lineScreens) fields(ctx context.Context, r question.Rule) (question.Rule, error) {
	for _, f := range question.Fields() {
		v := f.Of(&r)
		if !v.Given() || f.Name == "answer" && r.Mode == question.AlwaysAsk {
			continue // an answer that does nothing now is kept
		}
		line, err := l.Prompts().Line(ctx, f.Label+", "+f.Prompt(), v.String())
		if err != nil {
			return r, err
		}
		if line == v.String() {
			continue
		}
		if line == "-" {
			line = ""
		}
		if v.Kind() == strictjson.Directory {
			line = strictjson.Expand(l.Installer.Locations.Home, line)
		}
		v.Set(line)
	}
	return l.oneWay(ctx, r)
}

const typedYes = "yes, I understand"

// oneWay asks whether a rule may answer what cannot be undone, where it is about
// that.
func (l *lineScreens) oneWay(ctx context.Context, r question.Rule) (question.Rule, error) {
	allowed := r
	allowed.OneWay = question.OneWayAllow
	switch {
	case allowed.Check() != nil:
		r.OneWay = ""
	case r.OneWay != "":
		s, err := l.Prompts().Line(ctx, "The rule answers irreversible questions. To be asked again, type: ask", "")
		if strings.EqualFold(s, "ask") {
			r.OneWay = ""
		}
		return r, err
	case preferences.StillAsked(r) != "":
		s, err := l.Prompts().Line(ctx, "This is irreversible, so Claude asks you despite the rule. To have exactly this question answered anyway, once you have given that answer yourself, type: "+typedYes, "")
		if strings.EqualFold(strings.TrimSuffix(s, "."), typedYes) {
			r = allowed
		}
		return r, err
	}
	return r, nil
}

// replay says how many questions of the past a rule matches.
func (l *lineScreens) replay(r question.Rule) string {
	matches, n := r.Match.Matcher(), 0
	for _, q := range l.asked {
		call, err := q.Call()
		if err != nil {
			continue
		}
		asked := call.Questions[0]
		if matches(call, asked, question.Identify(asked)) && (r.Project == "" || question.NewLocation(q.Project).Within(r.Project)) {
			n++
		}
	}
	return fmt.Sprintf("matches %s of the past", diffview.Count(n, "question"))
}
