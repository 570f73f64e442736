package settings

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Command is neverask settings.
func Command(a *cli.App) *cobra.Command {
	var (
		site   cli.SiteFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "settings",
		Short: "Show the settings that affect hooks and questions, and where each comes from",
		Long: `Show the settings that affect hooks and questions: the effective value, the file and
line that sets it, and the places it overrides. Values of environment variables are
not shown.`,
		Example: "  neverask settings\n  neverask settings --cwd ~/work/project --json\n  neverask settings set askUserQuestionTimeout never",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := site.Enter(a); err != nil {
				return err
			}
			effects := a.Installer.Sources(site.Settings, site.PluginDirs).Switches
			var list []settingJSON
			for _, s := range a.Installer.Settings(site.Settings) {
				list = append(list, jsonOfSetting(s, effects))
			}
			if asJSON {
				return a.WriteJSON(map[string]any{"settings": cli.OrEmpty(list)})
			}
			for _, s := range list {
				printSetting(a, s)
			}
			return nil
		},
	}
	site.Flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(setCommand(a))
	return cmd
}

// settingJSON is the documented shape of a setting of settings --json.
type settingJSON struct {
	Name    string       `json:"name"`
	Value   string       `json:"value"`
	Set     bool         `json:"set"`
	Origin  *originJSON  `json:"origin,omitempty"`
	Effect  string       `json:"effect,omitempty"`
	Blocks  bool         `json:"blocks"`
	Hides   []originJSON `json:"hides"`
	Default string       `json:"default,omitempty"`
}

// originJSON is a place that sets a setting.
type originJSON struct {
	Scope    config.Kind `json:"scope"`
	File     string      `json:"file"`
	Line     int         `json:"line"`
	Value    string      `json:"value"`
	Ignored  string      `json:"ignored,omitempty"`
	ReadOnly string      `json:"readOnly,omitempty"`
}

func jsonOfSetting(s config.Setting, effects []config.Switch) settingJSON {
	origin := func(o config.Origin) originJSON {
		return originJSON{o.Kind, o.File, o.Line, diffview.RedactSetting(s.Name, o.Value), o.Ignored, o.ReadOnly}
	}
	j := settingJSON{Name: s.Name, Value: s.Default, Set: s.Set(), Default: s.Default, Hides: []originJSON{}}
	if s.Set() {
		o := origin(s.Origin)
		j.Origin, j.Value = &o, o.Value
	}
	for _, h := range s.Hides {
		j.Hides = append(j.Hides, origin(h))
	}
	for _, e := range effects {
		if s.Set() && e.File == s.File && e.Line == s.Line && strings.HasPrefix(s.Name, e.Name) {
			j.Effect, j.Blocks = e.Effect, e.Blocks
		}
	}
	return j
}

func printSetting(a *cli.App, s settingJSON) {
	where := "default"
	if s.Origin != nil {
		where = originText(a, *s.Origin)
	}
	if s.Value == "" {
		s.Value = "not set"
	}
	name, value := s.Name, s.Value
	if strings.HasPrefix(name, "permissions.") && strings.Contains(name, " ") {
		name, value, _ = strings.Cut(name, " ")
	}
	a.Line("", "%-29s %-32s %s", name, value, where)
	if s.Effect != "" {
		a.Line("", "%-29s → %s", "", s.Effect)
	}
	for _, h := range s.Hides {
		verb := "hides"
		if h.Ignored != "" {
			verb = "ignored, " + h.Ignored + ":"
		} else if strings.Contains(s.Name, " ") {
			verb = "also in"
		}
		a.Line("", "%-29s %s %s %s", "", verb, h.Value, originText(a, h))
	}
}

func originText(a *cli.App, o originJSON) string {
	text := fmt.Sprintf("%s %s", o.Scope, a.Short(o.File))
	if o.Line > 0 {
		text += fmt.Sprintf(":%d", o.Line)
	}
	if o.ReadOnly != "" {
		text += " (" + o.ReadOnly + ")"
	}
	return text
}

func setCommand(a *cli.App) *cobra.Command {
	var (
		t     cli.Target
		f     cli.ChangeFlags
		unset bool
	)
	cmd := &cobra.Command{
		Use:   "set NAME VALUE",
		Short: "Change a setting that affects hooks or questions",
		Long: `Change a setting that affects hooks or questions, or with --unset
take it out of the file: disableAllHooks, askUserQuestionTimeout,
permissions.defaultMode, or enabledPlugins.NAME. Values are true, false or a text.`,
		Example: "  neverask settings set disableAllHooks false --scope local\n  neverask settings set askUserQuestionTimeout --unset",
		Args: func(cmd *cobra.Command, args []string) error {
			if unset {
				return cobra.ExactArgs(1)(cmd, args)
			}
			return cobra.ExactArgs(2)(cmd, args)
		},
		ValidArgsFunction: a.Offer(settingNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			where, err := a.Target(t)
			if err != nil {
				return err
			}
			raw := ""
			if !unset {
				if raw = args[1]; raw != "true" && raw != "false" {
					raw = settings.Quote(strings.Trim(raw, `"`))
				}
			}
			p, err := a.Installer.Configure(where, args[0], raw)
			if err != nil {
				return cli.ManageError(err)
			}
			return a.Change(cmd.Context(), p, nil, f)
		},
	}
	t.Flags(cmd)
	f.Flags(cmd)
	cmd.Flags().BoolVar(&unset, "unset", false, "remove the setting from the file")
	return cmd
}

// settingNames are the settings that can be changed, with the plugins as they are.
func settingNames(_ context.Context, a *cli.App) []string {
	values := []string{"disableAllHooks", "askUserQuestionTimeout", "permissions.defaultMode"}
	for _, s := range a.Installer.Settings(nil) {
		if strings.HasPrefix(s.Name, "enabledPlugins.") {
			values = append(values, s.Name+"\t"+s.Value)
		}
	}
	return values
}
