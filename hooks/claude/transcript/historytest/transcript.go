package historytest

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// words are the material of generated conversations and programs.
var words = strings.Fields(`the of a to and in that is for with on as by this from return func err nil if range
string const type struct package import context test expected got error value index file path read write Question
handler request response client server "name" config := == != { } ( ) [ ] Error EOF // NOTE: refactor, parse; buffer_size tool_use_id`)

// generator writes transcripts in the client's form.
type generator struct {
	*rand.Rand
	calls int
	mute  bool // nothing is asked
}

// quote returns a JSON string of about n bytes.
func (g *generator) quote(n int) string {
	var b strings.Builder
	b.WriteByte('"')
	for b.Len() < n {
		w := words[g.IntN(len(words))]
		b.WriteString(strings.ReplaceAll(w, `"`, `\"`))
		if g.IntN(12) == 0 {
			b.WriteString(`\n`)
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('"')
	return b.String()
}

const rest = `"timestamp":"2026-11-%02dT06:03:%02d.%03dZ","session_id":"%[4]s","userType":"external","entrypoint":"cli","cwd":"/home/me/project%[5]d","sessionId":"%[4]s","version":"2.1.329","gitBranch":"main"}`

func (g *generator) rest(session string) string {
	day := 1 + int(session[len(session)-1])%28 // a session lasts hours, not weeks
	return fmt.Sprintf(rest, day, g.IntN(60), g.IntN(1000), session, len(session)%7)
}

// transcript writes a session of about size bytes, with a few questions.
func (g *generator) transcript(name string, size int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	session := strings.TrimSuffix(filepath.Base(name), ".jsonl")
	written := 0
	line := func(format string, args ...any) {
		n, _ := fmt.Fprintf(w, format+"\n", args...)
		written += n
	}
	// The client's note about its request names every tool.
	line(`{"type":"api-request-shape","sessionId":%q,"shape":{"system":%s,"tools":[{"name":"AskUserQuestion","description":%s,"input_schema":{}}]}}`,
		session, g.quote(20_000), g.quote(20_000))
	line(`{"type":"tools-used","tools":["AskUserQuestion"],"sessionId":%q}`, session)
	line(`{"parentUuid":"x","attachment":{"type":"prompt_snapshot","tools":[{"name":"AskUserQuestion","description":%s}]},"type":"attachment",%s`,
		g.quote(60_000), g.rest(session))
	for every := 0; written < size; every++ {
		switch n := g.IntN(200); {
		case n == 0:
			image := make([]byte, 100_000+g.IntN(300_000))
			for i := range image {
				image[i] = byte(g.Uint32())
			}
			line(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_i","content":[{"type":"image","source":{"data":%q}}]}]},%s`,
				base64.StdEncoding.EncodeToString(image), g.rest(session))
		case n < 4 && !g.mute:
			g.question(line, session)
		case n < 6:
			line(`{"type":"assistant","message":{"content":[{"type":"text","text":"I will use the \"AskUserQuestion\" tool. %s}]},%s`, g.quote(500)[1:], g.rest(session))
		case n < 26:
			g.run(line, session)
		case n < 90:
			line(`{"type":"assistant","message":{"content":[{"type":"text","text":%s}],"usage":{"input_tokens":3}},%s`,
				g.quote(100+g.IntN(2000)), g.rest(session))
		default:
			line(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":%s}]},%s`,
				g.Uint32(), g.quote(200+g.IntN(6000)), g.rest(session))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// run writes the record of a hook at another tool.
func (g *generator) run(line func(string, ...any), session string) {
	printed := g.quote(50 + g.IntN(1000))
	line(`{"parentUuid":"x","isSidechain":false,"attachment":{"type":"hook_success","hookName":"PostToolUse:Bash","toolUseID":"toolu_%d","hookEvent":"PostToolUse","content":%[2]s,"stdout":%[2]s,"stderr":"","exitCode":0,"command":"/home/me/hook%[3]d","durationMs":%[4]d},"type":"attachment",%[5]s`,
		g.Uint32(), printed, g.IntN(4), g.IntN(300), g.rest(session))
}

// question writes a call of the question tool, a hook at it and its result.
func (g *generator) question(line func(string, ...any), session string) {
	g.calls++
	id := fmt.Sprintf("toolu_01%022d", g.calls)
	text := fmt.Sprintf("Should I fix the %d failing tests in pkg%d before committing?", g.IntN(100), g.IntN(50))
	questions := fmt.Sprintf(`[{"question":%q,"header":"Tests","multiSelect":false,"options":[{"label":"Yes (Recommended)","description":%s},{"label":"No","description":%s}]}]`,
		text, g.quote(120), g.quote(120))
	line(`{"parentUuid":"x","isSidechain":false,"message":{"content":[{"id":%q,"input":{"questions":%s},"name":"AskUserQuestion","type":"tool_use"}],"role":"assistant"},"type":"assistant",%s`,
		id, questions, g.rest(session))
	line(`{"parentUuid":"x","attachment":{"type":"hook_success","hookName":"PreToolUse:AskUserQuestion","toolUseID":%q,"hookEvent":"PreToolUse","content":"","stdout":"{}\n","stderr":"","exitCode":0,"command":"/home/me/hook","durationMs":17},"type":"attachment",%s`,
		id, g.rest(session))
	line(`{"parentUuid":"x","type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"Your questions have been answered","tool_use_id":%q}]},"toolUseResult":{"questions":%s,"answers":{%q:"Yes (Recommended)"},"annotations":{}},"permissionDecision":{"decision":"accept","source":"user_temporary"},%s`,
		id, questions, text, g.rest(session))
}

// Write writes transcripts with this many megabytes in total below root, and returns how many
// questions they contain. They are the same every time.
func Write(tb testing.TB, root string, megabytes, files int) (questions int) {
	tb.Helper()
	return write(tb, &generator{Rand: rand.New(rand.NewPCG(1, 2))}, root, megabytes, files)
}

// WriteMute is [Write] without questions.
func WriteMute(tb testing.TB, root string, megabytes, files int) {
	tb.Helper()
	write(tb, &generator{Rand: rand.New(rand.NewPCG(1, 2)), mute: true}, root, megabytes, files)
}

func write(tb testing.TB, g *generator, root string, megabytes, files int) (questions int) {
	tb.Helper()
	for i := range files {
		dir := filepath.Join(root, fmt.Sprintf("-home-me-project%d", i%20))
		if i%10 == 9 {
			dir = filepath.Join(dir, "session", "subagents")
		}
		musttest.Do(tb, os.MkdirAll(dir, 0o700))
		musttest.Do(tb, g.transcript(filepath.Join(dir, fmt.Sprintf("%036d.jsonl", i)), megabytes<<20/files))
	}
	return g.calls
}
