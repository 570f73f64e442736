package status

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/off"
	"neverask/hooks/record/answers"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/saferead"
)

// A Status describes one settings file.
type Status struct {
	Target    planner.Target
	Exists    bool     // the file is there
	Installed bool     // something is installed, and completely
	Events    []string // the events with an entry
	Presences []Presence
	Hook      planner.BinaryState
	Rules     int        // in the preferences
	ToolRules int        // tool rules in the preferences
	Off       string     // says where and until when neverask is off; empty if it is on
	AllOff    bool       // it is off in every project
	Away      off.Period // when the user is away, or was and has not come back; zero for neither
	Problems  []planner.Problem
	ByHand    bool // the file is broken, and must be corrected by hand

	Unread  bool // the preferences are there and cannot be read, so how many rules they have is unknown
	noRules bool // no question rules, as far as can be read
}

// Inspect examines a settings file, the hook binary and the preferences. What it cannot read
// is a problem in the status, not an error.
func Inspect(in *planner.Planner, t planner.Target) (s Status) {
	s = Status{Target: t, Hook: in.Binary().State()}
	// These come last in the list, but are always checked.
	defer func() {
		checkOff(&s, in.Paths.Off(), in.Now())
		checkAway(in, &s)
		checkPreferences(in, &s)
		checkComplaints(in, &s)
		checkSessions(in, &s)
		checkLateWrites(in, &s)
	}()
	f, ok := inspectFile(in, &s)
	s.Exists = !ok || f.Exists
	if ok {
		checkHook(in, &s)
		s.Problems = append(s.Problems, planner.DocumentProblems(f)...)
	}
	return s
}

// inspectFile examines the settings file alone.
func inspectFile(in *planner.Planner, s *Status) (f settings.File, ok bool) {
	f, l, err := in.Open(s.Target)
	if errors.Is(err, settings.ErrBusy) {
		s.add("settings-busy", "warning", err.Error(),
			"look again in a minute; neverask does not change a file that is being written")
		return f, false
	}
	if err != nil {
		fix := "neverask doctor --fix can repair it"
		syntax, _ := errors.AsType[*settings.SyntaxError](err)
		if s.ByHand = syntax == nil || !syntax.Repairable; s.ByHand {
			fix = "there is no automatic repair: correct the file yourself"
		}
		s.add("settings-unreadable", "error", err.Error(), fix+"; until then neverask changes nothing in it")
		s.at(syntax)
		return f, false
	}
	groups, err := config.Read(f.Document)
	if err != nil {
		fix := "correct the file"
		if wrong := config.Rejected(f.Document); len(wrong) > 0 {
			worst := slices.MaxFunc(wrong, func(a, b config.Rejection) int { return a.Off.Compare(b.Off) })
			fix = "neverask doctor --fix can repair it; until then " + worst.Off.String()
			if n := len(wrong); n > 1 {
				fix = fmt.Sprintf("neverask doctor lists all %d mistakes and their repairs; until then %s", n, worst.Off)
			}
		}
		s.add("settings-invalid", "error", planner.Located(s.Target.Path, err).Error(), fix)
		syntax, _ := errors.AsType[*settings.SyntaxError](err)
		s.at(syntax)
		return f, false
	}
	inspectInstallables(in, s, f.Document, groups, l)
	return f, true
}

// Broken reports that the settings file cannot be used.
func (s Status) Broken() bool {
	_, broken := s.Fault()
	return broken
}

// Fault returns why the settings file cannot be used; ok is false if it can.
func (s Status) Fault() (p planner.Problem, ok bool) {
	i := slices.IndexFunc(s.Problems, func(p planner.Problem) bool {
		return p.ID == "settings-unreadable" || p.ID == "settings-invalid"
	})
	if i < 0 {
		return p, false
	}
	return s.Problems[i], true
}

// Beside returns the problems of the status that hooks lost or changed outside neverask do not explain: where neverask's
// own are among those of the file, they are restored, and nothing is missing besides.
func (s Status) Beside(found []planner.OutsideChange) []planner.Problem {
	ours := func(d planner.OutsideChange) bool { return d.Ours && d.Path == s.Target.Path }
	if !slices.ContainsFunc(found, ours) {
		return s.Problems
	}
	return slices.DeleteFunc(slices.Clone(s.Problems), func(p planner.Problem) bool { return p.ID == "entry-missing" })
}

// at says where in the file the last problem is, if that is known.
func (s *Status) at(fault *settings.SyntaxError) {
	if fault != nil {
		last := &s.Problems[len(s.Problems)-1]
		last.Line, last.Col = fault.Line, fault.Col
	}
}

func (s *Status) add(id, severity, message, fix string) {
	s.Problems = append(s.Problems, planner.Problem{ID: id, Severity: severity, Message: message, Fix: fix})
}

// inspectInstallables sets the state of each installable, and reports what is missing.
func inspectInstallables(in *planner.Planner, s *Status, doc settings.Document,
	groups []config.Group, l planner.Account) {
	wanted := install.Wanted(in, s.Target, doc, l)
	s.Installed = len(wanted) > 0
	var missing []string
	moved := movedHooks(groups, in.Paths.Hook())
	for _, p := range config.Installables() {
		is := Presence{
			What: p, State: Whole, Events: []string{}, Arguments: p == config.ActivityRecording && l.RecordsArguments(groups),
		}
		entries := install.Entries(in, []config.Installable{p}, groups, l)
		have := config.Installed(groups, entries)
		for i, there := range have {
			if there {
				is.Events = append(is.Events, entries[i].Event)
			}
		}
		switch {
		case !slices.Contains(wanted, p):
			is.State = Absent
		case p == config.ToolRuleHook && !slices.Equal(have, []bool{true}) && len(l.Owner.Groups(groups, p)) > 0:
			is.State = Stale
			s.add("matcher-stale", "warning", "the tool rules' entry runs for other tools than they name",
				"run neverask install to see the difference and apply it")
		case slices.Contains(have, false):
			is.State = Incomplete
			for i, e := range entries {
				if !have[i] && !slices.ContainsFunc(moved, func(h movedHook) bool {
					return h.event == e.Event && slices.Equal(h.Args, e.Args)
				}) {
					missing = append(missing, strings.Join(append([]string{e.Event}, e.Args...), " "))
				}
			}
		}
		s.Installed = s.Installed && (is.State == Whole || is.State == Absent)
		for _, event := range is.Events {
			if !slices.Contains(s.Events, event) {
				s.Events = append(s.Events, event)
			}
		}
		s.Presences = append(s.Presences, is)
	}
	if len(moved) > 0 {
		s.add("entry-moved", "warning", Moved(len(moved), moved[0].Command, in.Paths.Hook()), MovedFix)
	}
	switch n := len(missing); {
	case n == 1 && missing[0] == string(hooks.EventSessionStart):
		s.add("entry-missing", "warning", "Claude is not told your standing answers: the SessionStart entry is missing",
			"run neverask install to add it")
	case n == 1:
		s.add("entry-missing", "warning", fmt.Sprintf("the %s entry that neverask installed is gone or was changed",
			missing[0]), "run neverask install to restore it")
	case n > 1:
		s.add("entry-missing", "warning", fmt.Sprintf("%d entries that neverask installed are gone or were changed", n),
			"run neverask install to restore them")
		s.Problems[len(s.Problems)-1].Each = missing
	}
}

func checkHook(in *planner.Planner, s *Status) {
	switch h := s.Hook; {
	case len(s.Events) == 0:
	case h.Version == "":
		s.add("hook-missing", "error", "the settings run "+h.Path+", which is not there",
			"run neverask install to restore it")
	case h.Altered:
		s.add("hook-altered", "error", h.Path+" is not the binary that neverask installed",
			"run neverask install to replace it")
	case !h.Current:
		s.add("hook-outdated", "info", "the installed hook program is from a different build of neverask",
			"run neverask install to update it")
	}
}

// checkLateWrites reports what other programs wrote into a file that they had open while
// neverask replaced it.
func checkLateWrites(in *planner.Planner, s *Status) {
	late, err := in.Store.LateWrites()
	if err != nil {
		s.add("records-unreadable", "warning", err.Error(), "correct what keeps neverask from reading it")
	}
	for _, w := range late {
		s.add("late-write", "warning",
			fmt.Sprintf("another program wrote %s just when neverask replaced it; the only copy of that is %s",
				w.Receipt.Path, w.Path),
			"copy what you need from it, then delete that file")
	}
}

func checkPreferences(in *planner.Planner, s *Status) {
	path := in.Paths.Preferences()
	lost, gone := LostPreferences(in)
	if gone {
		s.Problems = append(s.Problems, lost)
	}
	b, err := saferead.ReadFile(path, settings.MaxSize)
	if errors.Is(err, os.ErrNotExist) {
		s.noRules = !gone
		return
	}
	if err != nil {
		s.Unread = true
		s.add("preferences-unreadable", "error", err.Error(), "make the file readable; until then every question is asked")
		return
	}
	p, problems, err := question.ParsePreferences(b)
	if err != nil {
		s.Unread = true
		s.add("preferences-broken", "error", path+":"+err.Error(), "correct the file; until then Claude asks every question")
		return
	}
	s.Rules = len(p.Rules)
	s.noRules = len(p.Rules) == 0
	tools, broken, _ := toolrule.Parse(b)
	_, untold, _ := standinganswer.Parse(b)
	s.ToolRules = len(tools)
	for _, problem := range slices.Concat(problems, broken, untold) {
		s.add("rule-disabled", "error", fmt.Sprintf("%s:%d:%d: %s", path, problem.Line, problem.Column, problem.Message),
			"correct it; until then it does nothing")
	}
	checkPaused(in, s, p.Rules)
}

// Off returns the warnings that neverask is off.
func Off(in *planner.Planner) []planner.Problem {
	var s Status
	checkOff(&s, in.Paths.Off(), in.Now())
	return s.Problems
}

// checkOff reports the period for which neverask is off.
func checkOff(s *Status, file string, now time.Time) {
	all, err := off.Read(file)
	if err != nil {
		s.Off, s.AllOff = "neverask is off: "+err.Error(), true
		s.add("off", "warning", s.Off, "neverask on")
	}
	for _, p := range all {
		where := "everywhere"
		if p.Project != "" {
			where = "in " + p.Project
		}
		if !p.Over(now) {
			text := "neverask is off " + where + " " + p.String()
			s.Off, s.AllOff = cmp.Or(s.Off, text), s.AllOff || p.Project == ""
			s.add("off", "warning", text+": every question is asked, and tool rules are off too", "neverask on")
		}
	}
}

// checkAway reports that the user is away, or that there are answers to look at since.
func checkAway(in *planner.Planner, s *Status) {
	all, err := off.Read(in.Paths.Away())
	if len(all) > 0 {
		s.Away = all[0]
	}
	switch {
	case err != nil:
		s.add("away", "warning", "neverask cannot read whether you are away, so it answers nothing more: "+err.Error(),
			"neverask back")
	case len(all) == 0:
	case all[0].Over(in.Now()):
		s.add("away", "info", "you were away "+all[0].String(), "neverask back shows what was answered")
	case s.AllOff:
		s.add("away", "info", "you are away "+all[0].String()+", but nothing is answered: neverask is off", "neverask back")
	default:
		where := ": "
		if s.Off != "" { // in some projects
			where = ", and where it is on, "
		}
		s.add("away", "info", "you are away "+all[0].String()+where+off.WhileAway, "neverask back")
	}
}

// Unanswering says of the time away that nothing is answered in it, and why, if why is not empty: what no status knows by
// itself is whether the question hooks can act, see [Unable].
func (s *Status) Unanswering(why string, now time.Time) {
	if why == "" || s.Away.Since.IsZero() || s.Away.Over(now) || s.AllOff {
		return
	}
	for i := range s.Problems {
		if p := &s.Problems[i]; p.ID == "away" {
			p.Message = "you are away " + s.Away.String() + ", but nothing is answered: " + why
		}
	}
}

// checkPaused reports rules that ask about a question each time, because the user answered it
// differently.
func checkPaused(in *planner.Planner, s *Status, rules []question.Rule) {
	past := answers.Record{Dir: in.Paths.Answers(), Now: in.Now}.All()
	unconfirmed := 0
	for _, a := range past {
		if a.Unconfirmed && in.Now().Sub(a.At) > timeToConfirm {
			unconfirmed++
		}
	}
	if unconfirmed > 0 {
		s.add("answers-unconfirmed", "info",
			fmt.Sprintf("no transcript of Claude Code confirms %d of the answers on record: they support no rule, but count against one that answers differently", unconfirmed),
			"neverask rules list ID shows them; another program may have written them")
	}
	for _, r := range rules {
		paused := r.Paused(past)
		if len(paused) == 0 {
			continue
		}
		last := paused[0]
		message := fmt.Sprintf("a rule asks about %q each time, since %s",
			last.Question.Text, last.Given("answered", strconv.Quote(last.Answer())))
		if n := len(paused) - 1; n > 0 {
			message += fmt.Sprintf(", and about %d more", n)
		}
		s.add("rule-paused", "info", message,
			"neverask rules edit "+r.ID+" --confirm keeps the rule's answer; neverask rules edit "+r.ID+" --answer changes it")
		s.Problems[len(s.Problems)-1].Rule = r.ID
	}
}

// timeToConfirm is how long it takes at most until an answer is confirmed.
const timeToConfirm = 24 * time.Hour

// checkSessions reports changes made from a Claude Code session, which may be the model's.
func checkSessions(in *planner.Planner, s *Status) {
	history, err := in.Store.History()
	if err != nil {
		return // reported elsewhere
	}
	n := 0
	for _, r := range history {
		if r.Session && in.Now().Sub(r.Time) < sessionChangesShown {
			n++
		}
	}
	switch {
	case n == 1:
		s.add("changed-in-session", "info", "one change was made from a Claude Code session in the last 7 days",
			"neverask undo --list marks it")
	case n > 1:
		s.add("changed-in-session", "info", fmt.Sprintf("%d changes were made from a Claude Code session in the last 7 days",
			n), "neverask undo --list marks them")
	}
}

// sessionChangesShown is how long such changes are reported.
const sessionChangesShown = 7 * 24 * time.Hour

// LostPreferences reports that another program deleted the preferences; ok is false if they
// exist, if neverask removed them, or if it never wrote any.
func LostPreferences(in *planner.Planner) (p planner.Problem, ok bool) {
	f, err := settings.Load(in.Paths.Preferences())
	if err != nil || f.Exists {
		return p, false
	}
	last, removed := in.Store.Recent(f.Target, nil)
	if last.ID == "" || removed {
		return p, false
	}
	p = planner.Problem{
		ID: "preferences-gone", Severity: "warning",
		Message: f.Path + " is gone and your rules with it, so Claude asks you everything",
		Fix:     "neverask undo --list " + last.ID + " shows the last change to it",
	}
	if _, kept := in.Store.Before(last); kept && last.Backup != "" {
		p.Fix += "; copy its earlier content from " + filepath.Join(in.Paths.Backups(), last.Backup)
	}
	return p, true
}

// checkComplaints reports what went wrong inside the hook in the last day. The hook itself
// must stay silent.
func checkComplaints(in *planner.Planner, s *Status) {
	n, last := 0, eventlog.Complaint{}
	for c := range eventlog.OpenComplaints(in.Paths.HookErrors()).Complaints(in.Now().AddDate(0, 0, -1)) {
		n, last = n+1, c
	}
	if n > 0 {
		s.add("hook-complaints", "warning",
			fmt.Sprintf("%d× in the last 24 hours the hook had a problem, so Claude asked; the last: %s", n, last.Message),
			"see "+in.Paths.HookErrors())
	}
}
