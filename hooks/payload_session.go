package hooks

// SessionStart fires when a session begins or goes on. The last four members
// are there when it goes on from a transcript.
type SessionStart struct {
	Common
	Source                   string // startup, resume, clear, compact or fork
	Model                    string
	SessionTitle             string
	SecondsSinceLastResponse Value // a number as written, see [Value.Float]
	ContextTokens            int64
	PromptCacheLikelyExpired bool
	EstimatedCacheWriteUSD   Value // a number as written
}

// SessionEnd fires when a session is over. The client waits 1.5 seconds.
type SessionEnd struct {
	Common
	Reason string // clear, resume, logout, prompt_input_exit or other
}

// Setup fires when the client was started to prepare a project.
type Setup struct {
	Common
	Trigger string // init or maintenance
}

// Notification fires when the client notifies the person.
type Notification struct {
	Common
	Message string
	Title   string
	Type    string // notification_type
}

// PreCompact fires when the conversation is about to be summarised.
type PreCompact struct {
	Common
	Trigger            string // manual or auto
	CustomInstructions string
}

// PostCompact fires when the conversation has been summarised.
type PostCompact struct {
	Common
	Trigger        string // manual or auto
	CompactSummary string
}

// ModelSwitch are the members that the events of a change of model share.
type ModelSwitch struct {
	Common
	FromModel              string
	ToModel                string
	RequestedModel         string // as it was asked for; empty for the default
	Source                 string // command, picker or sdk; afterwards also auto or resume
	ContextTokens          int64
	PromptCacheWarm        bool
	CacheTTL               string // 5m or 1h
	EstimatedCacheWriteUSD Value  // a number as written, see [Value.Float]
	Pricing                string // configured, catalog or default
}

// PreModelSwitch fires before the session changes to another model.
type PreModelSwitch struct{ ModelSwitch }

// PostModelSwitch fires after the session has changed to another model.
type PostModelSwitch struct{ ModelSwitch }

// Elicitation fires when an MCP server asks the person for something.
type Elicitation struct {
	Common
	MCPServerName   string
	Message         string
	Mode            string // form or url
	URL             string
	ElicitationID   string
	RequestedSchema Value
}

// ElicitationResult fires when the person has answered an MCP server.
type ElicitationResult struct {
	Common
	MCPServerName string
	ElicitationID string
	Mode          string // form or url
	Action        string // accept, decline or cancel
	Content       Value
}

// ConfigChange fires when a settings file has changed during the session.
type ConfigChange struct {
	Common
	Source   string // user_settings, project_settings, local_settings, policy_settings or skills
	FilePath string
}

// InstructionsLoaded fires when a file of instructions such as CLAUDE.md was
// read.
type InstructionsLoaded struct {
	Common
	FilePath        string
	MemoryType      string // User, Project, Local or Managed
	LoadReason      string // session_start, nested_traversal, path_glob_match, include or compact
	Globs           []string
	TriggerFilePath string
	ParentFilePath  string
}

// CwdChanged fires when the working directory has changed.
type CwdChanged struct {
	Common
	OldCwd string
	NewCwd string
}

// DirectoryAdded fires when the session got another directory to work in.
type DirectoryAdded struct {
	Common
	Directory string
	Source    string // slash_command or register_repo_root
}

// FileChanged fires when a watched file has changed.
type FileChanged struct {
	Common
	FilePath string
	Change   string // change, add or unlink; "event" in the payload
}

// WorktreeCreate fires when a worktree is wanted: the hook makes it.
type WorktreeCreate struct {
	Common
	Name string
}

// WorktreeRemove fires when a worktree is to go.
type WorktreeRemove struct {
	Common
	WorktreePath string
}

// sessionEvent returns nil for an event of another kind.
func (c *Common) sessionEvent() Payload {
	switch c.Event {
	case EventSessionStart:
		return SessionStart{
			Common: *c, Source: c.text("source"), Model: c.text("model"), SessionTitle: c.text("session_title"),
			SecondsSinceLastResponse: c.Document.Get("seconds_since_last_response"), ContextTokens: c.whole("context_tokens"),
			PromptCacheLikelyExpired: c.flag("prompt_cache_likely_expired"), EstimatedCacheWriteUSD: c.Document.Get("estimated_cache_write_usd"),
		}
	case EventSessionEnd:
		return SessionEnd{*c, c.text("reason")}
	case EventSetup:
		return Setup{*c, c.text("trigger")}
	case EventNotification:
		return Notification{*c, c.text("message"), c.text("title"), c.text("notification_type")}
	case EventPreCompact:
		return PreCompact{*c, c.text("trigger"), c.text("custom_instructions")}
	case EventPostCompact:
		return PostCompact{*c, c.text("trigger"), c.text("compact_summary")}
	case EventPreModelSwitch:
		return PreModelSwitch{c.modelSwitch()}
	case EventPostModelSwitch:
		return PostModelSwitch{c.modelSwitch()}
	case EventConfigChange:
		return ConfigChange{*c, c.text("source"), c.text("file_path")}
	case EventCwdChanged:
		return CwdChanged{*c, c.text("old_cwd"), c.text("new_cwd")}
	case EventDirectoryAdded:
		return DirectoryAdded{*c, c.text("directory"), c.text("source")}
	case EventFileChanged:
		return FileChanged{*c, c.text("file_path"), c.text("event")}
	case EventWorktreeCreate:
		return WorktreeCreate{*c, c.text("name")}
	case EventWorktreeRemove:
		return WorktreeRemove{*c, c.text("worktree_path")}
	}
	return c.sessionEventWithValues()
}

func (c *Common) sessionEventWithValues() Payload {
	switch c.Event {
	case EventElicitation:
		return Elicitation{
			Common: *c, MCPServerName: c.text("mcp_server_name"), Message: c.text("message"), Mode: c.text("mode"),
			URL: c.text("url"), ElicitationID: c.text("elicitation_id"), RequestedSchema: c.Document.Get("requested_schema"),
		}
	case EventElicitationResult:
		return ElicitationResult{
			Common: *c, MCPServerName: c.text("mcp_server_name"), ElicitationID: c.text("elicitation_id"), Mode: c.text("mode"),
			Action: c.text("action"), Content: c.Document.Get("content"),
		}
	case EventInstructionsLoaded:
		return InstructionsLoaded{
			Common: *c, FilePath: c.text("file_path"), MemoryType: c.text("memory_type"), LoadReason: c.text("load_reason"),
			Globs: texts(c.Document.Get("globs")), TriggerFilePath: c.text("trigger_file_path"), ParentFilePath: c.text("parent_file_path"),
		}
	}
	return nil
}

func (c *Common) modelSwitch() ModelSwitch {
	return ModelSwitch{
		Common: *c, FromModel: c.text("from_model"), ToModel: c.text("to_model"), RequestedModel: c.text("requested_model"),
		Source: c.text("source"), ContextTokens: c.whole("context_tokens"), PromptCacheWarm: c.flag("prompt_cache_warm"),
		CacheTTL: c.text("cache_ttl"), EstimatedCacheWriteUSD: c.Document.Get("estimated_cache_write_usd"), Pricing: c.text("pricing"),
	}
}
