package toolrule

import (
	"fmt"
	"slices"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Act says what a rule does.
type Act string

// The acts, the strongest first. The strongest act of the matching rules applies.
const (
	Deny    Act = "deny"    // refuses the call; the message goes to Claude
	Ask     Act = "ask"     // has the client ask the person, who sees the message and the patched input
	Context Act = "context" // tells Claude the message, and leaves the decision to the client
)

// rank orders acts by strength.
func (a Act) rank() int {
	return slices.Index([]Act{Context, Ask, Deny}, a)
}

func (r Rule) checkAct() error {
	switch {
	case r.Act.rank() < 0:
		return fmt.Errorf(`unknown act %q: it is "deny", "ask" or "context"`, r.Act)
	case r.Message == "" && (r.Act == Deny || r.Act == Context):
		return strictjson.Needed("message", "%q needs a message for Claude", r.Act)
	case len([]rune(r.Message)) > maxMessage:
		return fmt.Errorf("the message is longer than %d characters", maxMessage)
	case len(r.Patch) > 0 && r.Act != Ask:
		return fmt.Errorf("a patch does not go with %q", r.Act)
	}
	for i, e := range r.Patch {
		if err := e.check(); err != nil {
			return fmt.Errorf("edit %d: %w", i+1, err)
		}
	}
	return nil
}

// acts, the strongest first.
var acts = []strictjson.Choice{
	{Word: string(Deny), About: "refuses the call, and tells Claude the message"},
	{Word: string(Ask), About: "has Claude Code ask you first"},
	{Word: string(Context), About: "tells Claude the message, and Claude Code decides"},
}

// Acts returns what a rule can do, the strongest act first.
func Acts() []strictjson.Choice { return acts }

func readAct(m hooks.Member, to *string) *strictjson.Fault {
	if m.Value.String() == "allow" {
		return strictjson.Wrong(m.Value, `no neverask rule can "allow" a call: use Claude Code's permission rules`)
	}
	return strictjson.Text(m, to)
}
