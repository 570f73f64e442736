package tool

import "neverask/hooks"

// Bash runs a command in a shell.
type Bash struct {
	Command                   string      `json:"command"`
	Timeout                   int64       `json:"timeout,omitempty"` // in milliseconds
	Description               string      `json:"description,omitempty"`
	RunInBackground           bool        `json:"run_in_background,omitempty"`
	DangerouslyDisableSandbox bool        `json:"dangerouslyDisableSandbox,omitempty"`
	Raw                       hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (b Bash) Value() hooks.Value { return write(b, b.Raw) }

// Read reads a file.
type Read struct {
	FilePath   string      `json:"file_path"`
	Offset     int64       `json:"offset,omitempty"` // the first line, from 1
	Limit      int64       `json:"limit,omitempty"`  // lines
	Pages      string      `json:"pages,omitempty"`
	AllowLarge bool        `json:"allow_large,omitempty"`
	Raw        hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (r Read) Value() hooks.Value { return write(r, r.Raw) }

// Write writes a whole file.
type Write struct {
	FilePath string      `json:"file_path"`
	Content  string      `json:"content"`
	Raw      hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (w Write) Value() hooks.Value { return write(w, w.Raw) }

// Edit replaces text in a file.
type Edit struct {
	FilePath   string      `json:"file_path"`
	OldString  string      `json:"old_string"`
	NewString  string      `json:"new_string"`
	ReplaceAll bool        `json:"replace_all,omitempty"`
	Raw        hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (e Edit) Value() hooks.Value { return write(e, e.Raw) }

// Glob finds files by name.
type Glob struct {
	Pattern string      `json:"pattern"`
	Path    string      `json:"path,omitempty"`
	Raw     hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (g Glob) Value() hooks.Value { return write(g, g.Raw) }

// Grep finds lines in files.
type Grep struct {
	Pattern     string      `json:"pattern"`
	Path        string      `json:"path,omitempty"`
	Glob        string      `json:"glob,omitempty"`
	OutputMode  string      `json:"output_mode,omitempty"` // content, files_with_matches or count
	Type        string      `json:"type,omitempty"`
	Before      int64       `json:"-B,omitempty"`      // -B
	After       int64       `json:"-A,omitempty"`      // -A
	Around      int64       `json:"-C,omitempty"`      // -C
	Context     int64       `json:"context,omitempty"` // another name for -C
	LineNumbers *bool       `json:"-n,omitempty"`      // -n; on when it is nil
	IgnoreCase  bool        `json:"-i,omitempty"`      // -i
	OnlyMatch   bool        `json:"-o,omitempty"`      // -o
	HeadLimit   int64       `json:"head_limit,omitempty"`
	Offset      int64       `json:"offset,omitempty"`
	Multiline   bool        `json:"multiline,omitempty"`
	Raw         hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (g Grep) Value() hooks.Value { return write(g, g.Raw) }

// WebFetch fetches a page and asks a question about it.
type WebFetch struct {
	URL    string      `json:"url"`
	Prompt string      `json:"prompt"`
	Offset int64       `json:"offset,omitempty"`
	Raw    hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (w WebFetch) Value() hooks.Value { return write(w, w.Raw) }

// WebSearch searches the web.
type WebSearch struct {
	Query          string      `json:"query"`
	AllowedDomains []string    `json:"allowed_domains,omitempty"`
	BlockedDomains []string    `json:"blocked_domains,omitempty"`
	Raw            hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (w WebSearch) Value() hooks.Value { return write(w, w.Raw) }

// Agent starts a subagent.
type Agent struct {
	Description     string      `json:"description"`
	Prompt          string      `json:"prompt"`
	SubagentType    string      `json:"subagent_type,omitempty"`
	Model           string      `json:"model,omitempty"`
	Effort          string      `json:"effort,omitempty"`
	RunInBackground bool        `json:"run_in_background,omitempty"`
	Name            string      `json:"name,omitempty"`
	TeamName        string      `json:"team_name,omitempty"`
	Mode            string      `json:"mode,omitempty"`
	Isolation       string      `json:"isolation,omitempty"` // worktree or remote
	Raw             hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (a Agent) Value() hooks.Value { return write(a, a.Raw) }
