package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// completions gives every command what a shell can offer behind it that the
// command does not say itself: rules, hooks, conflicts and suggestions as they
// are now. What cannot be read is not offered, and nothing is printed.
func (a *app) completions(root *cobra.Command) {
	for _, c := range []struct {
		command string
		flags   []string // none: its arguments
		values  func(context.Context) []string
	}{
		{"install", []string{"on-conflict"}, a.conflictWays},
		{"hooks outside accept", nil, a.driftedIDs},
		{"hooks outside restore", nil, a.driftedIDs},
		{"hooks unpark", nil, a.parkedIDs},
		{"hooks list", []string{"source"}, sourceKinds},
		{"hooks runs", nil, toolsAndEvents},
		{"hooks add", []string{"matcher"}, toolNames},
		{"rules add", []string{"question", "exact"}, a.askedTexts},
		{"rules set", []string{"question", "exact"}, a.askedTexts},
		{"rules add", []string{"header"}, a.askedHeaders},
		{"rules set", []string{"header"}, a.askedHeaders},
		{"rules add", []string{"tool"}, a.questionTools},
		{"rules set", []string{"tool"}, a.questionTools},
		{"rules confirm", nil, a.outsideIDs},
		{"rules suggest", []string{"accept", "not-now", "never"}, a.suggestionIDs},
		{"undo", []string{"op"}, a.changeKinds},
		{"settings set", nil, a.settingNames},
		{"run answer", []string{"ask"}, func(context.Context) []string { return []string{"tty", "stop", "park", "skip"} }},
	} {
		cmd, _, err := root.Find(strings.Fields(c.command))
		if err != nil || cmd == root {
			continue
		}
		offer := a.Offer(c.values)
		if len(c.flags) == 0 {
			cmd.ValidArgsFunction = offer
		}
		for _, flag := range c.flags {
			if _, taken := cmd.GetFlagCompletionFunc(flag); !taken && cmd.Flags().Lookup(flag) != nil {
				_ = cmd.RegisterFlagCompletionFunc(flag, offer)
			}
		}
	}
	for _, name := range []string{"explain", "rules export"} {
		if cmd, _, err := root.Find(strings.Fields(name)); err == nil && cmd.Flags().Lookup("project") != nil {
			_ = cmd.MarkFlagDirname("project")
		}
	}
}

// conflictWays are the ways out for all conflicts, and for each.
func (a *app) conflictWays(ctx context.Context) []string {
	var values []string
	for _, way := range conflict.Ways {
		if way == conflict.ChainAll {
			continue // for one conflict only
		}
		values = append(values, cli.Described(string(way), way.Explain()))
	}
	r, err := cli.Review(ctx, a.App, conflicts.Options{})
	if err != nil {
		return values
	}
	for _, c := range r.Conflicts {
		for _, way := range c.Ways {
			values = append(values, cli.Described(c.ID+"="+string(way), diffview.RedactCommand(c.Hook.Handler.Summary())+": "+c.About(way)))
		}
	}
	return values
}

func (a *app) driftedIDs(ctx context.Context) []string {
	where, err := a.Target(cli.Target{Scope: string(settings.User)})
	if err != nil {
		return nil
	}
	var values []string
	found, _ := cli.OutsideChangesOf(ctx, a.App, where)
	for _, d := range cli.OutsideList(found) {
		values = append(values, cli.Described(d.ID, string(d.Kind)+" "+d.Event+" "+d.Command))
	}
	return values
}

func (a *app) parkedIDs(context.Context) []string {
	parked, err := a.Installer.Parked()
	if err != nil {
		return nil
	}
	var values []string
	for _, p := range parked {
		values = append(values, cli.Described(p.Receipt.ID, p.Receipt.Op+" "+a.Short(p.Receipt.Path)))
	}
	return values
}

func sourceKinds(context.Context) []string {
	var values []string
	for _, kind := range []config.Kind{
		config.User, config.Project, config.Local, config.Extra, config.Managed, config.Plugin, config.Skill, config.Agent, config.Command,
	} {
		values = append(values, string(kind))
	}
	return values
}

// toolsAndEvents are the events and the tools.
func toolsAndEvents(ctx context.Context) []string {
	events, _ := completeEvents(nil, nil, "")
	return slices.Concat(toolNames(ctx), events)
}

// toolNames are the tools of the client that a matcher is likely to name.
func toolNames(context.Context) []string {
	for _, about := range dispatch.Events() {
		if about.Event == hooks.EventPreToolUse {
			return about.Values
		}
	}
	return nil
}

func (a *app) askedTexts(ctx context.Context) []string {
	return a.ofAsked(ctx, func(text, _ string) string { return text })
}

func (a *app) askedHeaders(ctx context.Context) []string {
	return a.ofAsked(ctx, func(_, header string) string { return header })
}

// ofAsked are parts of the questions that were asked, the newest first, each once.
func (a *app) ofAsked(ctx context.Context, part func(text, header string) string) []string {
	asked, _, err := a.Asked(ctx)
	if err != nil {
		return nil
	}
	var values []string
	for _, q := range slices.Backward(asked) {
		v := part(q.Text, q.Header)
		if v != "" && !strings.ContainsAny(v, "\t\n\r") && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// questionTools are "native" and the MCP servers whose tools ask questions.
func (a *app) questionTools(context.Context) []string {
	values := []string{"native\tthe tool of Claude Code itself"}
	for _, tool := range config.QuestionTools(config.Site{Locations: a.Installer.Locations, GOOS: a.Installer.GOOS, ManagedDir: a.Installer.ManagedDir}) {
		if parts := strings.Split(tool, "__"); len(parts) == 3 {
			values = append(values, parts[1])
		}
	}
	return values
}

func (a *app) outsideIDs(ctx context.Context) []string {
	found, _ := a.outside(ctx)
	var values []string
	for _, o := range found {
		values = append(values, cli.Described(o.ID, o.Message))
	}
	return values
}

func (a *app) suggestionIDs(ctx context.Context) []string {
	asked, _, err := a.Asked(ctx)
	if err != nil {
		return nil
	}
	found, err := cli.Suggestions(a.App, asked, nil)
	if err != nil {
		return nil
	}
	var values []string
	for _, s := range found {
		values = append(values, cli.Described(s.ID, s.Latest.Text))
	}
	return values
}

// changeKinds are the kinds of changes that the history has.
func (a *app) changeKinds(context.Context) []string {
	all, err := a.Installer.Store.History()
	if err != nil {
		return nil
	}
	var values []string
	for _, r := range all {
		if !slices.Contains(values, r.Op) {
			values = append(values, r.Op)
		}
	}
	return values
}

// settingNames are the settings that can be changed, with the plugins as they are.
func (a *app) settingNames(context.Context) []string {
	values := []string{"disableAllHooks", "askUserQuestionTimeout", "permissions.defaultMode"}
	for _, s := range a.Installer.Settings(nil) {
		if strings.HasPrefix(s.Name, "enabledPlugins.") {
			values = append(values, cli.Described(s.Name, s.Value))
		}
	}
	return values
}
