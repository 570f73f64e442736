package diffview

// The values of [Change.Op].
const (
	OpAdd    = "add"
	OpChange = "change"
	OpRemove = "remove"
)

// The values of [Change.Owner].
const (
	Ours  = "neverask"
	Other = "other"
)

// Handler is what a hook runs, as far as every type of handler has it.
type Handler struct {
	Type    string   `json:"type,omitempty"`    // command, http, mcp_tool, prompt, agent
	Command string   `json:"command,omitempty"` // command line, or URL, server/tool, prompt
	Args    []string `json:"args,omitzero"`     // exec form only; [] differs from absent
	Timeout string   `json:"timeout,omitempty"` // as written, in seconds
}

// Field is one member of a handler, a group or an object. Old and New are its
// values before and after: the text of a string, compact JSON of anything else,
// nil where the member is absent.
type Field struct {
	Name string  `json:"name"`
	Old  *string `json:"old,omitempty"`
	New  *string `json:"new,omitempty"`
}

// Change is one difference in the terms of the settings schema. Its strings
// are redacted, but may hold control characters: draw them with [Visible].
type Change struct {
	Op string `json:"op"`
	// Event is the hook event, empty outside hooks.
	Event string `json:"event,omitempty"`
	// Path is the JSON Pointer of what changed: in the file before for a
	// removal, else in the file after. The empty path is the whole file.
	Path string `json:"path"`
	// Matcher is the group's matcher, nil where absent: after the change, or
	// before it for a removal. A changed matcher is also among Fields.
	Matcher *string `json:"matcher,omitempty"`
	// Group reports that the whole matcher group comes, goes or changes, and
	// not a handler of a group that stays.
	Group bool `json:"group,omitempty"`
	Handler
	// Also lists the other handlers of a group that changes as a whole.
	Also []Handler `json:"also,omitempty"`
	// Fields are the members that differ; of a handler that comes or goes,
	// those that Handler does not show. Outside handlers and groups there is
	// one field, "value".
	Fields []Field `json:"fields,omitempty"`
	// Owner is [Ours] or [Other].
	Owner string `json:"owner"`
	// Note is for the caller to set: what the change means to the person.
	Note string `json:"note"`
}

// Summary is the difference between two settings files.
type Summary struct {
	Changes                 []Change
	Added, Changed, Removed int
	// Groups and Handlers count the hooks of others that are in both files
	// and untouched.
	Groups, Handlers int
	// LayoutOnly reports that the bytes differ but their meaning does not.
	LayoutOnly bool
}
