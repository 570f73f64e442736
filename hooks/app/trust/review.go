package trust

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/worktree"
)

// State is how a proposal stands.
type State string

// The states. Rules hold in Accepted alone.
const (
	Proposed State = "proposed" // nothing of the project was accepted yet
	Accepted State = "accepted" // it is what was accepted
	Changed  State = "changed"  // something else was accepted
	Gone     State = "gone"     // there is no proposal any more
	Refused  State = "refused"  // it cannot be accepted
)

// A Review is what one project proposes, as it was when it was read.
type Review struct {
	Project  string // its directory
	State    State
	Content  []byte             // exactly what is proposed; nil when there is nothing readable
	Digest   string             // SHA-256 of Content in hexadecimal
	Rules    []question.Rule    // of Content, as they would hold
	Problems []question.Problem // why Content cannot be accepted
	Err      error              // why there is no Content
	Before   *question.Trusted  // what was accepted before, or nil
}

// Path is the file of the proposal.
func (r Review) Path() string { return filepath.Join(r.Project, question.ProposalFile) }

// Acceptable reports whether there is something to accept.
func (r Review) Acceptable() bool { return r.State == Proposed || r.State == Changed }

// Refusals say why a proposal cannot be accepted.
func (r Review) Refusals() (lines []string) {
	for _, p := range r.Problems {
		rule := ""
		if p.Rule != "" {
			rule = p.Rule + ": "
		}
		lines = append(lines, fmt.Sprintf("%d:%d: %s%s", p.Line, p.Column, rule, p.Message))
	}
	if r.Err != nil {
		lines = append(lines, r.Err.Error())
	}
	return lines
}

// Of reviews what a project proposes.
func Of(project string, trusted []question.Trusted) Review {
	r := Review{Project: project}
	if i := slices.IndexFunc(trusted, func(t question.Trusted) bool { return t.Project == project }); i >= 0 {
		r.Before = &trusted[i]
	}
	content, err := question.ReadProposal(project)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.State, r.Err = Gone, err
		return r
	case err != nil:
		r.State, r.Err = Refused, err
		return r
	}
	r.Content, r.Digest = content, settings.Digest(content)
	if _, r.Problems = question.ParseProposal(content); len(r.Problems) > 0 {
		r.State = Refused
		return r
	}
	r.Rules = (&question.Trusted{Project: project, Content: string(content)}).Rules()
	switch {
	case r.Before == nil:
		r.State = Proposed
	case r.Before.Is(content):
		r.State = Accepted
	default:
		r.State = Changed
	}
	return r
}

// Around reviews every proposal that matters to a session in a directory: the
// nearest one, and all that were accepted for the directory or one above it. In
// a linked git worktree these are the ones of the main checkout. The home
// directory and those above it are no projects.
func Around(dir, home string, trusted []question.Trusted) []Review {
	location := question.NewLocation(dir)
	var all []Review
	if project, ok := nearest(location.Main(), home); ok {
		all = append(all, Of(project, trusted))
	}
	for _, t := range trusted {
		known := slices.ContainsFunc(all, func(r Review) bool { return r.Project == t.Project })
		if !known && location.Within(t.Project) {
			all = append(all, Of(t.Project, trusted))
		}
	}
	return all
}

// nearest finds the closest directory with a proposal, up to the top of the
// repository. Outside of a repository only the directory itself counts.
func nearest(dir, home string) (string, bool) {
	home = worktree.Real(home)
	top := dir
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			top = d
			break
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	for d := dir; ; d = filepath.Dir(d) {
		if home != "" && question.NewLocation(home).Within(d) || d == filepath.Dir(d) {
			return "", false
		}
		if _, err := os.Lstat(filepath.Join(d, question.ProposalFile)); err == nil {
			return d, true
		}
		if d == top {
			return "", false
		}
	}
}

// Trusted is what accepting the review keeps: exactly the content that was
// shown.
func (r Review) Trusted(now time.Time) question.Trusted {
	return question.Trusted{
		Project: r.Project, Accepted: now.UTC().Format(time.RFC3339), Digest: r.Digest, Content: string(r.Content),
	}
}

// A Concern is something about a proposed rule that its text does not show at
// first sight.
type Concern struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Concerns says what to look at before accepting.
func (r Review) Concerns() (found []Concern) {
	for _, rule := range r.Rules {
		add := func(format string, args ...any) {
			found = append(found, Concern{rule.ID, fmt.Sprintf(format, args...)})
		}
		if m := rule.Match; m.Marker != "" && m.Exact == "" && m.Text == "" {
			add("it matches every question with the marker %q, whatever it asks", m.Marker)
		}
		if rule.Mode == question.AlwaysAsk {
			continue
		}
		switch rule.Answer.Word {
		case question.Recommended:
			add("it accepts whatever the question recommends, so the asker picks the answer")
		case question.Usual:
			add("it gives the answer you have nearly always given")
		}
		if why := preferences.StillAsked(rule); why != "" {
			add("%s", why)
		}
	}
	return found
}

// Diff is the whole proposal, compared line by line with what was accepted
// before. Control characters are made visible, and nothing is left out:
// diffview hides what looks like a secret, and a repository must not be able to
// hide a rule like that.
func (r Review) Diff() []diffview.Row {
	var before []byte
	if r.Before != nil {
		before = []byte(r.Before.Content)
	}
	if string(before) == string(r.Content) {
		before = nil
	}
	return visibleDiff(before, r.Content)
}
