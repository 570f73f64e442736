package program

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestExplain(t *testing.T) {
	w := newWorld(t, testsRule)
	for _, tt := range []struct{ name, input, cwd, want, steps string }{
		{"an answer", pre(tests), "", `{"decision":"answer","answers":{"Run the tests?":"Yes (Recommended)"},"asked":[],"rule":"r1","oneWay":false`,
			"wording rule rule safety evidence evidence answer"},
		{"the input alone", input(color, tests), "/p", `{"decision":"partial","answers":{"Run the tests?":"Yes (Recommended)"},"asked":["Which color?"],"rule":"r1","oneWay":false`,
			"wording safety answer wording wording rule rule safety evidence evidence answer"},
		{"one-way", pre(danger), "", `{"decision":"ask","answers":{},"asked":["Delete the production database?"],"rule":"","oneWay":true`, ""},
	} {
		w.askedOnce(tt.input)
		e, err := Explain([]byte(tt.input), tt.cwd, w.paths, w.hook())
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		b, err := json.Marshal(e)
		if err != nil || !strings.HasPrefix(string(b), tt.want) {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", tt.name, b, err, tt.want)
		}
		var kinds []string
		for _, s := range e.Steps {
			kinds = append(kinds, s.Kind)
		}
		if got := strings.Join(kinds, " "); tt.steps != "" && got != tt.steps && got != "wording "+tt.steps {
			t.Errorf("%s: steps %s\n%+v", tt.name, got, e.Steps)
		}
		// What is explained is what happens.
		payload := tt.input
		if strings.HasPrefix(payload, `{"questions"`) {
			payload = event("PreToolUse", "AskUserQuestion", payload)
		}
		want := w.run(payload)
		if got := strings.TrimSpace(string(e.Output)); got != want {
			t.Errorf("%s: the output is %s, but the hook prints %s", tt.name, got, want)
		}
		musttest.Do(t, os.RemoveAll(w.paths.State))
	}
	if _, err := Explain([]byte(pre(tests)), "", w.paths, w.hook()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(w.paths.State); err == nil {
		t.Error("explaining wrote records")
	}
	for _, bad := range []string{"", "{", "{}", event("PostToolUse", "AskUserQuestion", input(tests)), event("PreToolUse", "Bash", "{}"), `{"questions":[]}`} {
		if e, err := Explain([]byte(bad), "", w.paths, w.hook()); err == nil {
			t.Errorf("%.60q: got %+v", bad, e)
		}
	}
}
