package conflict

import (
	"context"
	"slices"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// Options say what is reviewed, and with what.
type Options struct {
	Sources config.Sources
	Tools   []string                  // that ask questions, see [config.QuestionTools]
	Ours    func(config.Handler) bool // tells neverask's own hook
	Around  CommandEnv
	Past    []Observation // see [Past]
	Tests   Tests
	Host    Host
	// Doubt says why statements about the client may not hold for this version, see
	// [neverask/hooks/claude/client.Version.Doubt]. If it is set, no outcome is Certain.
	Doubt string
	// Timing is how long neverask's hook takes; [OurTiming] if it was not measured.
	Timing Timing
}

// events are those at which hooks can affect questions.
var events = []string{"PreToolUse", "PermissionRequest", "PostToolUse"}

// Review finds the third-party hooks that run at questions, and says what each does and what
// happens as a result. They are in the order of the sources. The only error is the context's.
func Review(ctx context.Context, o Options) ([]Conflict, error) {
	if o.Timing == (Timing{}) {
		o.Timing = OurTiming
	}
	o.Around = o.Around.Remembering()
	all := o.Sources.Hooks()
	past := remember(o.Past, all, o.Tools)
	var theirs []Conflict
	for _, h := range all {
		if h.Source.Off != "" || o.Ours(h.Handler) || !slices.Contains(events, h.Group.Event) {
			continue
		}
		tools := Firing(h, o.Tools)
		if _, never := dispatch.Uncalled(h, o.Sources.Requests); never || len(tools) == 0 {
			continue
		}
		theirs = append(theirs, Conflict{
			ID: h.ID, Hook: h, Tools: tools, unsure: !slices.ContainsFunc(tools, config.ParseMatcher(h.Group.Matcher).Match),
		})
	}
	for i := range theirs {
		c := &theirs[i]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.investigate(o, past)
		c.conclude(o)
		if c.Doubt = o.Doubt; c.Doubt != "" && c.Certainty == Certain {
			c.Certainty = Likely
		}
	}
	return theirs, nil
}

// anyServer stands for an MCP server that neverask does not know.
const anyServer = "mcp__any_server__AskUserQuestion"

// Firing lists the question tools that a hook runs for. A server that is not configured
// here may be elsewhere, so [anyServer] stands for all such servers.
func Firing(h config.Hook, tools []string) []string {
	found := config.FiresFor(h.Group, h.Handler, tools...)
	if !slices.Contains(found, anyServer) {
		found = append(found, config.FiresFor(h.Group, h.Handler, anyServer)...)
	}
	return found
}
