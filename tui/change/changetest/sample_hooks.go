package changetest

// The settings files of a [World].
const (
	UserFile    = "~/.claude/settings.json"
	ProjectFile = "~/work/shop/.claude/settings.json"
	LocalFile   = "~/work/shop/.claude/settings.local.json"
	ManagedFile = "/etc/claude-code/managed-settings.json"
)

// Zoo has hooks of every kind, in several files.
func (w *World) Zoo() {
	w.Put(UserFile, `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t", "timeout": 10 }]
      },
      {
        "matcher": "Edit|Write",
        "hooks": [
          { "type": "command", "command": "~/bin/format", "args": ["-w", "."], "async": true },
          { "type": "http", "url": "https://hooks.example/edit", "if": "Edit(*.go)" }
        ]
      },
      {
        "matcher": "bash",
        "hooks": [{ "type": "prompt", "prompt": "Is this command safe?" }]
      }
    ],
    "Stop": [
      { "hooks": [{ "type": "command", "command": "~/bin/notify done", "statusMessage": "notifying" }] }
    ],
    "SessionStart": [
      { "matcher": "resume", "hooks": [{ "type": "mcp_tool", "server": "memory", "tool": "recall" }] }
    ],
    "Shiny": [
      { "hooks": [{ "type": "command", "command": "~/bin/shiny" }] }
    ]
  }
}
`)
	w.Put(ProjectFile, `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t", "timeout": 10 }] }
    ]
  }
}
`)
	w.Put(ManagedFile, `{
  "hooks": {
    "PostToolUse": [{ "matcher": "mcp__github__.*", "hooks": [{ "type": "command", "command": "/opt/corp/audit" }] }]
  }
}
`)
	w.Put(LocalFile, "{\n  \"hooks\": {},\n}\n")
}

// Rewriters writes third-party hooks into several files: one that denies, one that
// answers, one that a managed file holds, and one that is harmless.
func (w *World) Rewriters() {
	w.Put(UserFile, `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          { "type": "command", "command": "~/bin/guard --token s3cr3t", "timeout": 10 },
          { "type": "command", "command": "~/bin/note" }
        ]
      }
    ]
  }
}
`)
	w.Put(ProjectFile, `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "AskUserQuestion", "hooks": [{ "type": "command", "command": "~/bin/answer", "timeout": 30 }] }
    ]
  }
}
`)
}
