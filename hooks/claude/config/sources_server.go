package config

import (
	"cmp"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

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
