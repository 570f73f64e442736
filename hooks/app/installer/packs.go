package installer

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/hooks/rule/toolrule"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings"
)

// What a pack may be in a settings file.
const (
	PackInstalled  = "installed"
	PackIncomplete = "incomplete" // entries are missing, or were changed
	PackStale      = "stale"      // the rules name other tools than the entry
	PackAbsent     = "absent"
)

// A PackStatus says how a pack is in a settings file.
type PackStatus struct {
	Pack   config.Pack `json:"pack"`
	State  string      `json:"state"`
	Events []string    `json:"events"` // whose entry is there
}

// There reports whether a pack is in the file, whole or not.
func (p PackStatus) There() bool { return p.State != PackAbsent }

// Pack returns how one pack is.
func (s Status) Pack(p config.Pack) PackStatus {
	for _, is := range s.Packs {
		if is.Pack == p {
			return is
		}
	}
	return PackStatus{Pack: p, State: PackAbsent}
}

// There are the packs that are in the file, whole or not.
func (s Status) There() (packs []config.Pack) {
	for _, is := range s.Packs {
		if is.There() {
			packs = append(packs, is.Pack)
		}
	}
	return packs
}

// packs are those that a file has, or has lost without anybody wanting it.
func (in *Installer) packs(t Target, doc settings.Document, l inForce) (found []config.Pack) {
	groups, err := config.Read(doc)
	if err != nil {
		return nil
	}
	var missed []config.Pack
	for _, p := range config.Packs() {
		if len(l.owner.Groups(groups, p)) > 0 {
			found = append(found, p)
		} else if l.installed(p) {
			// Telling what was lost takes a look at the whole journal.
			if missed == nil {
				missed = append(in.missed(t), "")
			}
			if slices.Contains(missed, p) {
				found = append(found, p)
			}
		}
	}
	return found
}

// packsIn are those of a settings file; one that cannot be read has none.
func (in *Installer) packsIn(t Target) []config.Pack {
	f, l, err := in.open(t)
	if err != nil {
		return nil
	}
	return in.packs(t, f.Document, l)
}

// entries are the entries of packs. Those of the questions have the time that the
// chained hooks need beside neverask's own. While the rules cannot be read, their
// entry stays as it is.
func (in *Installer) entries(packs []config.Pack, groups []config.Group, owner config.Owner, chained []chain.Entry) (all []config.Entry) {
	for _, p := range config.Packs() {
		if !slices.Contains(packs, p) {
			continue
		}
		entries := p.Entries(in.Paths.Hook(), in.ruleMatcher(groups, owner))
		if p == config.Questions {
			for i, e := range entries {
				entries[i].Timeout = int(math.Ceil(chain.Patience(chained, hooks.Event(e.Event)).Seconds()))
			}
		}
		all = append(all, entries...)
	}
	return all
}

// ruleMatcher is the matcher that the rules lead to, or the one that is installed
// while they cannot be read.
func (in *Installer) ruleMatcher(groups []config.Group, owner config.Owner) string {
	if in.RuleMatcher == nil {
		return ""
	}
	matcher, err := in.RuleMatcher()
	if err == nil {
		return matcher
	}
	for _, g := range owner.Groups(groups, config.Rules) {
		if g.Matcher != nil {
			return *g.Matcher
		}
	}
	return ""
}

// readRules reads the matcher of the tools that the rules in the preferences name.
func (in *Installer) readRules() (string, error) {
	b, err := os.ReadFile(in.Paths.Preferences())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	list, _, err := toolrule.Parse(b)
	return toolrule.Matcher(list), err
}

// repack makes the packs of a document exactly the given ones. back reports that
// the questions leave it, and that what was displaced for them came back.
func (in *Installer) repack(doc settings.Document, l inForce, packs []config.Pack, chained []chain.Entry) (out settings.Document, back bool, err error) {
	groups, err := config.Read(doc)
	if err != nil {
		return doc, false, err
	}
	out, err = config.Install(doc, l.owner, in.entries(packs, groups, l.owner, chained), l.edits())
	if err != nil {
		return doc, false, err
	}
	if slices.Contains(packs, config.Questions) || len(l.owner.Groups(groups, config.Questions)) == 0 {
		return out, false, nil
	}
	out, err = config.Replace(out, l.displaced())
	return out, true, err
}

// reduce plans to leave only some of the packs that a file has.
func (in *Installer) reduce(t Target, f settings.File, l inForce, rest []config.Pack) (Plan, error) {
	chained, err := in.chained()
	if err != nil {
		return Plan{}, err
	}
	doc, back, err := in.repack(f.Document, l, rest, chained)
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	p := in.plan(t, opReduce, f.Plan(doc), l)
	if back {
		p.Also, p.Problems, err = in.putBack(&p, f.Target, nil)
	}
	return p, err
}

// putBack adds to a plan by which the questions leave a file what ways out of
// conflicts have taken away in others.
func (in *Installer) putBack(p *Plan, target string, also []Plan) ([]Plan, []Problem, error) {
	p.Marks = append(p.Marks, backMark)
	more, left, err := in.restore(target)
	return append(also, more...), left, err
}

// Packs are those of which entries come, go or change in any file of the plan.
func (p Plan) Packs() (packs []config.Pack) {
	changed := map[config.Pack]bool{}
	for _, part := range p.Parts() {
		before, after := packTexts(part.Before, part.owner), packTexts(part.After, part.owner)
		for _, pack := range config.Packs() {
			changed[pack] = changed[pack] || !slices.Equal(before[pack], after[pack])
		}
	}
	return slices.DeleteFunc(config.Packs(), func(p config.Pack) bool { return !changed[p] })
}

// About names the hooks that the plan is about: the packs that change, else those
// that were asked for, else the questions.
func (p Plan) About() string {
	packs := p.Packs()
	if len(packs) == 0 {
		packs = p.asked
	}
	if len(packs) == 0 {
		packs = []config.Pack{config.Questions}
	}
	return config.Join(packs)
}

// packTexts are the events and the texts of the groups that each pack has in a settings
// file.
func packTexts(content []byte, owner config.Owner) map[config.Pack][]string {
	all := map[config.Pack][]string{}
	doc, err := settings.Parse(content)
	if err != nil {
		return all
	}
	groups, err := config.Read(doc)
	if err != nil {
		return all
	}
	for _, g := range groups {
		in := map[config.Pack]bool{}
		for _, h := range g.Handlers {
			if !owner.Owns(h) {
				continue
			}
			if p := config.PackOf(h); !in[p] {
				in[p], all[p] = true, append(all[p], g.Event, g.Raw)
			}
		}
	}
	return all
}

// PacksOf are the packs of which more entries came than went with a change, or
// more went than came.
func PacksOf(r settings.Receipt) (packs []config.Pack) {
	came := map[config.Pack]int{}
	for _, e := range r.Edits {
		if len(e.Path) != 2 || e.Path[0] != "hooks" {
			continue
		}
		for raw, by := range map[string]int{e.Old: -1, e.New: 1} {
			for _, h := range config.ParseGroup(e.Path[1], raw).Handlers {
				if strings.HasPrefix(filepath.Base(h.Command), paths.HookName) {
					came[config.PackOf(h)] += by
				}
			}
		}
	}
	return slices.DeleteFunc(config.Packs(), func(p config.Pack) bool { return came[p] == 0 })
}

// doesRules reports whether a document has an entry of the rules.
func doesRules(doc settings.Document, owner config.Owner) bool {
	groups, err := config.Read(doc)
	return err == nil && len(owner.Groups(groups, config.Rules)) > 0
}
