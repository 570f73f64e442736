package config

import (
	"cmp"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// ManagedDir is the directory of managed settings of a system.
func ManagedDir(goos string) string {
	switch goos {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	}
	return "/etc/claude-code"
}

// appleProfile is where a macOS management profile puts managed settings.
const appleProfile = "/Library/Managed Preferences/com.anthropic.claudecode.plist"

func (f *finder) managedDir() string {
	if f.site.ManagedDir != "" {
		return f.site.ManagedDir
	}
	return ManagedDir(f.site.GOOS)
}

// managed reads the managed settings. The client uses the server's if they set anything,
// otherwise the machine's, unless one of them asks to merge both.
func (f *finder) managed() {
	if f.site.GOOS == "darwin" && exists(appleProfile) {
		f.find(appleProfile, "settings from a management profile are not reviewed",
			"ask your administrator which hooks it sets")
	}
	start := len(f.files)
	kept := filepath.Join(f.site.Config(), "remote-settings.json")
	f.settings(Managed, kept)
	machine := len(f.files)
	dir := f.managedDir()
	f.settings(Managed, filepath.Join(dir, "managed-settings.json"))
	drops, _ := filepath.Glob(filepath.Join(escapeGlob(dir), "managed-settings.d", "*.json"))
	slices.Sort(drops)
	for _, path := range drops {
		if !strings.HasPrefix(filepath.Base(path), ".") {
			f.settings(Managed, path)
		}
	}
	all := f.files[start:]
	merge := slices.ContainsFunc(all, func(s settingsFile) bool {
		v, _ := s.doc.Get("managedSourcesBehavior")
		return v.Str == "merge"
	})
	if !useServerSettings(f, kept) || merge || machine == start || !f.files[start].doc.Used() {
		return
	}
	for _, file := range f.files[machine:] {
		f.off(file.path, "the settings of the server are used instead, "+whenServer)
	}
}

// escapeGlob escapes a directory for use in a pattern. On Windows the escape character is the
// separator, and names that would need it cannot exist.
func escapeGlob(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// whenServer is when Claude Code 2.1.329 uses the settings cached from its server.
const whenServer = "while Claude Code is signed in to a Team or Enterprise organization, or has an API key"

// otherProviders are the variables that switch the client to another provider, whose servers
// set nothing.
var otherProviders = []string{
	"CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY", "CLAUDE_CODE_USE_MANTLE",
	"CLAUDE_CODE_USE_ANTHROPIC_AWS", "CLAUDE_CODE_USE_ANTHROPIC_GOOGLE_CLOUD",
}

// useServerSettings says whether the client may use the settings cached from its server.
func useServerSettings(f *finder, path string) bool {
	if why := whyNotServer(f); why != "" {
		f.off(path, "Claude Code does not use the settings cached from its server: "+why)
		return false
	}
	for i := range f.list {
		if f.list[i].File == path {
			f.list[i].When = whenServer
		}
	}
	return true
}

// whyNotServer says why the client does not use its server's settings; empty if it may.
func whyNotServer(f *finder) string {
	env := environment{variablesIn(f.files), f.site.Getenv}
	for _, name := range otherProviders {
		if slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(env.get(name))) {
			return name + " is set"
		}
	}
	if base := env.get("ANTHROPIC_BASE_URL"); base != "" {
		if u, err := url.Parse(base); err != nil || u.Host != "api.anthropic.com" {
			return "ANTHROPIC_BASE_URL is " + base
		}
	}
	if !signedIn(f, env) {
		return "nobody is signed in, and there is no API key"
	}
	return ""
}

// signedIn reports whether there may be a login or an API key; macOS keeps them elsewhere.
// Nothing secret is read.
func signedIn(f *finder, env environment) bool {
	own := parseFile(filepath.Join(cmp.Or(f.site.ConfigDir, f.site.Home), ".claude.json"))
	return f.site.GOOS == "darwin" || exists(filepath.Join(f.site.Config(), ".credentials.json")) ||
		own.Get("oauthAccount").Exists() || own.Get("primaryApiKey").Exists() ||
		env.get("ANTHROPIC_API_KEY") != "" || env.get("CLAUDE_CODE_OAUTH_TOKEN") != ""
}

// An environment is the client's, extended by settings files.
type environment struct {
	set    map[string]gjson.Result
	getenv func(string) string // nil for an empty one
}

func (e environment) get(name string) string {
	if v, ok := e.set[name]; ok {
		return v.String()
	}
	if e.getenv == nil {
		return ""
	}
	return e.getenv(name)
}
