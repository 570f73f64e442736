package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"neverask/hooks/app/doctor"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/settings"
	"neverask/settings/foreign"

	"github.com/tidwall/gjson"
)

// What the screens about hooks and changes ask beyond what the installer
// answers itself.

// HookStats reads what is new in the transcripts. What that is, the next call of
// Asked has not seen yet.
func (b backend) HookStats(ctx context.Context) []transcript.HookStat {
	b.reading.Lock()
	defer b.reading.Unlock()
	news, err := b.update(ctx)
	b.behind = b.behind || news
	if err != nil {
		return nil
	}
	return b.archive.HookStats()
}

func (b backend) Activity(want activity.Filter) *activity.Reader {
	return activity.Open(eventlog.OpenActivity(b.Paths.Activity()), want)
}

func (b backend) Sources() config.Sources { return b.Installer.Sources(nil, nil) }

func (b backend) Standings(s config.Sources) []dispatch.HookState {
	b.one.Lock()
	defer b.one.Unlock()
	return doctor.Options{Installer: b.Installer, Env: os.Environ()}.Standings(s)
}

func (b backend) History() ([]settings.Receipt, error) { return b.Store.History() }
func (b backend) ReadFile(path string) ([]byte, error) {
	return foreign.ReadFile(path, settings.MaxSize)
}

func (b backend) Records(want func(settings.Receipt) bool) ([]settings.Record, error) {
	return b.Store.Records(want)
}

func (b backend) Contents(r settings.Receipt) (before, after []byte, ok bool) {
	return b.Store.Contents(r)
}

// Client is the version of the Claude Code in PATH, by where its files are: it
// is not started. An installer of the client puts each version into a file or a
// directory of that name, npm has a package.json beside the program.
func (b backend) Client() string {
	path, err := exec.LookPath("claude")
	if err != nil {
		return ""
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return ""
	}
	return clientVersion(path)
}

// clientVersion is the version of the client's program, and empty when its place
// does not tell it.
func clientVersion(path string) string {
	version := regexp.MustCompile(`^\d+\.\d+\.\d+[\w.+-]*$`)
	dir := filepath.Dir(path)
	for _, name := range []string{filepath.Base(path), filepath.Base(dir)} {
		if version.MatchString(name) {
			return name
		}
	}
	for _, dir := range []string{dir, filepath.Dir(dir)} {
		content, err := foreign.ReadFile(filepath.Join(dir, "package.json"), 1<<20)
		is := gjson.GetManyBytes(content, "name", "version")
		if err == nil && strings.HasPrefix(is[0].String(), "@anthropic-ai/claude-code") && version.MatchString(is[1].String()) {
			return is[1].String()
		}
	}
	return ""
}
