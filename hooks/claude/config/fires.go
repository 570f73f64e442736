package config

// Fires reports whether a handler may run for a question tool: its group's matcher must match,
// or be one whose result is unknown (see [Matcher.May]), and its "if" must be that tool's
// name. As Claude Code 2.1.329 reads an "if", AskUserQuestion, AskUserQuestion(*) and
// AskUserQuestion() mean the tool; no other pattern, list or argument does.
func Fires(g Group, h Handler, tool string) bool { return len(FiresFor(g, h, tool)) > 0 }

// FiresFor returns the tools for which [Fires] is true.
func FiresFor(g Group, h Handler, tools ...string) (found []string) {
	m := ParseMatcher(g.Matcher)
	for _, tool := range tools {
		if h.ifNames(tool) && m.May(tool) {
			found = append(found, tool)
		}
	}
	return found
}

func (h Handler) ifNames(tool string) bool {
	return h.If == "" || h.If == tool || h.If == tool+"(*)" || h.If == tool+"()"
}
