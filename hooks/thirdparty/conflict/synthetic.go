package conflict

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/sample"
)

// A madeUp call is a question that a hook is probed with.
type madeUp struct {
	name  string
	tool  string
	input string
}

const (
	plainQuestion = sample.Question
	otherQuestion = `{"question":"Which font should it use?","header":"Font","multiSelect":false,"options":[{"label":"Serif","description":"With serifs"},{"label":"Sans","description":"Without"}]}`
	multiQuestion = `{"question":"Which pages should have it?","header":"Pages","multiSelect":true,"options":[{"label":"Home","description":"The first"},{"label":"Search","description":"The second"},{"label":"Help","description":"The third"}]}`
)

// marked puts a marker before the text of the plain question.
func marked(marker string) string {
	return strings.Replace(plainQuestion, "Which color", marker+" Which color", 1)
}

// samples are the questions for a hook that fires for the given tools.
func samples(tools []string) []madeUp {
	ask := func(questions ...string) string { return `{"questions":[` + strings.Join(questions, ",") + `]}` }
	var all []madeUp
	if slices.Contains(tools, "AskUserQuestion") {
		all = append(all,
			madeUp{"a question", "AskUserQuestion", ask(plainQuestion)},
			madeUp{"a question with several answers", "AskUserQuestion", ask(multiQuestion)},
			madeUp{"two questions", "AskUserQuestion", ask(plainQuestion, otherQuestion)},
			madeUp{"a question marked for gstack", "AskUserQuestion", ask(marked("<gstack-qid:probe>"))},
			madeUp{"a marked question", "AskUserQuestion", ask(marked("<qid:probe>"))},
		)
	}
	if i := slices.IndexFunc(tools, func(tool string) bool { return strings.HasPrefix(tool, "mcp__") }); i >= 0 {
		all = append(all, madeUp{"a question of an MCP server", tools[i], ask(plainQuestion)})
	}
	return all
}

// payload is what the client would write to the hook.
func (s madeUp) payload(event hooks.Event, dir string) []byte {
	return sample.Call{
		Event: event, Value: s.tool, Input: s.input, Response: answeredBy(s.input),
		Session: "neverask-probe", Transcript: filepath.Join(dir, "transcript.jsonl"), Cwd: dir,
	}.Payload()
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
