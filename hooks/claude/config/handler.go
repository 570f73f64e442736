package config

import "github.com/tidwall/gjson"

// A Handler is one entry of a group. Fields that its type does not have are zero; Raw has
// everything.
type Handler struct {
	Index   int // position in the group
	Type    string
	Command string // type command
	// Args is set in exec form: the command is spawned directly, without a
	// shell. An empty array counts (Claude Code 2.1.329).
	Args          []string
	Exec          bool
	Shell         string
	URL           string  // type http
	Server, Tool  string  // type mcp_tool
	Prompt, Model string  // types prompt and agent
	If            string  // one permission rule
	Timeout       float64 // seconds; 0 when absent
	StatusMessage string
	OnFailure     string
	Async         bool
	AsyncRewake   bool
	Once          bool
	Raw           string
	Line          int
}

// Background reports that the client does not wait for the handler, so what it prints decides nothing.
func (h Handler) Background() bool { return h.Async || h.AsyncRewake }

// Summary names what the handler runs, on one line.
func (h Handler) Summary() string {
	switch h.Type {
	case "http":
		return h.URL
	case "mcp_tool":
		return h.Server + "/" + h.Tool
	case "prompt", "agent":
		return h.Prompt
	}
	s := h.Command
	for _, arg := range h.Args {
		s += " " + arg
	}
	return s
}

// readHandler takes only fields of the expected type; Raw has the others.
func readHandler(v gjson.Result) Handler {
	h := Handler{Raw: v.Raw}
	v.ForEach(func(key, value gjson.Result) bool {
		switch text, flag := h.text(key.Str), h.flag(key.Str); {
		case text != nil && value.Type == gjson.String:
			*text = value.Str
		case flag != nil:
			*flag = value.Type == gjson.True
		case key.Str == "timeout" && value.Type == gjson.Number:
			h.Timeout = value.Num
		case key.Str == "args" && value.IsArray():
			h.Exec = true
			for _, arg := range value.Array() {
				h.Args = append(h.Args, arg.String())
			}
		}
		return true
	})
	return h
}

// text returns where a string member is stored; nil for any other.
func (h *Handler) text(member string) *string {
	switch member {
	case "type":
		return &h.Type
	case "command":
		return &h.Command
	case "shell":
		return &h.Shell
	case "url":
		return &h.URL
	case "server":
		return &h.Server
	case "tool":
		return &h.Tool
	case "prompt":
		return &h.Prompt
	case "model":
		return &h.Model
	case "if":
		return &h.If
	case "statusMessage":
		return &h.StatusMessage
	case "onFailure":
		return &h.OnFailure
	}
	return nil
}

// flag returns where a boolean member is stored; nil for any other.
func (h *Handler) flag(member string) *bool {
	switch member {
	case "async":
		return &h.Async
	case "asyncRewake":
		return &h.AsyncRewake
	case "once":
		return &h.Once
	}
	return nil
}
