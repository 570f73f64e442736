package question

import (
	"path/filepath"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// ProjectPrefix starts the id of every rule that a project has proposed and the
// person accepted: "project/ID". The rule is shown and logged under that id, so
// that it is not taken for the person's own rule ID.
const ProjectPrefix = "project/"

// Trusted is a project's proposal that the person has accepted. The content is a
// copy of the project's file, byte for byte. Its rules hold in the project
// alone, after all rules of the person's own, and only as long as the project's
// file is still the same.
type Trusted struct {
	Project  string `json:"project"`  // an absolute directory
	Accepted string `json:"accepted"` // RFC 3339
	Digest   string `json:"digest"`   // SHA-256 of the content in hexadecimal, for people to compare
	Content  string `json:"content"`
}

// Is reports whether content is what was accepted; nil never is.
func (t *Trusted) Is(content []byte) bool { return t.Content == string(content) }

// Rules are the rules of the proposal as they hold. A content that is no
// proposal has none.
func (t *Trusted) Rules() []Rule {
	rules, _ := ParseProposal([]byte(t.Content))
	for i := range rules {
		rules[i].ID = ProjectPrefix + rules[i].ID
		rules[i].Project = t.Project
		rules[i].Trusted = t
	}
	return rules
}

// placedTrusted is a trusted proposal with the bytes it was read from.
type placedTrusted struct {
	Trusted
	offset, length int
}

func (f *file) readTrusted(list hooks.Value) {
	if list.Kind() == hooks.Absent {
		return
	}
	if list.Kind() != hooks.Array {
		f.report(list.Offset(), "", `"trusted" must be an array`)
	}
	projects := map[string]bool{}
	for v := range list.Elements() {
		t, problem := readTrusted(v)
		switch {
		case problem != nil:
		case projects[t.Project]:
			problem = strictjson.Wrong(v, "%s is there twice", t.Project)
		case t.Rules() == nil:
			problem = strictjson.Wrong(v.Get("content"), "the content is no proposal")
		}
		if problem != nil {
			f.report(problem.Offset, "", "trusted: %s; its rules do nothing", problem.Message)
			continue
		}
		projects[t.Project] = true
		f.trusted = append(f.trusted, placedTrusted{t, v.Offset(), len(v.Raw())})
	}
}

func readTrusted(v hooks.Value) (t Trusted, problem *strictjson.Fault) {
	problem = strictjson.Members("what was accepted", v, func(m hooks.Member) *strictjson.Fault {
		switch m.Name {
		case "project":
			return strictjson.Text(m, &t.Project)
		case "accepted":
			return strictjson.Text(m, &t.Accepted)
		case "digest":
			return strictjson.Text(m, &t.Digest)
		case "content":
			return strictjson.Text(m, &t.Content)
		}
		return strictjson.Unknown(m)
	})
	if problem != nil {
		return t, problem
	}
	if !filepath.IsAbs(t.Project) || t.Content == "" {
		return t, strictjson.Wrong(v, `it must be an object with "project", an absolute directory, and "content"`)
	}
	return t, nil
}
