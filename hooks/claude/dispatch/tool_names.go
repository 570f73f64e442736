package dispatch

import "strings"

// builtin are the tools of Claude Code 2.1.330, including those that few sessions have.
var builtin = strings.Fields(
	`Agent Artifact ArtifactCheck ArtifactComments ArtifactData AskUserQuestion Bash Cd ClaudeDesign CronCreate CronDelete
	CronList Edit EndConversation EnterPlanMode EnterWorktree Eval ExitPlanMode ExitWorktree Glob Grep JavaScript LSP ListAgents ListMcpResourcesTool
	Monitor NotebookEdit OfferChromeSetup PowerShell Projects propose_skills PushNotification REPL Read ReadMcpResourceDirTool ReadMcpResourceTool
	ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup SendFeedback SendMessage SendUserFile SendUserMessage SetGoal ShareOnboardingGuide
	ShowOnboardingRolePicker Skill StructuredOutput SubagentHandback TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete
	TodoWrite ToolSearch WaitForMcpServers WebFetch WebSearch Workflow Write`)

// formerly maps tools' former names, which still work in matchers and "if" (Claude Code
// 2.1.330).
var formerly = map[string]string{
	"Task": "Agent", "KillShell": "TaskStop", "KillBash": "TaskStop",
	"ListPeers": "ListAgents", "Brief": "SendUserMessage", "ProposeGoal": "SetGoal",
	"ListMcpResources": "ListMcpResourcesTool", "ReadMcpResource": "ReadMcpResourceTool",
	"ReadMcpResourceDir": "ReadMcpResourceDirTool",
}

// gone maps the tools of former versions to their successors, if any.
var gone = map[string]string{
	"MultiEdit": "Edit", "NotebookRead": "Read", "View": "Read",
	"Replace": "Write", "TodoRead": "TaskList", "SlashCommand": "Skill", "GlobTool": "Glob",
	"GrepTool": "Grep", "LS": "", "BashOutput": "", "exit_plan_mode": "ExitPlanMode",
}

// toolNamed returns a tool's present name, if name is a tool's.
func toolNamed(name string) (now string, ok bool) {
	if now, ok = formerly[name]; ok {
		return now, true
	}
	for _, b := range builtin {
		if b == name {
			return b, true
		}
	}
	return "", false
}

// IsTool reports whether Claude Code has a tool with that name, now or formerly, though
// perhaps not in every session or on every system.
func IsTool(name string) bool {
	_, ok := toolNamed(name)
	return ok
}

// namesOf returns a tool's former names.
func namesOf(tool string) (names []string) {
	for before, now := range formerly {
		if now == tool {
			names = append(names, before)
		}
	}
	return names
}

// tools are the tools of Claude Code 2.1.329 that matchers are likely to name.
var tools = []string{
	"Agent", "AskUserQuestion", "Bash", "BashOutput", "Edit", "ExitPlanMode", "Glob", "Grep", "KillShell", "MultiEdit",
	"NotebookEdit", "Read", "Skill", "SlashCommand", "Task", "TodoWrite", "WebFetch", "WebSearch", "Write",
}
