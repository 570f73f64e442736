package toolrule

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/must"
)

func template(t *testing.T, name string) *Set {
	t.Helper()
	for _, tt := range Templates("/home/her") {
		if tt.Name == name {
			return New(tt.Rules)
		}
	}
	t.Fatal("no template", name)
	return nil
}

// command is what becomes of a shell command: "" when no rule acts, "asked" when it
// is asked as it came, else what it is changed to.
func command(t *testing.T, s *Set, text string) string {
	t.Helper()
	d := s.Decide(Call{"Bash", parse(t, `{"command":`+quote(text)+`,"timeout":1.0}`)}, Situation{}, nil)
	switch {
	case d.Act == "":
		return ""
	case d.Act != Ask:
		t.Fatalf("%s: %s", text, d.Act)
	case d.Input.Kind() == hooks.Absent:
		return "asked"
	}
	if d.Input.Get("timeout").Raw() != "1.0" {
		t.Errorf("%s: other fields changed: %s", text, d.Input.Raw())
	}
	return d.Input.Get("command").String()
}

func TestTemplatesAreRules(t *testing.T) {
	ids := map[string]bool{}
	for _, tt := range Templates("/home/her") {
		if tt.About == "" || len(tt.Rules) == 0 {
			t.Errorf("%+v says nothing", tt)
		}
		for _, r := range tt.Rules {
			if err := r.Check(); err != nil || ids[r.ID] || r.Message == "" {
				t.Errorf("%s: %v", r.ID, err)
			}
			ids[r.ID] = true
			b, err := json.Marshal(r)
			must.Do(t, err)
			if again, err := parseRule(b); err != nil || !reflect.DeepEqual(again, r) {
				t.Errorf("%s is read as %+v, %v", b, again, err)
			}
		}
	}
}

// A command that cannot be written again as it was is no way around being asked.
func TestDryRunAsksAboutWhatItCannotChange(t *testing.T) {
	if got := command(t, template(t, "dry-run"), "git push # \ufffd"); got != "asked" {
		t.Errorf("got %q", got)
	}
}

func TestConfirmPush(t *testing.T) {
	s := template(t, "confirm-push")
	for _, text := range []string{
		"git push", "git push -f", "git push --force-with-lease origin main", "git -C x push", `git -C "my dir" push`, "git -C 'a b' -c x.y=z push origin",
		"git --git-dir=/a/.git push", "git --git-dir /a/.git --work-tree /a push", "git --no-pager push", "FOO=1 git push", "FOO=1 BAR='x y' git push",
		"a && git push", "a; git push", "a | git push", "a\ngit push\nb", "(git push)", "$(git push)", "`git push`", "{ git push; }", "sudo git push", "env X=1 git push",
		"/usr/bin/git push", "if true; then git push; fi", "bash -c 'git push'", `sh -c "cd x && git push"`, "git \\\n  push origin", "git   push", "git\tpush",
		"git subtree push --prefix x origin y", "git lfs push origin main", "jj git push", "hg push", "git push;", "git push&", "time git push>log", "git push 2>&1 | tail",
		"xargs git push", "git send-pack origin",
	} {
		if got := command(t, s, text); got != "asked" {
			t.Errorf("%q is not asked: %q", text, got)
		}
	}
	for _, text := range []string{
		"git status", "git stash push", "git log --grep=push", "git log --oneline -- push", "git config push.default simple", "git pushd", "git push-all", "legit push",
		"git remote set-url --push origin x", "git", "push", "docker push image", "git pull", "git commit -m 'pushed it'", "echo push", "git-push-hook", "ls git push.txt",
		"git checkout push", "git branch push/it", "grep -r push .", "git help push", "git show push",
	} {
		if got := command(t, s, text); got != "" {
			t.Errorf("%q is asked", text)
		}
	}
}

func TestDryRun(t *testing.T) {
	s := template(t, "dry-run")
	for text, want := range map[string]string{
		"git push":                            "git push --dry-run",
		"git push -f origin":                  "git push --dry-run -f origin",
		"git -C x push":                       "git -C x push --dry-run",
		"FOO=1 git push":                      "FOO=1 git push --dry-run",
		"a && git push && b":                  "a && git push --dry-run && b",
		"git push;git push":                   "git push --dry-run;git push --dry-run",
		"git clean -fdx":                      "git clean --dry-run -fdx",
		"git rm -r src":                       "git rm --dry-run -r src",
		"bash -c 'git clean -f'":              "bash -c 'git clean --dry-run -f'",
		"git clean -n && git clean -f":        "git clean --dry-run -n && git clean --dry-run -f",
		"git push --dry-run":                  "",
		"git push -n origin":                  "",
		"git clean -nd":                       "",
		"git status":                          "",
		"git stash push":                      "",
		"git log -- rm":                       "",
		"rsync -a --delete a/ b/":             "rsync --dry-run -a --delete a/ b/",
		"rsync -a --delete-after a b":         "rsync --dry-run -a --delete-after a b",
		"rsync -an --delete a b":              "",
		"rsync -a a b":                        "",
		"kubectl delete pod x":                "kubectl delete --dry-run=client pod x",
		"kubectl -n prod delete pod x":        "kubectl -n prod delete --dry-run=client pod x",
		"kubectl --context=c -n p apply -f x": "kubectl --context=c -n p apply --dry-run=client -f x",
		"kubectl apply -f x --dry-run=server": "",
		"kubectl get pods":                    "",
		"kubectl get pods -n delete":          "",
		"helm uninstall x":                    "helm uninstall --dry-run x",
		"helm --kube-context c upgrade a b":   "helm --kube-context c upgrade --dry-run a b",
		"helm list":                           "",
		"npm publish":                         "npm publish --dry-run",
		"cargo publish --dry-run":             "",
		"npm run publish":                     "",
		"sudo apt-get -y purge vim":           "sudo apt-get -y purge --dry-run vim",
		"apt install vim":                     "",
		"rm -rf build":                        "asked",
		"sudo rm -fr /":                       "asked",
		"rm --recursive x":                    "asked",
		"rm x -r":                             "asked",
		"a; rm -r b":                          "asked",
		"rm x":                                "",
		"rm -f x":                             "",
		"form -r x":                           "",
		"git reset --hard":                    "asked",
		"git -C x reset --hard HEAD~1":        "asked",
		"git reset HEAD~1":                    "",
		"git branch -D x":                     "asked",
		"git branch --delete x":               "asked",
		"git branch -a":                       "",
		"git checkout -- .":                   "asked",
		"git checkout .":                      "asked",
		"git checkout -b x":                   "",
		"git checkout main":                   "",
		"git stash drop":                      "asked",
		"git stash":                           "",
		"terraform destroy":                   "asked",
		"terraform -chdir=x destroy":          "asked",
		"terraform plan":                      "",
		"docker system prune -af":             "asked",
		"docker rmi x":                        "asked",
		"docker ps":                           "",
		"find . -name x -delete":              "asked",
		"find . -name delete":                 "",
		"dd if=a of=/dev/sda":                 "asked",
		"mkfs.ext4 /dev/sda":                  "asked",
		"add of=x":                            "",
		"git push && rm -rf build":            "git push --dry-run && rm -rf build",
	} {
		if got := command(t, s, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestNoSecrets(t *testing.T) {
	s := template(t, "no-secrets")
	key := "ghp_" + strings.Repeat("a1", 18)
	for text, want := range map[string]string{
		"curl -H 'Authorization: Bearer abc.def' x":         "curl -H 'Authorization: Bearer REDACTED' x",
		`curl -H "authorization: token ` + key + `" x`:      `curl -H "authorization: token REDACTED" x`,
		"GITHUB_TOKEN=abcdef gh pr list":                    "GITHUB_TOKEN=REDACTED gh pr list",
		"export DB_PASSWORD='my secret'":                    "export DB_PASSWORD=REDACTED",
		`API_KEY="x y" cmd`:                                 "API_KEY=REDACTED cmd",
		"cmd --password hunter2 -v":                         "cmd --password REDACTED -v",
		"cmd --db-password=hunter2":                         "cmd --db-password=REDACTED",
		"git clone https://me:hunter2@host/x":               "git clone https://me:REDACTED@host/x",
		"echo " + key:                                       "echo REDACTED",
		"aws configure set k AKIAABCDEFGHIJKLMNOP":          "aws configure set k REDACTED",
		"X=sk-ant-" + strings.Repeat("x", 30):               "X=REDACTED",
		"A_TOKEN=abc B_SECRET=def c":                        "A_TOKEN=REDACTED B_SECRET=REDACTED c",
		"curl x?token=abc&y=1":                              "curl x?token=REDACTED&y=1",
		"GITHUB_TOKEN=$TOKEN gh pr list":                    "",
		`curl -H "Authorization: Bearer $TOKEN" x`:          "",
		`export TOKEN="$(cat token)"`:                       "",
		"TOKEN=`cat token` x":                               "",
		"MAX_TOKENS=4096 run":                               "",
		"cmd --password-stdin":                              "",
		"cmd --password $PW":                                "",
		"cmd --token --verbose":                             "",
		"git clone https://host/x":                          "",
		"git clone git@host:x":                              "",
		"curl http://localhost:8080/x@y":                    "",
		"ls sk-short":                                       "",
		"grep -r token .":                                   "",
		"echo eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2QT4": "echo REDACTED",
	} {
		if got := command(t, s, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestInsideProject(t *testing.T) {
	s := template(t, "inside-project")
	dir := t.TempDir()
	for _, tt := range []struct {
		tool, input string
		want        Act
	}{
		{"Write", `{"file_path":` + quote(filepath.Join(dir, "a")) + `,"content":"x"}`, ""},
		{"Edit", `{"file_path":"a"}`, ""},
		{"Write", `{"file_path":"/etc/passwd"}`, Deny},
		{"Write", `{"file_path":"../x"}`, Deny},
		{"MultiEdit", `{"file_path":"~/x"}`, Deny},
		{"Write", `{"file_path":"~/.claude/plans/p.md"}`, ""},
		{"NotebookEdit", `{"notebook_path":"/x.ipynb"}`, Deny},
		{"NotebookEdit", `{"notebook_path":"x.ipynb"}`, ""},
		{"Read", `{"file_path":"/etc/passwd"}`, ""},
		{"Write", `{}`, ""},
	} {
		if d := s.Decide(Call{tt.tool, parse(t, tt.input)}, Situation{Project: dir, Cwd: dir, Home: "/home/her"}, nil); d.Act != tt.want {
			t.Errorf("%s %s: %q", tt.tool, tt.input, d.Act)
		}
	}
}

func BenchmarkTemplates(b *testing.B) {
	var all []Rule
	for _, t := range Templates("/home/her") {
		all = append(all, t.Rules...)
	}
	s := New(all)
	input, err := hooks.Parse(`{"command":"cd /work && go test ./... 2>&1 | tail -20 && git add -A && git commit -m 'a message of some length'"}`)
	must.Do(b, err)
	for b.Loop() {
		s.Decide(Call{"Bash", input}, Situation{}, nil)
	}
}
