package clienttest

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// serve returns an API with a script on an ordinary loopback socket, and a
// function that posts to it.
func serve(t *testing.T, turns ...Turn) (*model, func(path, body string) string) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	musttest.Do(t, err)
	a := startModel(l)
	a.add(turns...)
	t.Cleanup(a.close)
	return a, func(path, body string) string {
		resp, err := http.Post("http://"+l.Addr().String()+path, "application/json", strings.NewReader(body))
		musttest.Do(t, err)
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("status %s, %v", resp.Status, err)
		}
		return string(b)
	}
}

const mainRequest = `{"model":"m","tools":[{"name":"AskUserQuestion"}],"messages":[]}`

func TestTurnsAnswerTheMainLoopInOrder(t *testing.T) {
	a, post := serve(t, Text("one"), Together(Text("two"), ToolUse("Bash", map[string]string{"command": "a<b"})))
	type block struct {
		Type, Text, ID, Name string
		Input                map[string]string
	}
	for _, c := range []struct {
		path, body string
		want       []block
		stop       string
	}{
		{"/v1/messages", mainRequest, []block{{Type: "text", Text: "one"}}, "end_turn"},
		{"/v1/messages", `{"messages":[]}`, []block{{Type: "text", Text: "ok"}}, "end_turn"},
		{"/v1/messages?beta=true", mainRequest, []block{
			{Type: "text", Text: "two"},
			{Type: "tool_use", ID: "toolu_0001_1", Name: "Bash", Input: map[string]string{"command": "a<b"}},
		}, "tool_use"},
		{"/v1/messages", mainRequest, []block{{Type: "text", Text: "done"}}, "end_turn"},
	} {
		var got struct {
			Content    []block
			StopReason string `json:"stop_reason"`
			Role       string
		}
		musttest.Do(t, json.Unmarshal([]byte(post(c.path, c.body)), &got))
		if !reflect.DeepEqual(got.Content, c.want) || got.StopReason != c.stop || got.Role != "assistant" {
			t.Errorf("got %+v, want %+v and %s", got, c.want, c.stop)
		}
	}
	requests, _ := a.seen()
	if len(requests) != 4 || !requests[0].Main || requests[1].Main || requests[2].Path != "/v1/messages" {
		t.Errorf("requests %+v", requests)
	}
}

func TestOtherPaths(t *testing.T) {
	a, post := serve(t)
	if got := post("/v1/messages/count_tokens", mainRequest); got != `{"input_tokens":10}` {
		t.Errorf("count_tokens: %s", got)
	}
	if got := post("/api/anything", "no JSON"); got != `{}` {
		t.Errorf("other path: %s", got)
	}
	if requests, _ := a.seen(); len(requests) != 2 || requests[0].Main {
		t.Errorf("requests %+v", requests)
	}
}

func TestStreamKeepsTheSpellingOfAnInput(t *testing.T) {
	const input = `{ "b":1.50, "a":9007199254740993,"c":"<é>" }`
	_, post := serve(t, Together(Text("hi"), ToolUse("AskUserQuestion", json.RawMessage(input))))
	var events, deltas []string
	for sc := bufio.NewScanner(strings.NewReader(post("/v1/messages", `{"stream":true,`+mainRequest[1:]))); sc.Scan(); {
		if name, ok := strings.CutPrefix(sc.Text(), "event: "); ok {
			events = append(events, name)
		}
		data, ok := strings.CutPrefix(sc.Text(), "data: ")
		if !ok {
			continue
		}
		var event struct {
			Type  string
			Delta struct {
				Text        string
				PartialJSON string `json:"partial_json"`
				StopReason  string `json:"stop_reason"`
			}
		}
		musttest.Do(t, json.Unmarshal([]byte(data), &event))
		if event.Type != events[len(events)-1] {
			t.Errorf("event %s has the type %s", events[len(events)-1], event.Type)
		}
		if d := event.Delta.Text + event.Delta.PartialJSON + event.Delta.StopReason; d != "" {
			deltas = append(deltas, d)
		}
	}
	if want := []string{"hi", input, "tool_use"}; !reflect.DeepEqual(deltas, want) {
		t.Errorf("deltas %q, want %q", deltas, want)
	}
	if want := []string{
		"message_start",
		"content_block_start", "content_block_delta", "content_block_stop",
		"content_block_start", "content_block_delta", "content_block_stop",
		"message_delta", "message_stop",
	}; !reflect.DeepEqual(events, want) {
		t.Errorf("events %q, want %q", events, want)
	}
}

func TestToolResults(t *testing.T) {
	first := Request{Main: true, Body: json.RawMessage(`{"messages":[
		{"role":"user","content":"hello"},
		{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Bash","input":{}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"plain"},{"type":"text","text":"note"}]}]}`)}
	second := Request{Main: true, Body: json.RawMessage(`{"messages":[
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"plain"}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","is_error":true,"content":[{"type":"text","text":"x"},{"type":"image"},{"type":"text","text":"y"}]}]}]}`)}
	aside := Request{Body: json.RawMessage(`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"no"}]}]}`)}
	broken := Request{Main: true, Body: json.RawMessage(`{`)}

	got := toolResults([]Request{first, second, aside, broken})
	want := []ToolResult{{"a", false, "plain"}, {"b", true, "x\ny"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("tool results %+v, want %+v", got, want)
	}
	if got, want := first.Text(), "hello\nplain\nnote"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}
