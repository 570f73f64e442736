package changes

import (
	"errors"
	"fmt"

	"neverask/hooks/app/installer"
	"neverask/hooks/thirdparty/outside"
	"neverask/settings"
	"neverask/settings/worktree"
)

// A KeptContent is what a settings file once held, whoever wrote it.
type KeptContent struct {
	outside.Version
	Target installer.Target
	File   string // symlinks resolved
}

// KeptContents are those of all watched files, the newest first within a file.
func KeptContents(in *installer.Installer) (all []KeptContent, err error) {
	for _, t := range in.Watched() {
		file := worktree.Real(t.Path)
		versions, err := in.OutsideWatch().Versions(file)
		if err != nil {
			return nil, err
		}
		for _, v := range versions {
			all = append(all, KeptContent{v, t, file})
		}
	}
	return all, nil
}

// RestoreContent plans to give a whole file a content that was kept. It works on a file
// that is broken.
func RestoreContent(in *installer.Installer, c KeptContent) (installer.Plan, error) {
	content, err := c.Content()
	if err != nil {
		return installer.Plan{}, fmt.Errorf("%s: %w", c.Target.Path, settings.ErrNoBackup)
	}
	f, err := settings.Load(c.Target.Path)
	var syntax *settings.SyntaxError
	if err != nil && !errors.As(err, &syntax) {
		return installer.Plan{}, err
	}
	l, err := in.InForce(f.Target)
	p := in.NewPlan(in.Scoped(c.Target), "rewind", f.Rewrite(content), l)
	p.Problems = append(p.Problems, installer.Problem{ID: "others-taken-back", Severity: "warning",
		Message: "later changes to the file are undone too", Fix: "check the diff; neverask hooks outside restore restores single hooks and settings"})
	return p, err
}
