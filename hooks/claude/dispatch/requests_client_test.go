//go:build linux

package dispatch

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// allowedURLs are lists of the settings of the user, the project and the person there; API
// is the address of the lab, and "-" no list.
var allowedURLs = [][3]string{
	{`["API/hook/a"]`, `["API/hook/b*"]`, "-"},
	{`[]`, "-", "-"},
	{"-", "-", "-"},
	{"-", `[]`, "-"},
	{`["*"]`, `[]`, "-"},
	{`["API/hook"]`, "-", "-"},
	{`["API/hook/*"]`, "-", "-"},
	{`["http://*/hook/*x"]`, "-", "-"},
	{`["HTTP://127.0.0.1:*/hook/a", "http://localhost*"]`, "-", "-"},
	{"-", "-", `["API/hook/a"]`},
	{`["API/hook/?"]`, "-", "-"},
}

// TestClientAgreesOnRequests: where hooks of the type http make a request, by their URL and
// the lists of URLs in settings.
func TestClientAgreesOnRequests(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	host := strings.TrimPrefix(lab.URL(), "http://")
	port := host[strings.LastIndex(host, ":"):]
	urls := []string{
		"API/hook/a", "API/hook/b/c", "HTTP://" + host + "/hook/d", "API/hook/e?x", "API/hook/f#x", "http:" + host + "/hook/g", "http://localhost" + port + "/hook/h",
		"http://u:p@" + host + "/hook/i", "localhost" + port + "/hook/j", "ftp://" + host + "/hook/k",
	}
	var handlers []any
	for _, u := range urls {
		handlers = append(handlers, map[string]any{"type": "http", "url": strings.Replace(u, "API", lab.URL(), 1)})
	}
	site := config.Site{Locations: settings.Locations{Home: lab.Home, Dir: lab.Project}, GOOS: "linux", ManagedDir: filepath.Join(lab.Home, "none")}
	for i, lists := range allowedURLs {
		if !ct.Part(i, 5) {
			continue
		}
		for n, path := range []string{lab.SettingsPath(), filepath.Join(lab.Project, ".claude/settings.json"), filepath.Join(lab.Project, ".claude/settings.local.json")} {
			members := []string{}
			if n == 0 {
				members = append(members, fmt.Sprintf(`"hooks": {"PreToolUse": [{"hooks": %s}]}`, lab.JSON(handlers)))
			}
			if lists[n] != "-" {
				members = append(members, `"allowedHttpHookUrls": `+strings.ReplaceAll(lists[n], "API", lab.URL()))
			}
			musttest.Write(t, path, "{"+strings.Join(members, ", ")+"}")
		}
		before := len(lab.Requests())
		lab.Turns(ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
		lab.Headless(nil, "hello", "--permission-mode=default", "--allowedTools=Bash")
		var got, want []string
		for _, r := range lab.Requests()[before:] {
			if path, ok := strings.CutPrefix(r.Path, "/hook/"); ok {
				got = append(got, path[:1])
			}
		}
		for _, f := range Find(config.Find(site), Call{Event: hooks.EventPreToolUse, Value: "Bash"}).Fires {
			_, path, _ := strings.Cut(f.Hook.Handler.URL, "/hook/")
			want = append(want, path[:1])
		}
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: the client calls %q, predicted are %q", lists, got, want)
		}
	}
}

// TestClientFillsHeaders: which variables are filled in.
func TestClientFillsHeaders(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	lab := ct.New(t)
	lab.Env["TOKEN"], lab.Env["OTHER"] = "tok", "oth"
	handler := map[string]any{"type": "http", "url": lab.URL() + "/hook/a", "allowedEnvVars": []string{"TOKEN"}, "headers": map[string]string{"X-A": "a $TOKEN b", "X-B": "${TOKEN}", "X-C": "$OTHER"}}
	for names, want := range map[string]string{"": "a tok b|tok|", `"httpHookAllowedEnvVars": ["OTHER"],`: "a  b||"} {
		lab.Settings(fmt.Sprintf(`{%s"hooks": {"UserPromptSubmit": [{"hooks": [%s]}]}}`, names, lab.JSON(handler)))
		lab.Turns(ct.Text("finished"))
		before := len(lab.Requests())
		lab.Headless(nil, "hello")
		got := "no request"
		for _, r := range lab.Requests()[before:] {
			if r.Path == "/hook/a" {
				got = strings.Join([]string{r.Header.Get("X-A"), r.Header.Get("X-B"), r.Header.Get("X-C")}, "|")
			}
		}
		if got != want {
			t.Errorf("%s: %q", names, got)
		}
	}
}
