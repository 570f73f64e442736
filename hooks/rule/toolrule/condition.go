package toolrule

import (
	"errors"
	"path/filepath"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Condition is about one field of the input. Exactly one of Matches and Within is set. A field that is missing, or is
// not a text, number, true or false, meets no condition, not even a negated one.
type Condition struct {
	Field   string `json:"field"`             // a [Path]
	Matches string `json:"matches,omitempty"` // an RE2 expression found in the field
	Within  string `json:"within,omitempty"`  // "project" or a directory; the field is a path in or below it
	Not     bool   `json:"not,omitempty"`     // negates the condition, for an existing field
}

// WithinProject is the value of Condition.Within for the directory that the session
// was started in.
const WithinProject = "project"

func (c Condition) check() error {
	if _, err := ParsePath(c.Field); err != nil {
		return err
	}
	switch {
	case (c.Matches == "") == (c.Within == ""):
		return errors.New(`one of "matches" and "within" must be given`)
	case c.Within != "" && c.Within != WithinProject && !filepath.IsAbs(c.Within):
		return errors.New(`"within" must be "project" or an absolute directory`)
	}
	return nil
}

// fails says why a condition does not hold.
func (s *Set) fails(c Condition, input hooks.Value, at Situation) string {
	path, err := ParsePath(c.Field)
	if err != nil {
		return err.Error()
	}
	value, ok := text(path.Find(input))
	if !ok {
		return c.Field + " is missing, or not a text"
	}
	if c.Within != "" {
		return c.away(value, at)
	}
	if !c.Not && !c.mayMatch(value) {
		return c.Field + " does not match"
	}
	re, err := s.pattern(c.Matches)
	if err != nil {
		return err.Error()
	}
	switch matches := re.MatchString(value); {
	case matches && c.Not:
		return c.Field + " matches"
	case !matches && !c.Not:
		return c.Field + " does not match"
	}
	return ""
}

// away says why a condition about a directory does not hold.
func (c Condition) away(path string, at Situation) string {
	dir := c.Within
	if dir == WithinProject {
		dir = at.Project
	}
	switch is, ok := at.inside(path, dir); {
	case !ok:
		return "neverask cannot tell where " + c.Field + " leads"
	case is && c.Not:
		return c.Field + " is within " + dir
	case !is && !c.Not:
		return c.Field + " is not within " + dir
	}
	return ""
}

// String returns the condition as [ParseCondition] reads it.
func (c Condition) String() string {
	sign, value := "~", c.Matches
	if c.Within != "" {
		sign, value = "=", c.Within
	}
	if c.Not {
		sign = "!" + sign
	}
	return c.Field + " " + sign + " " + value
}

// ParseCondition reads a condition as a person writes it: "FIELD ~ EXPRESSION" or "FIELD =
// DIRECTORY", with "!" before the operator to negate it, and with or without spaces around the
// operator.
func ParseCondition(line string) (c Condition, err error) {
	at := strings.IndexAny(line, "~=")
	if at < 0 {
		return c, errNoCondition
	}
	value := line[at+1:]
	field, not := strings.CutSuffix(line[:at], "!")
	bare := strings.TrimSpace(field)
	if bare != field {
		value = strings.TrimPrefix(value, " ")
	}
	if c.Field, c.Not = bare, not; line[at] == '~' {
		c.Matches = value
	} else {
		c.Within = value
	}
	if bare == "" || value == "" {
		return c, errNoCondition
	}
	return c, nil
}

var errNoCondition = errors.New("a condition is FIELD~RE, FIELD!~RE, FIELD=DIR or FIELD!=DIR")

func readWhen(m hooks.Member, to *[]Condition) *strictjson.Fault {
	return strictjson.List(m, "a condition", conditionFields, to)
}
