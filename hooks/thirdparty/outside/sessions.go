package outside

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/settings/foreign"
)

// A Session of the client that is running, or was a moment ago.
type Session struct {
	PID     int // 0 when it is not known
	Dir     string
	Version string
	Started time.Time
	// Transcript is the file that it is known by, where its process is not.
	Transcript string
}

// Recently is how old a trace of a session may be that cannot be looked up as a
// process.
const Recently = 5 * time.Minute

// Sessions lists the sessions of the client that use a configuration directory,
// the oldest first. Claude Code 2.1.329 keeps a file for each of its processes,
// sessions/PID.json; for older clients a transcript that was just written to
// stands for a session.
func Sessions(configDir string, now time.Time) (found []Session) {
	dir := filepath.Join(configDir, "sessions")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return writing(configDir, now)
	}
	for _, e := range entries {
		// The other files there hold keys.
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		info, err := e.Info()
		if err != nil {
			continue
		}
		if s, ok := session(filepath.Join(dir, e.Name()), now.Sub(info.ModTime()) < Recently); ok {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, func(a, b Session) int { return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.PID, b.PID)) })
	return found
}

// maxSession is more than the client writes about a process.
const maxSession = 64 << 10

// session reads the file of a process, and reports whether the process lives.
func session(path string, fresh bool) (Session, bool) {
	b, err := foreign.ReadFile(path, maxSession)
	if err != nil {
		return Session{}, false
	}
	var f struct {
		PID       int    `json:"pid"`
		Dir       string `json:"cwd"`
		Started   int64  `json:"startedAt"`
		ProcStart string `json:"procStart"`
		Version   string `json:"version"`
		Domain    string `json:"pidDomain"`
	}
	if json.Unmarshal(b, &f) != nil || f.PID <= 0 {
		return Session{}, false
	}
	lives, known := alive(f.PID, f.ProcStart, f.Domain)
	return Session{f.PID, f.Dir, f.Version, time.UnixMilli(f.Started), ""}, lives || !known && fresh
}

// writing finds transcripts that were just written to.
func writing(configDir string, now time.Time) (found []Session) {
	files, _ := filepath.Glob(filepath.Join(configDir, "projects", "*", "*.jsonl"))
	for _, path := range files {
		if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) < Recently {
			found = append(found, Session{Started: info.ModTime(), Transcript: path})
		}
	}
	return found
}
