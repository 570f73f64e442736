package hooks

// SessionStart fires when a session starts or resumes. The last four members are
// there if it continues from a transcript.
type SessionStart struct {
	Common
	Source                   string `json:"source"` // startup, resume, clear, compact or fork
	Model                    string `json:"model"`
	SessionTitle             string `json:"session_title"`
	SecondsSinceLastResponse Value  `json:"seconds_since_last_response"` // a number as written, see [Value.Float]
	ContextTokens            int64  `json:"context_tokens"`
	PromptCacheLikelyExpired bool   `json:"prompt_cache_likely_expired"`
	EstimatedCacheWriteUSD   Value  `json:"estimated_cache_write_usd"` // a number as written
}

// SessionEnd fires when a session is over. The client waits 1.5 seconds.
type SessionEnd struct {
	Common
	Reason string `json:"reason"` // clear, resume, logout, prompt_input_exit or other
}

// Setup fires when the client was started to prepare a project.
type Setup struct {
	Common
	Trigger string `json:"trigger"` // init or maintenance
}

// Notification fires when Claude Code sends a notification.
type Notification struct {
	Common
	Message string `json:"message"`
	Title   string `json:"title"`
	Type    string `json:"notification_type"`
}

// PreCompact fires when the conversation is about to be summarised.
type PreCompact struct {
	Common
	Trigger            string `json:"trigger"` // manual or auto
	CustomInstructions string `json:"custom_instructions"`
}

// PostCompact fires when the conversation has been summarised.
type PostCompact struct {
	Common
	Trigger        string `json:"trigger"` // manual or auto
	CompactSummary string `json:"compact_summary"`
}

// ModelSwitch are the members that PreModelSwitch and PostModelSwitch share.
type ModelSwitch struct {
	Common
	FromModel              string `json:"from_model"`
	ToModel                string `json:"to_model"`
	RequestedModel         string `json:"requested_model"` // as requested; empty for the default
	Source                 string `json:"source"`          // command, picker or sdk; afterwards also auto or resume
	ContextTokens          int64  `json:"context_tokens"`
	PromptCacheWarm        bool   `json:"prompt_cache_warm"`
	CacheTTL               string `json:"cache_ttl"`                 // 5m or 1h
	EstimatedCacheWriteUSD Value  `json:"estimated_cache_write_usd"` // a number as written, see [Value.Float]
	Pricing                string `json:"pricing"`                   // configured, catalog or default
}

// PreModelSwitch fires before the session changes to another model.
type PreModelSwitch struct{ ModelSwitch }

// PostModelSwitch fires after the session has changed to another model.
type PostModelSwitch struct{ ModelSwitch }

// Elicitation fires when an MCP server asks you for input.
type Elicitation struct {
	Common
	MCPServerName   string `json:"mcp_server_name"`
	Message         string `json:"message"`
	Mode            string `json:"mode"` // form or url
	URL             string `json:"url"`
	ElicitationID   string `json:"elicitation_id"`
	RequestedSchema Value  `json:"requested_schema"`
}

// ElicitationResult fires when you have answered an MCP server.
type ElicitationResult struct {
	Common
	MCPServerName string `json:"mcp_server_name"`
	ElicitationID string `json:"elicitation_id"`
	Mode          string `json:"mode"`   // form or url
	Action        string `json:"action"` // accept, decline or cancel
	Content       Value  `json:"content"`
}

// ConfigChange fires when a settings file has changed during the session.
type ConfigChange struct {
	Common
	Source   string `json:"source"` // user_settings, project_settings, local_settings, policy_settings or skills
	FilePath string `json:"file_path"`
}

// InstructionsLoaded fires when a file of instructions, such as CLAUDE.md, has been
// read.
type InstructionsLoaded struct {
	Common
	FilePath        string   `json:"file_path"`
	MemoryType      string   `json:"memory_type"` // User, Project, Local or Managed
	LoadReason      string   `json:"load_reason"` // session_start, nested_traversal, path_glob_match, include or compact
	Globs           []string `json:"globs"`
	TriggerFilePath string   `json:"trigger_file_path"`
	ParentFilePath  string   `json:"parent_file_path"`
}

// CwdChanged fires when the working directory has changed.
type CwdChanged struct {
	Common
	OldCwd string `json:"old_cwd"`
	NewCwd string `json:"new_cwd"`
}

// DirectoryAdded fires when the session has gained a working directory.
type DirectoryAdded struct {
	Common
	Directory string `json:"directory"`
	Source    string `json:"source"` // slash_command or register_repo_root
}

// FileChanged fires when a watched file has changed.
type FileChanged struct {
	Common
	FilePath string `json:"file_path"`
	Change   string `json:"event"` // change, add or unlink
}

// WorktreeCreate fires when a worktree is to be created, which is the hook's task.
type WorktreeCreate struct {
	Common
	Name string `json:"name"`
}

// WorktreeRemove fires when a worktree is to be removed.
type WorktreeRemove struct {
	Common
	WorktreePath string `json:"worktree_path"`
}
