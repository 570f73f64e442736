package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks"
	"neverask/hooks/control"
	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// parked is a call whose questions ended a run.
type parked struct {
	ID        string          `json:"id"`
	Time      time.Time       `json:"time"`
	Session   string          `json:"session"`
	ToolUseID string          `json:"toolUseId"`
	Dir       string          `json:"dir"`     // where the run was started
	Command   []string        `json:"command"` // the flags to resume the session
	Input     json.RawMessage `json:"input"`   // the question tool's input
	Open      []string        `json:"open"`    // the questions that wait for an answer

	given map[string]hooks.Value // the answers, by question
}

// parkedPath returns the file of a parked question.
func parkedPath(a *cli.App, id string) string {
	return filepath.Join(a.Planner.Paths.State, "parked", id+".json")
}

// park stores a question, unless the run is already parked: then it returns that parked question.
func (r *headless) park(in control.Input, id string, open []string) (parked, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.parked) > 0 {
		return r.parked[0], nil
	}
	session := in.Payload.Base().SessionID
	sum := sha256.Sum256([]byte(session + "\x00" + id))
	p := parked{
		ID: hex.EncodeToString(sum[:4]), Time: time.Now(), Session: session, ToolUseID: id, Dir: r.dir,
		Command: append([]string{r.inv.program}, r.inv.resumed(session)...),
		Input:   json.RawMessage(in.ToolInput.Raw()), Open: open,
	}
	if err := p.write(parkedPath(r.app, p.ID)); err != nil {
		return p, fmt.Errorf("park a question: %w", err)
	}
	r.parked = append(r.parked, p)
	return p, nil
}

func (p parked) write(path string) error {
	b, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	// Atomically: another process may list at any time.
	return ownfile.Write(path, append(b, '\n'), 0o600)
}

func readParked(path string) (parked, error) {
	var p parked
	b, err := saferead.ReadFile(path, settings.MaxSize)
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	// Check it, because the ID becomes a path.
	if err == nil &&
		(p.ID != strings.TrimSuffix(filepath.Base(path), ".json") || len(p.Command) == 0 || len(p.open()) == 0) {
		err = errors.New("not a parked question")
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return p, err
}

// open returns the waiting questions, in order.
func (p parked) open() []question.Question {
	input, err := hooks.Parse([]byte(p.Input))
	if err != nil {
		return nil
	}
	call, err := question.ParseCall(question.Tool, input)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(call.Questions, func(q question.Question) bool { return !slices.Contains(p.Open, q.Text) })
}

// answers reports whether p is this call, and has an answer to each of its questions.
func (p *parked) answers(id string, asked []string) bool {
	if p == nil || p.ToolUseID != id {
		return false
	}
	return !slices.ContainsFunc(asked, func(text string) bool { _, ok := p.given[text]; return !ok })
}

// allParked reads the parked questions, the oldest first. A file that cannot be
// read does not hide the others.
func allParked(a *cli.App) ([]parked, error) {
	files, err := filepath.Glob(parkedPath(a, "*"))
	if err != nil {
		return nil, err
	}
	all := []parked{}
	for _, name := range files {
		p, err := readParked(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // just answered by another process
		}
		if err != nil {
			a.Note("neverask", err.Error())
			continue
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b parked) int { return a.Time.Compare(b.Time) })
	return all, nil
}
