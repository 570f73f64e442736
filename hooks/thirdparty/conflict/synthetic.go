package conflict

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks"
)

// A sample is a made-up question that a hook is probed with.
type sample struct {
	name  string
	tool  string
	input string
}

const (
	plainQuestion = `{"question":"Which color should the button have?","header":"Color","multiSelect":false,"options":[{"label":"Blue (Recommended)","description":"Like the others"},{"label":"Green","description":"Like the logo"}]}`
	otherQuestion = `{"question":"Which font should it use?","header":"Font","multiSelect":false,"options":[{"label":"Serif","description":"With serifs"},{"label":"Sans","description":"Without"}]}`
	multiQuestion = `{"question":"Which pages should have it?","header":"Pages","multiSelect":true,"options":[{"label":"Home","description":"The first"},{"label":"Search","description":"The second"},{"label":"Help","description":"The third"}]}`
)

// marked puts a marker before the text of the plain question.
func marked(marker string) string {
	return strings.Replace(plainQuestion, "Which color", marker+" Which color", 1)
}

// samples are the questions for a hook that fires for the given tools.
func samples(tools []string) []sample {
	ask := func(questions ...string) string { return `{"questions":[` + strings.Join(questions, ",") + `]}` }
	var all []sample
	if slices.Contains(tools, "AskUserQuestion") {
		all = append(all,
			sample{"a question", "AskUserQuestion", ask(plainQuestion)},
			sample{"a question with several answers", "AskUserQuestion", ask(multiQuestion)},
			sample{"two questions", "AskUserQuestion", ask(plainQuestion, otherQuestion)},
			sample{"a question marked for gstack", "AskUserQuestion", ask(marked("<gstack-qid:probe>"))},
			sample{"a marked question", "AskUserQuestion", ask(marked("<qid:probe>"))},
		)
	}
	if i := slices.IndexFunc(tools, func(tool string) bool { return strings.HasPrefix(tool, "mcp__") }); i >= 0 {
		all = append(all, sample{"a question of an MCP server", tools[i], ask(plainQuestion)})
	}
	return all
}

// payload is what the client would write to the hook.
func (s sample) payload(event hooks.Event, dir string) []byte {
	p := map[string]any{
		"session_id": "neverask-probe", "transcript_path": filepath.Join(dir, "transcript.jsonl"), "cwd": dir, "prompt_id": "neverask-probe",
		"permission_mode": "default", "effort": map[string]string{"level": "medium"}, "hook_event_name": event,
		"tool_name": s.tool, "tool_input": json.RawMessage(s.input),
	}
	if event != hooks.EventPermissionRequest {
		p["tool_use_id"] = "toolu_neverask_probe"
	}
	if event == hooks.EventPostToolUse {
		p["tool_response"] = json.RawMessage(answeredBy(s.input))
		p["duration_ms"] = 2000
	}
	b, _ := json.Marshal(p) // strings and valid JSON always encode
	return b
}

// answeredBy is the result of a call whose person has taken the first options.
func answeredBy(input string) string {
	var call struct {
		Questions []struct {
			Question string
			Options  []struct{ Label string }
		}
	}
	_ = json.Unmarshal([]byte(input), &call) // the samples are valid
	answers := map[string]string{}
	for _, q := range call.Questions {
		answers[q.Question] = q.Options[0].Label
	}
	text, _ := json.Marshal(answers)
	return strings.TrimSuffix(input, "}") + `,"answers":` + string(text) + "}"
}
