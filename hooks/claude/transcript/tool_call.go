package transcript

import (
	"bytes"
	"context"
	"errors"
	"hash/fnv"
	"path/filepath"
	"slices"
	"time"

	"neverask/hooks"
)

// ToolCall is one tool call as the model made it, before any hook saw it.
type ToolCall struct {
	Time    time.Time
	Session string
	ID      string // of the tool use
	Tool    string
	Input   hooks.Value
	Cwd     string // the directory that the session worked in
	Project string // the directory that the session was started in
	Mode    string // the permission mode, if it was recorded
	File    string // the transcript
}

// ToolCalls reads the transcripts below root, the client's directory "projects", and passes on
// every call of the wanted tools, each once: a resumed or forked session repeats what came
// before. The most recently written sessions come first, and the calls of each in their order.
// It remembers only the names of the calls, and ends with the context, or when each returns
// false.
//
// Calls are not part of an [Archive]: they may hold anything, and are not stored.
func ToolCalls(ctx context.Context, root string, want func(tool string) bool, each func(ToolCall) bool) error {
	s := callScanner{want: want, each: each, seen: map[uint64]bool{}}
	return s.all(ctx, root)
}

// all reads the transcripts written since the scanner's time, the newest first.
func (s *callScanner) all(ctx context.Context, root string) error {
	files, err := (&Archive{root: root}).findFiles()
	if err != nil {
		return err
	}
	slices.SortFunc(files, func(a, b foundFile) int { return int(min(1, max(-1, b.stamp.Modified-a.stamp.Modified))) })
	for _, f := range files {
		if time.Unix(0, f.stamp.Modified).Before(s.since) {
			break
		}
		err := s.file(ctx, filepath.Join(root, filepath.FromSlash(f.path)))
		if errors.Is(err, errEnough) {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// One that was just removed, or may not be read, holds no calls.
	}
	return nil
}

// errEnough says that no more calls are wanted.
var errEnough = errors.New("enough")

type callScanner struct {
	want          func(tool string) bool
	each          func(ToolCall) bool
	seen          map[uint64]bool
	lines         lineReader
	name          string // of the file
	project, mode string

	// For callers that want results too:
	since  time.Time
	ends   func(line []byte) bool // reports whether a line has the result of a call
	result func(id string, at time.Time)
}

func (s *callScanner) file(ctx context.Context, name string) error {
	s.name, s.project, s.mode = name, "", ""
	return s.lines.each(ctx, name, s.take)
}

// The words that show what a line is about, before it is parsed.
var (
	useWord  = []byte(`"tool_use"`)
	cwdWord  = []byte(`"cwd":"`)
	modeWord = []byte(`"permissionMode":"`)
)

func (s *callScanner) take(line []byte) error {
	switch {
	case s.result == nil:
		if s.project == "" {
			s.project = textAfter(line, cwdWord)
		}
		if mode := textAfter(line, modeWord); mode != "" {
			s.mode = mode
		}
	case s.ends(line):
		s.results(line)
	case !s.names(line):
		return nil
	}
	if !bytes.Contains(line, useWord) {
		return nil
	}
	v, err := hooks.Parse(line)
	if err != nil || v.Get("type").String() != "assistant" {
		return nil // not in the client's form: skipped as elsewhere
	}
	var at time.Time
	for block := range v.Get("message").Get("content").Elements() {
		call := ToolCall{ID: block.Get("id").String(), Tool: block.Get("name").String(), Input: block.Get("input")}
		if block.Get("type").String() != "tool_use" || !s.want(call.Tool) || s.repeated(call.ID) {
			continue
		}
		if at.IsZero() {
			at, _ = time.Parse(time.RFC3339, v.Get("timestamp").String())
		}
		call.Time, call.Session, call.Cwd = at, v.Get("sessionId").String(), v.Get("cwd").String()
		call.File, call.Project, call.Mode = s.name, s.project, s.mode
		if !s.each(call) {
			return errEnough
		}
	}
	return nil
}

// results passes on the calls whose results are in a line.
func (s *callScanner) results(line []byte) {
	v, err := hooks.Parse(line)
	if err != nil {
		return
	}
	at, err := time.Parse(time.RFC3339, v.Get("timestamp").String())
	for block := range v.Get("message").Get("content").Elements() {
		if err == nil && block.Get("type").String() == "tool_result" {
			s.result(block.Get("tool_use_id").String(), at)
		}
	}
}

// repeated reports whether a call occurred before.
func (s *callScanner) repeated(id string) bool {
	h := fnv.New64a()
	h.Write([]byte(id))
	known := id != "" && s.seen[h.Sum64()]
	s.seen[h.Sum64()] = true
	return known
}

// Result returns the result of the call, as hooks get it in tool_response: Absent if the
// transcript does not have it, a text if the call failed.
func (c ToolCall) Result(ctx context.Context) (result hooks.Value) {
	word := append(bytes.Clone(resultWord), c.ID...)
	var lines lineReader
	// If the file cannot be read, there is no result.
	_ = lines.each(ctx, c.File, func(line []byte) error {
		if !bytes.Contains(line, word) || textAfter(line, resultWord) != c.ID {
			return nil
		}
		if v, err := hooks.Parse(line); err == nil {
			result = v.Get("toolUseResult")
		}
		return errEnough
	})
	return result
}

var (
	nameWord = []byte(`"name":"`)
	// resultWord precedes the ID of the call whose result a line has.
	resultWord = []byte(`"tool_use_id":"`)
)

// names reports whether a line names a wanted tool.
func (s *callScanner) names(line []byte) bool {
	for _, after, found := bytes.Cut(line, nameWord); found; _, after, found = bytes.Cut(after, nameWord) {
		if name, _, _ := bytes.Cut(after, []byte{'"'}); s.want(string(name)) {
			return true
		}
	}
	return false
}
