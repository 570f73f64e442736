package tool

import "neverask/hooks"

// Bash runs a command in a shell.
type Bash struct {
	Command                   string
	Timeout                   int64 // in milliseconds
	Description               string
	RunInBackground           bool
	DangerouslyDisableSandbox bool
	Raw                       hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (b Bash) Value() hooks.Value { return write(b, b.Raw) }

func (b *Bash) fields(f *fields) {
	f.all(&b.Raw)
	f.must("command", &b.Command)
	f.number("timeout", &b.Timeout)
	f.text("description", &b.Description)
	f.flag("run_in_background", &b.RunInBackground)
	f.flag("dangerouslyDisableSandbox", &b.DangerouslyDisableSandbox)
}

// Read reads a file.
type Read struct {
	FilePath   string
	Offset     int64 // the first line, from 1
	Limit      int64 // lines
	Pages      string
	AllowLarge bool
	Raw        hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (r Read) Value() hooks.Value { return write(r, r.Raw) }

func (r *Read) fields(f *fields) {
	f.all(&r.Raw)
	f.must("file_path", &r.FilePath)
	f.number("offset", &r.Offset)
	f.number("limit", &r.Limit)
	f.text("pages", &r.Pages)
	f.flag("allow_large", &r.AllowLarge)
}

// Write writes a whole file.
type Write struct {
	FilePath string
	Content  string
	Raw      hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (w Write) Value() hooks.Value { return write(w, w.Raw) }

func (w *Write) fields(f *fields) {
	f.all(&w.Raw)
	f.must("file_path", &w.FilePath)
	f.must("content", &w.Content)
}

// Edit replaces text in a file.
type Edit struct {
	FilePath   string
	OldString  string
	NewString  string
	ReplaceAll bool
	Raw        hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (e Edit) Value() hooks.Value { return write(e, e.Raw) }

func (e *Edit) fields(f *fields) {
	f.all(&e.Raw)
	f.must("file_path", &e.FilePath)
	f.must("old_string", &e.OldString)
	f.must("new_string", &e.NewString)
	f.flag("replace_all", &e.ReplaceAll)
}

// Glob finds files by name.
type Glob struct {
	Pattern string
	Path    string
	Raw     hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (g Glob) Value() hooks.Value { return write(g, g.Raw) }

func (g *Glob) fields(f *fields) {
	f.all(&g.Raw)
	f.must("pattern", &g.Pattern)
	f.text("path", &g.Path)
}

// Grep finds lines in files.
type Grep struct {
	Pattern     string
	Path        string
	Glob        string
	OutputMode  string // content, files_with_matches or count
	Type        string
	Before      int64 // -B
	After       int64 // -A
	Around      int64 // -C
	Context     int64 // another name for -C
	LineNumbers *bool // -n; on when it is nil
	IgnoreCase  bool  // -i
	OnlyMatch   bool  // -o
	HeadLimit   int64
	Offset      int64
	Multiline   bool
	Raw         hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (g Grep) Value() hooks.Value { return write(g, g.Raw) }

func (g *Grep) fields(f *fields) {
	f.all(&g.Raw)
	f.must("pattern", &g.Pattern)
	f.text("path", &g.Path)
	f.text("glob", &g.Glob)
	f.text("output_mode", &g.OutputMode)
	f.text("type", &g.Type)
	f.number("-B", &g.Before)
	f.number("-A", &g.After)
	f.number("-C", &g.Around)
	f.number("context", &g.Context)
	f.choice("-n", &g.LineNumbers)
	f.flag("-i", &g.IgnoreCase)
	f.flag("-o", &g.OnlyMatch)
	f.number("head_limit", &g.HeadLimit)
	f.number("offset", &g.Offset)
	f.flag("multiline", &g.Multiline)
}

// WebFetch fetches a page and asks a question about it.
type WebFetch struct {
	URL    string
	Prompt string
	Offset int64
	Raw    hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (w WebFetch) Value() hooks.Value { return write(w, w.Raw) }

func (w *WebFetch) fields(f *fields) {
	f.all(&w.Raw)
	f.must("url", &w.URL)
	f.must("prompt", &w.Prompt)
	f.number("offset", &w.Offset)
}

// WebSearch searches the web.
type WebSearch struct {
	Query          string
	AllowedDomains []string
	BlockedDomains []string
	Raw            hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (w WebSearch) Value() hooks.Value { return write(w, w.Raw) }

func (w *WebSearch) fields(f *fields) {
	f.all(&w.Raw)
	f.must("query", &w.Query)
	f.list("allowed_domains", &w.AllowedDomains)
	f.list("blocked_domains", &w.BlockedDomains)
}

// Agent starts a subagent.
type Agent struct {
	Description     string
	Prompt          string
	SubagentType    string
	Model           string
	Effort          string
	RunInBackground bool
	Name            string
	TeamName        string
	Mode            string
	Isolation       string      // worktree or remote
	Raw             hooks.Value // the input as it came
}

// Value returns the input with the changed fields.
func (a Agent) Value() hooks.Value { return write(a, a.Raw) }

func (a *Agent) fields(f *fields) {
	f.all(&a.Raw)
	f.must("description", &a.Description)
	f.must("prompt", &a.Prompt)
	f.text("subagent_type", &a.SubagentType)
	f.text("model", &a.Model)
	f.text("effort", &a.Effort)
	f.flag("run_in_background", &a.RunInBackground)
	f.text("name", &a.Name)
	f.text("team_name", &a.TeamName)
	f.text("mode", &a.Mode)
	f.text("isolation", &a.Isolation)
}
