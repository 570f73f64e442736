package eventlog

import (
	"errors"
	"strconv"

	"neverask/hooks"
)

// ParseActivity reads one line. Unknown members are ignored. A line without a time or an
// event, or of another version, is an error. Texts are parts of the line, and keep it in
// memory as long as they live.
func ParseActivity[T string | []byte](line T) (Activity, error) {
	var a Activity
	var version int64
	err := hooks.ParseMembers(line, func(m hooks.Member) {
		switch n, _ := m.Value.Int(); m.Name {
		case "v":
			version = n
		case "calls":
			a.Calls = batchResults(m.Value)
		default:
			a.set(m.Name, m.Value.String(), n)
		}
	})
	switch {
	case err != nil:
		return Activity{}, err
	case version != activityVersion:
		return Activity{}, errors.New("activity record of version " + strconv.FormatInt(version, 10))
	case a.Time <= 0 || a.Event == "":
		return Activity{}, errors.New("not a line of the activity record")
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

// set sets one member, a text or a number.
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
