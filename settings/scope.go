package settings

import "fmt"

// A Scope names a place from which Claude Code reads settings, and which a person may edit.
type Scope string

const (
	User    Scope = "user"    // ~/.claude/settings.json, for every project
	Project Scope = "project" // .claude/settings.json of the directory, shared with a team
	Local   Scope = "local"   // .claude/settings.local.json of the repository, private
)

// Scopes are all scopes, the widest first.
var Scopes = []Scope{User, Project, Local}

// ParseScope reads the name of a scope.
func ParseScope(s string) (Scope, error) {
	for _, scope := range Scopes {
		if s == string(scope) {
			return scope, nil
		}
	}
	return "", fmt.Errorf("unknown scope %q: it is user, project or local", s)
}
