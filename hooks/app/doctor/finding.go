package doctor

import (
	"slices"
	"strings"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
)

// A Severity says how bad a finding is.
type Severity string

const (
	Error   Severity = "error"   // hooks do not do what they should
	Warning Severity = "warning" // they may not
	Info    Severity = "info"    // good to know
)

// A Finding is one thing that an examination has found.
type Finding struct {
	ID       string   `json:"id"` // one of [Kinds]
	Severity Severity `json:"severity"`
	File     string   `json:"file"`
	Line     int      `json:"line"`          // from 1; 0 for the whole file
	Col      int      `json:"col,omitempty"` // from 1, in characters; 0 if unknown
	Message  string   `json:"message"`
	Why      string   `json:"why"`
	Fix      string   `json:"fix"` // what to do about it; "" if nothing needs to be done
	// Each names the objects, if there are several.
	Each []string `json:"each,omitempty"`
	// Off is how much of the file Claude Code ignores because of it.
	Off config.Extent `json:"off,omitempty"`
	// Fixable reports that neverask can repair it: see [Finding.Plan].
	Fixable bool `json:"fixable"`
	// ByName reports that the repair makes a choice, so it must be requested by ID.
	ByName bool `json:"byName,omitempty"`
	// Parks reports that a repair removes the hook from the file and keeps it.
	Parks bool `json:"parks,omitempty"`
	// After is the line of a mistake in the file that must be repaired before a repair that Parks; 0 if there is none.
	After int `json:"-"`
	// Loses is what a repair permanently removes from the file; undoing it restores that.
	Loses []string `json:"loses,omitempty"`

	plan func() (planner.Plan, error)
}

// Plan plans the repair of a finding that is Fixable.
func (f Finding) Plan() (planner.Plan, error) { return f.plan() }

// StopsHook reports that a hook cannot run, or another command in the settings, though Claude Code accepts what the
// file says.
func (f Finding) StopsHook() bool {
	return f.Severity == Error && (strings.HasPrefix(f.ID, "command-") || slices.Contains(
		[]string{"event-unknown", "matcher-invalid", "matcher-never", "if-never", "hook-uncalled"}, f.ID))
}

// by makes the finding fixable.
func (f Finding) by(plan func() (planner.Plan, error)) Finding {
	f.plan, f.Fixable = plan, plan != nil
	return f
}

// A Kind is a kind of finding.
type Kind struct{ ID, What string }

// Kinds lists all findings.
func Kinds() []Kind {
	return []Kind{
		{"file-unreadable", "a settings file cannot be read"},
		{"file-comments", "a settings file has comments or trailing commas"},
		{"file-malformed", "a settings file is not JSON"},
		{"source-broken", "a plugin, or the front matter of a skill, subagent or command, has a mistake"},
		{"duplicate-key", "a name occurs twice in an object"},
		{"entry-rejected", "an entry of hooks has a mistake that Claude Code does not accept"},
		{"setting-rejected", "a setting has a type that Claude Code does not accept"},
		{"event-misplaced", "an event is outside \"hooks\""},
		{"event-unknown", "Claude Code knows no event of this name"},
		{"matcher-invalid", "a matcher is not a regular expression, so it never fires"},
		{"matcher-never", "a matcher matches nothing that exists"},
		{"matcher-partly", "a part of a matcher matches nothing that exists"},
		{"matcher-ignored", "an event that takes no matcher has one"},
		{"if-never", "an \"if\" never holds"},
		{"hook-uncalled", "Claude Code never calls a hook, because of its type at this event or its URL"},
		{"header-variable", "a variable is left out of a header of an http hook"},
		{"prompt-answer", "a prompt asks the model for JSON that Claude Code does not read"},
		{"timeout-milliseconds", "a timeout looks like milliseconds, and is in seconds"},
		{"command-empty", "a hook has an empty command"},
		{"command-missing", "a hook runs a program that is not there"},
		{"command-not-executable", "a hook runs a file that is not executable"},
		{"command-interpreter", "a hook runs a script whose interpreter is not there"},
		{"command-literal", "a \"~\" or a variable in the path of a hook's program is not expanded"},
		{"command-relative", "a hook names its program relative to the directory that Claude is in"},
		{"command-backslash", "a shell removes the backslashes from the path of a hook's program"},
		{"command-unquoted", "the path of a hook's program has spaces and no quotes"},
		{"input-variable", "a hook reads its input from a variable that is never set"},
		{"output-ignored", "a hook prints something that Claude Code ignores"},
		{"hook-duplicate", "a hook occurs twice"},
		{"hook-repeated", "a plugin and another file have the same hook, and it runs for each"},
		{"hooks-unread", "hooks are in a file that Claude Code does not read"},
		{"hook-slow", "a hook took long in past sessions"},
		{"hooks-switched-off", "a setting turns hooks off"},
		{"permission-rule", "a permission rule is stronger than neverask's answer"},
		{"folder-untrusted", "Claude Code does not trust the folder yet"},
		{"client-missing", "Claude Code is not found"},
		{"client-old", "a client is older than those that neverask was tested with"},
		{"client-untried", "neverask was not tested with this Claude Code, or it differs in some ways"},
		{"hook-missing", "the installed hook binary is gone"},
		{"hook-altered", "the installed hook binary was altered"},
		{"hook-outdated", "the installed hook program is from a different build of neverask"},
		{"hook-silent", "the installed hook failed its self-test"},
		{"hook-works", "the installed hook passed its self-test, and how long that took"},
		{"entry-missing", "one of neverask's entries is gone from a settings file"},
		{"matcher-stale", "your tool rules name different tools than their entry"},
		{"entry-moved", "a settings file runs a neverask hook at another path"},
		{"hooks-lost", "hooks were lost or changed outside neverask"},
		{"questions-unrecorded", "questions of the last week did not reach the installed hook"},
		{"preferences-unreadable", "the preferences cannot be read"},
		{"preferences-gone", "rules are gone with a deleted preferences file"},
		{"preferences-broken", "the preferences are not valid"},
		{"rule-disabled", "a rule of the preferences does nothing"},
		{"rule-contradicted", "two rules answer the same question differently"},
		{"rule-unanswering", "a rule affected none of the questions it matches"},
		{"hook-complaints", "the hook met problems in the last day"},
		{"mode-wide", "other users may write or read a file that only you should"},
	}
}
