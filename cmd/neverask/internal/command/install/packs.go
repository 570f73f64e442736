package install

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
)

// packFlag names packs of hooks.
type packFlag struct {
	given []string
	packs []config.Installable
}

func (f *packFlag) flag(cmd *cobra.Command, help string) {
	cmd.Flags().StringSliceVar(&f.given, "pack", nil, help)
	_ = cmd.RegisterFlagCompletionFunc("pack", completePacks)
}

func (f *packFlag) parse() error {
	for _, name := range f.given {
		p, err := config.ParseInstallable(name)
		if err != nil {
			return cli.Misuse(similarPack(name), "--pack: %w", err)
		}
		if !slices.Contains(f.packs, p) {
			f.packs = append(f.packs, p)
		}
	}
	return nil
}

// similarPack is a hint for a name that begins like a pack's.
func similarPack(name string) string {
	for _, p := range config.Installables() {
		if len(name) > 1 && strings.HasPrefix(string(p), strings.ToLower(name[:2])) {
			return "did you mean: --pack " + string(p)
		}
	}
	return ""
}

// completePacks completes the last of several names that are separated by commas.
func completePacks(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var all []string
	for _, p := range config.Installables() {
		if !slices.Contains(strings.Split(before, ","), string(p)) {
			all = append(all, before+string(p)+"\t"+p.About())
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// packsWith are the packs that a file has once those that were named are added;
// nil where none was.
func packsWith(a *cli.App, where installer.Target, f packFlag) []config.Installable {
	if len(f.packs) == 0 {
		return nil
	}
	packs := status.Inspect(a.Installer, where).There()
	for _, p := range f.packs {
		if !slices.Contains(packs, p) {
			packs = append(packs, p)
		}
	}
	return packs
}
