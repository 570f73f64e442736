package journal

import (
	"errors"
	"strconv"
	"strings"

	"neverask/hooks"
)

var errActivity = errors.New("not a line of the activity record")

// ParseActivity reads one line. What JSON has written is read without a JSON
// parser and, given a string, without an allocation except for the calls of a
// batch: the texts are then parts of the line, and keep it in memory as long as
// they live. Members it does not know are ignored. A line without a time or an
// event, and one of another version, is an error.
func ParseActivity[T string | []byte](line T) (Activity, error) {
	text := string(line)
	var a Activity
	s := memberScanner{text: text}
	if s.activity(&a) {
		return a.checked(s.version)
	}
	return parseActivity(text)
}

// parseActivity reads a line that is spelled in another way.
func parseActivity(text string) (Activity, error) {
	v, err := hooks.Parse(text)
	if err != nil {
		return Activity{}, err
	}
	var a Activity
	var version int64
	for m := range v.Members() {
		switch n, _ := m.Value.Int(); m.Name {
		case "v":
			version = n
		case "calls":
			a.Calls = batchResults(m.Value)
		default:
			a.set(m.Name, m.Value.String(), n)
		}
	}
	return a.checked(version)
}

func (a Activity) checked(version int64) (Activity, error) {
	switch {
	case version != activityVersion:
		return Activity{}, errors.New("activity record of version " + strconv.FormatInt(version, 10))
	case a.Time <= 0 || a.Event == "":
		return Activity{}, errActivity
	}
	return a, nil
}

func batchResults(list hooks.Value) []BatchResult {
	var all []BatchResult
	for v := range list.Elements() {
		var c BatchResult
		for m := range v.Members() {
			n, _ := m.Value.Int()
			c.set(m.Name, m.Value.String(), n)
		}
		all = append(all, c)
	}
	return all
}

// set takes the value of one member, a text or a number.
func (a *Activity) set(name, s string, n int64) {
	switch name {
	case "t":
		a.Time = n
	case "e":
		a.Event = hooks.Event(s)
	case "s":
		a.Session = s
	case "u":
		a.ToolUse = s
	case "n":
		a.Tool = s
	case "c":
		a.Class = Class(s)
	case "x":
		a.Exit = int(n)
	case "d":
		a.Timed, a.Took = true, n
	case "by":
		a.By = Denier(s)
	case "in":
		a.In = int(n)
	case "out":
		a.Out = int(n)
	case "p":
		a.Prompt = s
	case "a":
		a.Agent = s
	case "at":
		a.AgentType = s
	case "sv":
		a.Server = s
	case "m":
		a.Mode = s
	case "ef":
		a.Effort = s
	case "bg":
		a.Background = s
	case "tk":
		a.Tokens = n
	case "ph":
		a.Project = s
	case "pn":
		a.ProjectName = s
	case "k":
		a.Key = s
	case "arg":
		a.Arguments = s
	}
}

func (c *BatchResult) set(name, s string, n int64) {
	switch name {
	case "u":
		c.ToolUse = s
	case "n":
		c.Tool = s
	case "c":
		c.Class = Class(s)
	case "by":
		c.By = Denier(s)
	case "in":
		c.In = int(n)
	case "out":
		c.Out = int(n)
	case "k":
		c.Key = s
	}
}

// memberScanner reads what [Activity.JSON] writes: flat objects of numbers and of
// texts without escapes, with no space in between. It gives up on everything else,
// which the parser then judges.
type memberScanner struct {
	text    string
	i       int
	version int64
}

// activity reports whether the whole text could be read.
func (s *memberScanner) activity(a *Activity) bool {
	return s.object(func(name string) bool {
		switch name {
		case "calls":
			return s.calls(a)
		case "v":
			_, n, ok := s.value()
			s.version = n
			return ok
		}
		text, n, ok := s.value()
		a.set(name, text, n)
		return ok
	}) && s.i == len(s.text)
}

func (s *memberScanner) calls(a *Activity) bool {
	if !s.take('[') {
		return false
	}
	for {
		var c BatchResult
		if !s.object(func(name string) bool {
			text, n, ok := s.value()
			c.set(name, text, n)
			return ok
		}) {
			return false
		}
		a.Calls = append(a.Calls, c)
		if !s.take(',') {
			return s.take(']')
		}
	}
}

// object reads an object with at least one member; member reads a value.
func (s *memberScanner) object(member func(name string) bool) bool {
	if !s.take('{') {
		return false
	}
	for {
		name, ok := s.string()
		if !ok || !s.take(':') || !member(name) {
			return false
		}
		if !s.take(',') {
			return s.take('}')
		}
	}
}

func (s *memberScanner) take(c byte) bool {
	if s.i < len(s.text) && s.text[s.i] == c {
		s.i++
		return true
	}
	return false
}

// value reads a text or a whole number.
func (s *memberScanner) value() (text string, n int64, ok bool) {
	if s.i < len(s.text) && s.text[s.i] == '"' {
		text, ok = s.string()
		return text, 0, ok
	}
	negative := s.take('-')
	start := s.i
	for s.i < len(s.text) && s.text[s.i] >= '0' && s.text[s.i] <= '9' {
		n = n*10 + int64(s.text[s.i]-'0')
		s.i++
	}
	digits := s.i - start
	ok = digits > 0 && digits <= 19 && n >= 0 // or else it does not fit
	if negative {
		n = -n
	}
	return "", n, ok
}

func (s *memberScanner) string() (string, bool) {
	if !s.take('"') {
		return "", false
	}
	rest := s.text[s.i:]
	end := strings.IndexByte(rest, '"')
	if end < 0 || strings.IndexByte(rest[:end], '\\') >= 0 {
		return "", false
	}
	s.i += end + 1
	return rest[:end], true
}
