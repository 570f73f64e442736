package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings/foreign"
)

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
