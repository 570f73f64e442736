package outside

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/settings"
	"neverask/settings/must"
)

// whole is a settings file with more than hooks.
const whole = `{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "model": "opus",
  "statusLine": { "type": "command", "command": "~/bin/line.sh", "padding": 0 },
  "permissions": {
    "allow": ["Bash(npm test)", "Bash(go vet:*)"],
    "deny": [
      "Read(./.env)",
      "Bash(curl:*)",
      "WebFetch"
    ],
    "defaultMode": "plan"
  },
  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]},
  "env": { "A": "1", "TOKEN": "s3cret" },
  "enabledPlugins": { "a@m": true, "b@m": false },
  "extraKnownMarketplaces": { "m": { "source": { "source": "github", "repo": "x/y" } } },
  "companyAnnouncements": ["one", "two"]
}
`

// cut takes texts out of the file.
func cut(t *testing.T, texts ...string) string {
	t.Helper()
	s := whole
	for _, text := range texts {
		if !strings.Contains(s, text) {
			t.Fatalf("%q is not there", text)
		}
		s = strings.Replace(s, text, "", 1)
	}
	return s
}

const (
	lineText  = `  "statusLine": { "type": "command", "command": "~/bin/line.sh", "padding": 0 },` + "\n"
	curl      = `      "Bash(curl:*)",` + "\n"
	plugin    = `"a@m": true, `
	denyText  = `    "deny": [` + "\n" + `      "Read(./.env)",` + "\n" + curl + `      "WebFetch"` + "\n    ],\n"
	permitted = `  "permissions": {` + "\n" + `    "allow": ["Bash(npm test)", "Bash(go vet:*)"],` + "\n" + denyText + `    "defaultMode": "plan"` + "\n  },\n"
)

// What others take out of a settings file is told of, and comes back as it was, to the
// byte; what they change gets its value back.
func TestSettingsOfOthers(t *testing.T) {
	const line = `statusLine={ "type": "command", "command": "~/bin/line.sh", "padding": 0 }`
	for _, c := range []struct {
		name, now, want string
	}{
		{"nothing", whole, ""},
		{"another layout and order", compacted(t, whole), ""},
		{"a status line, a permission and a plugin", cut(t, lineText, curl, plugin), "lost " + line + `, lost permissions.deny="Bash(curl:*)", lost enabledPlugins.a@m=true`},
		{"the first and the last of a list", cut(t, `      "Read(./.env)",`+"\n", ",\n"+`      "WebFetch"`), `lost permissions.deny="Read(./.env)", lost permissions.deny="WebFetch"`},
		{"a list", cut(t, denyText), `lost permissions.deny="Read(./.env)", lost permissions.deny="Bash(curl:*)", lost permissions.deny="WebFetch"`},
		{"a member with all that it holds", cut(t, permitted), `lost permissions.allow="Bash(npm test)", lost permissions.allow="Bash(go vet:*)", lost permissions.deny="Read(./.env)", ` +
			`lost permissions.deny="Bash(curl:*)", lost permissions.deny="WebFetch", lost permissions.defaultMode="plan"`},
		{"variables", cut(t, `"A": "1", `), `lost env.A="1"`},
		{"a member at the beginning and one at the end", cut(t, `  "model": "opus",`+"\n", ",\n"+`  "companyAnnouncements": ["one", "two"]`), `lost model="opus", lost companyAnnouncements="one", lost companyAnnouncements="two"`},
		{"a value", strings.Replace(whole, `"plan"`, `"bypassPermissions"`, 1), `changed permissions.defaultMode="plan" to permissions.defaultMode="bypassPermissions"`},
		{"a plugin switched off", strings.Replace(whole, `"a@m": true`, `"a@m": false`, 1), "changed enabledPlugins.a@m=true to enabledPlugins.a@m=false"},
		{"the command of the status line", strings.Replace(whole, "line.sh", "x.sh", 1), "changed " + line + " to " + strings.Replace(line, "line.sh", "x.sh", 1)},
		{"a marketplace", strings.Replace(whole, "x/y", "x/z", 1), `changed extraKnownMarketplaces.m={ "source": { "source": "github", "repo": "x/y" } } to extraKnownMarketplaces.m={ "source": { "source": "github", "repo": "x/z" } }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, whole)
			b.write(c.now)
			b.expect(c.want)
			found := b.changes()
			if len(found) == 0 {
				return
			}
			b.putBack(found)
			if b.content() != whole {
				t.Errorf("got\n%s\nwant\n%s", b.content(), whole)
			}
			b.expect("")
		})
	}
}

func compacted(t *testing.T, text string) string {
	t.Helper()
	var v map[string]any
	must.Do(t, json.Unmarshal([]byte(text), &v))
	b, err := json.Marshal(v)
	must.Do(t, err)
	return string(b)
}

func (b *bench) putBack(found []Change) {
	b.t.Helper()
	b.ours("recover", func(d settings.Document) (settings.Document, error) {
		return PutBack(d, found, b.watch.Past(b.path)...)
	})
}

// Each of several losses can be put back alone, in any order, and beside what others have
// added since.
func TestSettingsOneByOne(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		b := newBench(t, whole)
		b.write(cut(t, lineText, curl, plugin))
		for i, at := range order {
			found := b.changes()
			if len(found) != 3-i {
				t.Fatalf("%d are lost", len(found))
			}
			of := []string{"statusLine", "permissions.deny", "enabledPlugins.a@m"}[at]
			for _, c := range found {
				if c.Item.Name() == of {
					b.putBack([]Change{c})
				}
			}
		}
		if b.content() != whole {
			t.Errorf("%v: got\n%s", order, b.content())
		}
	}
	b := newBench(t, whole)
	b.write(strings.Replace(cut(t, permitted, curlessLine), `"env"`, `"permissions": {"allow": ["X"]}, "env"`, 1))
	var lost []Change
	for _, c := range b.changes() {
		if c.Kind == Lost {
			lost = append(lost, c)
		}
	}
	b.putBack(lost)
	b.expect(`new permissions.allow="X"`)
}

const curlessLine = `  "model": "opus",` + "\n"

// What is new, and what neverask does itself.
func TestSettingsThatCame(t *testing.T) {
	b := newBench(t, `{"env": {"A": "1"}}`)
	b.write(`{"env": {"A": "1", "B": "2"}, "": 1, "x": [], "y": {}, "permissions": {"allow": ["X", {"a": 1.50}], "": 3}}`)
	b.expect(`new env.B="2", new permissions.allow="X", new permissions.allow={"a": 1.50}`)
	b.ours("set", func(d settings.Document) (settings.Document, error) { return d.Set(settings.Path{"env", "A"}, `"2"`) })
	b.ours("remove", func(d settings.Document) (settings.Document, error) { return d.Delete(settings.Path{"env", "B"}) })
	b.expect(`new permissions.allow="X", new permissions.allow={"a": 1.50}`)
	b.write(`{"env": {"A": "3"}}`)
	b.expect(`changed env.A="2" to env.A="3", lost permissions.allow="X", lost permissions.allow={"a": 1.50}`)
	must.Do(t, b.watch.Accept(context.Background(), b.path, func(c Change) bool { return c.Item.Element }))
	b.expect(`changed env.A="2" to env.A="3"`)
}

// A memory of before settings were watched knows them as they are now.
func TestSettingsOfAnOldMemory(t *testing.T) {
	b := newBench(t, whole)
	file := b.watch.file(b.path)
	old := fmt.Sprintf(`{"target":%q,"hooks":%q}`, b.path, `{"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}`)
	must.Write(t, file, old)
	b.write(strings.Replace(whole, `"command": "a"`, `"command": "b"`, 1))
	b.expect("lost Stop:*:a, new Stop:*:b")
	b.write(strings.Replace(cut(t, lineText), `"command": "a"`, `"command": "b"`, 1))
	if got := words(b.changes()); !strings.Contains(got, "lost statusLine=") || !strings.HasPrefix(got, "lost Stop:*:a, ") {
		t.Errorf("%q", got)
	}
}

// The contents of a file are kept, so many and no longer than for half a year.
func TestVersions(t *testing.T) {
	b := newBench(t, "{}")
	clock := time.Date(2100, 1, 2, 3, 4, 5, 0, time.UTC)
	b.watch.now = func() time.Time { clock = clock.Add(time.Minute); return clock }
	for i := range keptVersions + 5 {
		b.write(fmt.Sprintf(`{"n": %d}`, i))
		b.changes()
		b.changes()
	}
	all, err := b.watch.Versions(b.path)
	if err != nil || len(all) != keptVersions {
		t.Fatalf("%d versions, %v", len(all), err)
	}
	if text, err := all[0].Content(); err != nil || string(text) != fmt.Sprintf(`{"n": %d}`, keptVersions+4) {
		t.Errorf("%s, %v", text, err)
	}
	clock = clock.Add(keptFor + time.Hour)
	b.write("{ }")
	b.changes()
	b.write(`{"n": "` + strings.Repeat("x", largeVersion) + `"}`)
	b.changes()
	if all, err = b.watch.Versions(b.path); err != nil || len(all) != 1 {
		t.Errorf("%d versions, %v", len(all), err)
	}
	if other, err := b.watch.Versions(b.path + "x"); err != nil || len(other) != 0 {
		t.Errorf("of another file %v, %v", other, err)
	}
}
