package toolrule

import "path/filepath"

// Template is a list of rules to start from.
type Template struct {
	Name  string `json:"name"`
	About string `json:"about"` // one sentence
	Rules []Rule `json:"rules"`
}

// Parts of the patterns. They find a command wherever it stands, also in a text in
// quotes: asking once too often does less harm than not at all. What a command
// hides, in a script, an alias or a variable, no pattern finds.
const (
	space = `(?:\s|\\\n)+`
	word  = `(?:"[^"]*"|'[^']*'|[^\s"';&|()]+)+`
	// end is what may follow a word of a command.
	end = "(\\s|$|[;&|()<>\"'`\\\\])"
	// gitWith is git with the options that come before its command.
	gitWith = `\bgit(?:` + space + `(?:-[Cc]\s*` + word + `|--(?:git-dir|work-tree|namespace|exec-path)[\s=]` + word + `|-[\w-]+(?:=` + word + `)?))*` + space
	// with are options of other programs, of which some have a value behind them.
	with = `(?:` + space + `(?:(?:-n|--namespace|--context|--kube-context|--cluster|--kubeconfig|--user)[\s=]*` + word + `|-[\w-]+(?:=` + word + `)?))*` + space
	// alone is a whole line of one command with an option, which follows.
	alone = `^[^;&|\n]*\s(?:`
)

// Templates returns the templates, for a person with this home directory.
func Templates(home string) []Template {
	return []Template{
		{"confirm-push", "asks before anything is pushed", []Rule{confirmPush()}},
		{"dry-run", "adds --dry-run to commands that destroy or publish and asks first; just asks where no dry run exists", dryRun()},
		{"inside-project", "stops Claude's own tools from writing outside the session's directory", insideProject(home)},
		{"no-secrets", "removes what looks like a password or key from commands, and asks", []Rule{noSecrets()}},
	}
}

// bash is a rule that asks about shell commands. words are what its patterns find.
func bash(id, words, message, matches string, patch ...Edit) Rule {
	return Rule{ID: id, Tool: "Bash", When: []Condition{{Field: "command", Matches: matches}}, Act: Ask, Message: message, Patch: patch, Note: words}
}

func confirmPush() Rule {
	return bash("confirm-push", "git push (also of subtree and lfs), git send-pack, hg push, jj git push", "This pushes to a remote.",
		`(?:`+gitWith+`(?:(?:subtree|lfs)`+space+`)?(?:push|send-pack)|\b(?:hg|jj git)`+space+`push)`+end)
}

const (
	isDry     = "A dry run was made of this command. To run it for real, type it yourself, or turn this rule off."
	noDry     = "This cannot be undone, and has no dry run."
	dryOption = `--dry-run(?:=\S*)?`
)

// dry is a rule that puts an option behind what command finds, unless the whole
// line is one command that has such an option.
func dry(id, words, command, option, has string) Rule {
	r := bash(id, words, isDry, command+end, Edit{Field: "command", Replace: `(` + command + `)` + end, With: "${1} " + option + "${2}"})
	r.When = append(r.When, Condition{Field: "command", Matches: alone + has + `)(?:\s[^;&|\n]*)?$`, Not: true})
	return r
}

func dryRun() []Rule {
	const plain = "--dry-run"
	rsync := dry("dry-run-rsync", "rsync that deletes", `\brsync`, plain, dryOption+`|-[a-zA-Z]*n[a-zA-Z]*`)
	rsync.When = append([]Condition{{Field: "command", Matches: `\brsync\s[^;&|\n]*--(?:del(?:ete[\w-]*)?|remove-source-files)\b`}}, rsync.When...)
	return []Rule{
		dry("dry-run-git", "git push, git clean, git rm", gitWith+`(?:push|clean|rm)`, plain, dryOption+`|-[a-zA-Z]*n[a-zA-Z]*`),
		rsync,
		dry("dry-run-kubectl", "kubectl delete, apply, replace, drain, scale", `\bkubectl`+with+`(?:delete|apply|replace|drain|scale)`, plain+"=client", dryOption),
		dry("dry-run-helm", "helm uninstall, delete, upgrade, rollback, install", `\bhelm`+with+`(?:uninstall|delete|upgrade|rollback|install)`, plain, dryOption),
		dry("dry-run-publish", "npm, pnpm and cargo publish, unpublish", `\b(?:npm|pnpm|cargo)`+space+`(?:publish|unpublish)`, plain, dryOption),
		dry("dry-run-apt", "apt and apt-get remove, purge, autoremove", `\b(?:apt|apt-get)(?:`+space+`-[\w-]+)*`+space+`(?:remove|purge|autoremove)`, plain, dryOption+`|-s`),
		bash("no-dry-run", "rm -r; git reset --hard, branch -d, tag -d, checkout that discards, restore, filter-branch, stash drop; terraform and tofu destroy, apply; docker prune, rm; find -delete; shred, mkfs, wipefs, dd", noDry, `\brm`+space+`(?:[^;&|\n]*\s)?(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)`+end+
			`|`+gitWith+`(?:reset`+space+`(?:[^;&|\n]*\s)?--hard|(?:branch|tag)`+space+`(?:[^;&|\n]*\s)?(?:-[a-zA-Z]*[dD]|--delete)|checkout`+space+`(?:[^;&|\n]*\s)?(?:-f|--force|--|\.)|restore|filter-branch|stash`+space+`(?:drop|clear))`+end+
			`|\b(?:terraform|tofu)(?:`+space+`-[\w-]+(?:=`+word+`)?)*`+space+`(?:destroy|apply)`+end+
			`|\bdocker`+space+`(?:(?:system|volume|image|container|network)`+space+`(?:prune|rm)|rmi)`+end+
			`|\bfind\s[^;&|\n]*\s-delete`+end+`|\b(?:shred|mkfs(?:\.\w+)?|wipefs)\s|\bdd\s[^;&|\n]*\bof=`),
	}
}

func insideProject(home string) []Rule {
	rule := func(id, tools, field string) Rule {
		return Rule{
			ID: id, Tool: tools, Act: Deny, Message: "Write inside the project directory only. If it has to be elsewhere, ask the user to do it.",
			When: []Condition{
				{Field: field, Within: WithinProject, Not: true},
				// Where the client keeps plans and memory.
				{Field: field, Within: filepath.Join(home, ".claude"), Not: true},
			},
		}
	}
	return []Rule{
		rule("inside-project", "Write|Edit|MultiEdit", "file_path"),
		rule("inside-project-notebooks", "NotebookEdit", "notebook_path"),
	}
}

func noSecrets() Rule {
	const value = "(?:\"[^\"$`]+\"|'[^'$]+'|[^\\s\"'$;&|<>()`]+)"
	edit := func(find, with string) Edit { return Edit{Field: "command", Replace: find, With: with} }
	edits := []Edit{
		edit(`\b(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{20,}|xox[abeprs]-[A-Za-z0-9-]{10,}|`+
			`A(?:KI|SI)A[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{30,}|npm_[A-Za-z0-9]{30,}|eyJ[\w-]{6,}\.eyJ[\w-]{6,}\.[\w-]{6,})`, "REDACTED"),
		edit(`(?i)\b([\w-]*(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)=)`+value, "${1}REDACTED"),
		edit(`(?i)(--(?:[\w-]*-)?(?:password|passwd|secret|token|api-?key)\s+)(?:"[^"$`+"`"+`]+"|'[^'$]+'|[^\s"'$;&|<>()`+"`"+`-][^\s"'$;&|<>()`+"`"+`]*)`, "${1}REDACTED"),
		edit(`(?i)(\bauthorization:\s*(?:bearer|basic|token)\s+)[^\s"'$`+"`"+`]+`, "${1}REDACTED"),
		edit(`(://[^\s/:@"'$]+:)[^\s/@"'$]+@`, "${1}REDACTED@"),
	}
	anyOf := ""
	for i, e := range edits {
		if i > 0 {
			anyOf += "|"
		}
		anyOf += "(?:" + e.Replace + ")"
	}
	return bash("no-secrets", "keys of known forms, values called password, secret, token or key, authorization headers, passwords in addresses", "What looks like a secret was replaced by REDACTED. Give it to the command in a variable instead.", anyOf, edits...)
}
