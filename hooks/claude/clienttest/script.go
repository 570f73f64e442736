package clienttest

import "neverask/hooks/claude/offline"

// What the model is scripted with, and what it was told, is that of package offline, so
// that a test imports one package.
type (
	// A Turn is one of [offline.Turn].
	Turn = offline.Turn
	// A Question is one of [offline.Question].
	Question = offline.Question
	// An Option is one of [offline.Option].
	Option = offline.Option
	// A Request is one of [offline.Request].
	Request = offline.Request
	// A ToolResult is one of [offline.ToolResult].
	ToolResult = offline.ToolResult
)

// The turns of a script.
var (
	Text     = offline.Text
	ToolUse  = offline.ToolUse
	Together = offline.Together
	Ask      = offline.Ask
	AskJSON  = offline.AskJSON
	AskMCP   = offline.AskMCP
	Choice   = offline.Choice
)
