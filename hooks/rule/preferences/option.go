package preferences

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/settings"
)

// Option is a member of the preferences besides the lists of rules.
type Option struct {
	Name   string // the member's; the name of a server follows "mcp."
	Help   string
	Values []strictjson.Choice // the first is the default
}

// Options returns all options.
func Options() []Option {
	return []Option{
		{"partial", "answering some questions of a call while the others are asked", []strictjson.Choice{
			{Word: "on", About: "questions that rules answer are answered"}, {Word: "off", About: "the whole call is asked"},
		}},
		{"session", "what kind of session to assume when asking fails", []strictjson.Choice{
			{Word: "auto", About: "judged from the session"}, {Word: "attended", About: "somebody is there"},
			{Word: "unattended", About: "nobody is there"}, {Word: "spawned", About: "another program has started it"},
		}},
		{"mcp.", "the question tool of an MCP server", []strictjson.Choice{
			{Word: string(question.PolicyAsk), About: "it is never answered"},
			{Word: string(question.PolicyAnswers), About: "it is answered like Claude's own"},
			{Word: string(question.PolicyDeny), About: "the call is refused, and the answer is the reason"},
		}},
	}
}

// OptionOf returns the option with this name; a server's policy is "mcp.SERVER".
func OptionOf(name string) (o Option, ok bool) {
	for _, o := range Options() {
		server, isServer := strings.CutPrefix(name, o.Name)
		if name == o.Name && o.Name != "mcp." || isServer && o.Name == "mcp." && server != "" {
			return o, true
		}
	}
	return Option{}, false
}

// Value returns an option's value in preferences, or its default.
func (o Option) Value(name string, p question.Preferences) string {
	said := map[string]string{"partial": string(p.Partial), "session": string(p.Session)}[name]
	if server, ok := strings.CutPrefix(name, "mcp."); ok {
		said = string(p.PolicyFor(server))
	}
	if said == "" {
		return o.Values[0].Word
	}
	return said
}

// SetOption writes an option. Every other byte of the file stays.
func (b *Book) SetOption(ctx context.Context, name, value string) error {
	return b.update(ctx, "rules option", b.Setting(name, value))
}

// Setting returns the edit that [Book.SetOption] makes.
func (b *Book) Setting(name, value string) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		o, ok := OptionOf(name)
		if !ok {
			return doc, fmt.Errorf("there is no option %q", name)
		}
		if strictjson.Explain(o.Values, value) == "" {
			return doc, fmt.Errorf("%s is one of %s, not %q", name, strings.Join(strictjson.Words(o.Values), ", "), value)
		}
		path := settings.Path{name}
		if server, ok := strings.CutPrefix(name, "mcp."); ok {
			path = settings.Path{"mcp", server}
		}
		return doc.Set(path, strconv.Quote(value))
	})
}
