package config

import "neverask/settings"

// ParseGroup reads the JSON text of a matcher group; without handlers when it is
// none.
func ParseGroup(event, raw string) Group {
	doc, err := settings.Parse([]byte(`{"hooks":{` + settings.Quote(event) + ":[" + raw + "]}}"))
	if err != nil {
		return Group{}
	}
	groups, err := Read(doc)
	if err != nil || len(groups) != 1 {
		return Group{}
	}
	return groups[0]
}

// Part writes a group with some of the handlers of another one and its matcher.
// With all of them it is the text of the group as it stood.
func (g Group) Part(handlers []int) string {
	if len(handlers) == len(g.Handlers) {
		return g.Raw
	}
	matcher := ""
	if g.Matcher != nil {
		matcher = settings.Quote(*g.Matcher)
	}
	return group(matcher, g, handlers)
}
