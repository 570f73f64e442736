package hooks

import (
	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// unreadJSON is a file with hooks that Claude Code does not read.
type unreadJSON struct {
	File  string           `json:"file"`
	Why   string           `json:"why"`
	Fix   string           `json:"fix"`
	Hooks []unreadHookJSON `json:"hooks"`
}

type unreadHookJSON struct {
	Event   string  `json:"event"`
	Line    int     `json:"line"`
	Matcher *string `json:"matcher,omitempty"`
	Type    string  `json:"type"`
	Command string  `json:"command"`
}

func jsonOfUnread(all []config.Unread) []unreadJSON {
	list := []unreadJSON{}
	for _, u := range all {
		out := unreadJSON{u.File, u.Why, u.Hint, nil}
		for _, g := range u.Groups {
			for _, h := range g.Handlers {
				out.Hooks = append(out.Hooks,
					unreadHookJSON{g.Event, h.Line, g.Matcher, h.Type, diffview.RedactCommand(h.Summary())})
			}
		}
		list = append(list, out)
	}
	return list
}

// unreadAt returns the files that Claude Code does not read, with their hooks that would run for a call.
func unreadAt(sources config.Sources, c dispatch.Call) (all []config.Unread) {
	for _, u := range sources.Unread {
		source := config.Source{File: u.File, Groups: u.Groups}
		u.Groups = nil
		for _, f := range dispatch.Find(config.Sources{List: []config.Source{source}}, c).Fires {
			g := f.Hook.Group
			g.Handlers = []config.Handler{f.Hook.Handler}
			u.Groups = append(u.Groups, g)
		}
		if len(u.Groups) > 0 {
			all = append(all, u)
		}
	}
	return all
}

// printUnread names the hooks for a call in files that Claude Code does not read.
func printUnread(a *cli.App, unread []config.Unread) {
	for _, u := range unread {
		if n := len(u.Groups); n == 1 {
			a.Line("\n", "There is one in %s:%d, which Claude Code does not read here: %s",
				a.Short(u.File), u.Groups[0].Handlers[0].Line, u.Why)
		} else {
			a.Line("\n", "There are %d in %s, which Claude Code does not read here: %s", n, a.Short(u.File), u.Why)
		}
	}
}
