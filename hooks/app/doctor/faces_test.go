package doctor

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
	"neverask/tui/termtest"
)

// TestWholeFilesAgree: of every file of the tables, in every scope and in managed settings, the
// list of hooks (and Home, which counts what it says), the doctor and the status say the same
// of how much is used.
func TestWholeFilesAgree(t *testing.T) {
	scopes := map[string]settings.Scope{
		userFile: settings.User, "project/.claude/settings.json": settings.Project, "project/.claude/settings.local.json": settings.Local, "managed/managed-settings.json": "",
	}
	for _, s := range fileSamples(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			root, text := termtest.Dir(t, termtest.Memory()), s.files[userFile]
			s.files = map[string]string{}
			for path := range scopes { // no two files run the same
				s.files[path] = strings.ReplaceAll(text, "RECORD ", "RECORD "+filepath.Base(path)+string(scopes[path])+" ")
			}
			o := Options{Installer: s.lay(t, root, filepath.Join(root, "record")), Env: environment(filepath.Join(root, "home"))}
			found := Hooks(o)
			listAgrees(t, o, found)
			for _, scope := range settings.Scopes {
				statusAgrees(t, o, found, o.Installer.Target(scope, o.Installer.Locations.File(scope)))
			}
		})
	}
}

// allOff is what the doctor says because of which no hook of a file runs, or of any.
func allOff(found []Finding, file string) bool {
	return slices.ContainsFunc(found, func(f Finding) bool {
		whole := f.Off == config.OffFile || f.Off == config.OffHooks
		return f.Off == config.OffClient || f.ID == "hooks-switched-off" || whole && f.File == file
	})
}

func listAgrees(t *testing.T, o Options, found []Finding) {
	t.Helper()
	sources := o.Installer.Sources()
	hooks := sources.Hooks()
	for i, s := range o.Standings(sources) {
		h, runs := hooks[i], s.State == dispatch.Active
		told := slices.ContainsFunc(found, func(f Finding) bool {
			here := f.File == h.Source.File && (f.Line == h.Handler.Line || f.Line == h.Group.Line)
			return here && f.Off != config.OffNothing && f.Off != config.OffSetting
		})
		switch off := allOff(found, h.Source.File); {
		case off && runs && h.Source.Kind != config.Managed:
			t.Errorf("%s of %s is active, and the doctor says %+v", h.Handler.Command, h.Source.File, found)
		case !runs && (s.Why == "" || !told && !off):
			t.Errorf("%s of %s is %s (%s), of which the doctor says nothing: %+v", h.Handler.Command, h.Source.File, s.State, s.Why, found)
		}
	}
}

func statusAgrees(t *testing.T, o Options, found []Finding, target installer.Target) {
	t.Helper()
	broken := slices.ContainsFunc(status.Inspect(o.Installer, target).Problems, func(p installer.Problem) bool { return p.Severity == "error" })
	whole, refused := false, false
	for _, f := range found {
		if f.File == target.Path {
			whole = whole || f.Off == config.OffFile || f.Off == config.OffHooks
			refused = refused || f.Off != config.OffNothing || f.ID == "duplicate-key"
		}
	}
	if whole && !broken || broken && !refused {
		t.Errorf("of %s the doctor says %+v, and the status is broken: %v", target.Path, found, broken)
	}
}
