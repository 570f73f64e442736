package shell

import (
	"slices"
	"strings"
)

// harmlessCommand reports whether a command is known to do nothing that cannot be
// taken back and that nobody else sees: it reads, or it tests, builds, checks or
// formats the project.
func harmlessCommand(words []string) bool {
	for len(words) > 0 && (words[0] == "$" || harmlessVariable(words[0])) {
		words = words[1:]
	}
	if len(words) == 0 {
		return true
	}
	for _, w := range words {
		if touchesSecrets(w) || runsAnother(w) {
			return false
		}
	}
	program, args := projectProgram(words[0]), words[1:]
	if asksForVersion(program, args) {
		return true
	}
	if program == "time" {
		return harmlessCommand(args)
	}
	if reads(program, args) || ofGit(program, args) {
		return true
	}
	if slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, "://") }) {
		return false // what is not of the project
	}
	return checks(program) || builds(program, args) || runsChecks(program, args) || looksAround(program, args)
}

// harmlessVariable reports whether a word sets a variable that only changes how a
// program reports.
func harmlessVariable(word string) bool {
	name, _, set := strings.Cut(word, "=")
	switch name {
	case "ci", "node_env", "rust_backtrace", "no_color", "force_color", "cgo_enabled", "goos", "goarch", "pythondontwritebytecode":
		return set
	}
	return false
}

// touchesSecrets reports whether a word names what should not be read out.
func touchesSecrets(word string) bool {
	for _, part := range [...]string{".ssh", ".aws", ".gnupg", ".netrc", "id_rsa", "id_ed25519", ".env", "credential", "secret", "password", "token", ".pem", ".kube", "/etc/"} {
		if strings.Contains(word, part) {
			return true
		}
	}
	return false
}

// runsAnother reports whether a word is a flag by which a harmless program runs another.
func runsAnother(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return name != "--all" && names(name, "-exec", "--exec", "--exec-batch", "-toolexec", "-vettool", "--pre", "--hostname-bin", "--compress-program", "--ext-diff", "--pager",
		"--open-files-in-pager", "--upload-pack", "--post-run-command", "--script-shell", "--eval", "--call", "--package", "--allow-remove-files")
}

// projectProgram is the name of a program that belongs to the project by convention,
// and any other as it is written.
func projectProgram(word string) string {
	for _, dir := range [...]string{"./node_modules/.bin/", "node_modules/.bin/", "./vendor/bin/", "vendor/bin/", ".venv/bin/", "venv/bin/"} {
		if name, ok := strings.CutPrefix(word, dir); ok {
			return name
		}
	}
	switch word {
	case "./gradlew", "./mvnw":
		return word[2:]
	case "python3", "py":
		return "python"
	}
	return word
}

// asksForVersion reports whether a program is only asked what it is.
func asksForVersion(program string, args []string) bool {
	if len(args) != 1 || strings.Contains(program, "/") {
		return false
	}
	switch args[0] {
	case "--version", "-V", "version", "--help":
		return true
	case "-v":
		return among(program, "node", "npm", "yarn", "pnpm", "bun", "ruby", "php")
	}
	return false
}

// reads reports whether a program only reads, with these arguments.
func reads(program string, args []string) bool {
	switch program {
	case "ls", "cat", "head", "tail", "wc", "grep", "egrep", "fgrep", "rg", "ag", "pwd", "cd", "echo", "printf", "which", "whoami", "uname",
		"du", "df", "ps", "stat", "file", "diff", "cmp", "cut", "tr", "jq", "true", "false", "sleep", "seq", "md5sum", "sha256sum",
		"basename", "dirname", "realpath", "readlink", "uptime", "free", "lsof", "nproc", "column", "nl", "mkdir", "touch":
		return true
	case "sort", "tree":
		return !hasFlag(args, "-o", "--output")
	case "uniq":
		files := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") })
		return len(files) < 2 // the second is written
	case "fd":
		return !hasFlag(args, "-x", "-X")
	case "find":
		for _, a := range args {
			if strings.HasPrefix(a, "-delete") || strings.HasPrefix(a, "-exec") || strings.HasPrefix(a, "-ok") || strings.HasPrefix(a, "-fprint") ||
				strings.HasPrefix(a, "-fls") {
				return false
			}
		}
		return true
	case "xargs":
		if len(args) > 0 && among(args[0], "-0", "-r", "-t") {
			args = args[1:]
		}
		return len(args) > 0 && args[0] != "xargs" && reads(args[0], args[1:])
	case "sed":
		return len(args) > 1 && args[0] == "-n" && strings.Trim(args[1], "0123456789,$") == "p" && !hasFlag(args[2:], "-i", "--in-place", "-e", "-f", "--expression", "--file")
	}
	return false
}

// checks reports whether a program tests, checks or formats the project, whatever its
// arguments.
func checks(program string) bool {
	switch program {
	case "pytest", "jest", "vitest", "mocha", "ava", "tap", "tsc", "eslint", "prettier", "biome", "stylelint", "ruff", "black", "isort", "flake8",
		"mypy", "pyright", "pylint", "rubocop", "rspec", "phpunit", "phpstan", "psalm", "pint", "pest", "golangci-lint", "staticcheck", "gofmt", "gofumpt",
		"goimports", "govulncheck", "rustfmt", "shellcheck", "shfmt", "hadolint", "markdownlint", "yamllint", "actionlint", "tox", "nox", "ctest",
		"ktlint", "detekt", "swiftlint", "clang-format", "clang-tidy", "vue-tsc", "gotestsum", "unittest", "oxlint":
		return true
	}
	return false
}

// builds reports whether a tool of a language is told to build, test or format, or to
// fetch what the project has locked.
func builds(program string, args []string) bool {
	words := positional(args, "--tests", "-pl")
	first, second := at(words, 0), at(words, 1)
	switch program {
	case "go":
		return among(first, "test", "build", "vet", "fmt", "list", "version", "doc", "generate") ||
			first == "mod" && among(second, "tidy", "download", "verify", "graph", "why", "vendor")
	case "cargo":
		return among(first, "test", "build", "check", "clippy", "fmt", "bench", "doc", "tree", "nextest", "metadata", "fetch")
	case "mvn", "mvnw", "gradle", "gradlew":
		for _, w := range words {
			if !safeTarget(w[strings.LastIndexByte(w, ':')+1:]) {
				return false
			}
		}
		return len(words) > 0
	case "dotnet":
		return among(first, "test", "build", "format", "restore")
	case "swift", "zig":
		return among(first, "test", "build", "fmt")
	case "flutter", "dart", "mix", "deno", "rails", "bin/rails", "artisan":
		return among(first, "test", "analyze", "format", "compile", "credo", "lint", "fmt", "check")
	case "cmake":
		return !hasFlag(args, "--install", "-E", "-P") && !among("install", words...)
	case "bundle", "composer":
		return len(words) == 1 && among(first, "install", "check", "validate", "test")
	case "poetry", "uv", "pdm", "pipenv":
		return len(words) == 1 && among(first, "install", "sync", "lock", "check")
	case "pip", "pip3":
		return first == "list" || first == "freeze" || first == "check" || first == "install" && hasFlag(args, "-r") && len(words) == 2
	case "pre-commit":
		return first == "run"
	case "playwright", "cypress":
		return among(first, "test", "run")
	}
	return false
}

// runsChecks reports whether a program that runs others is told to run checks: the
// targets of a build file, the scripts of a package, or a tool by its name.
func runsChecks(program string, args []string) bool {
	words := positional(args, "-C", "--filter", "--workspace", "-w", "--prefix", "--cwd")
	first := at(words, 0)
	switch program {
	case "make", "gmake", "just", "task", "rake", "ninja":
		return makes(args)
	case "npm", "pnpm", "yarn", "bun":
		switch {
		case first == "run" || first == "run-script":
			return safeTarget(at(words, 1))
		case first == "exec":
			return checks(at(words, 1))
		case among(first, "ci", "install", "i") || first == "" && program == "yarn":
			return len(words) < 2 && !hasFlag(args, "-g", "--global")
		case first == "audit":
			return len(words) == 1
		case among(first, "ls", "list", "outdated", "view", "why"):
			return true
		}
		return safeTarget(first) || program != "npm" && checks(first)
	case "npx", "bunx":
		for len(args) > 0 && among(args[0], "-y", "--yes", "--no", "--no-install", "-q", "--quiet") {
			args = args[1:]
		}
		return len(args) > 0 && (checks(args[0]) || builds(args[0], args[1:]))
	case "turbo", "nx", "lerna":
		if first == "run" {
			words = words[1:]
		}
		return safeTarget(at(words, 0))
	case "python":
		if i := slices.Index(args, "-m"); i == 0 && len(args) > 1 {
			return checks(args[1]) || args[1] == "pip" && builds("pip", args[2:]) || args[1] == "compileall" || args[1] == "json.tool"
		}
		return first == "manage.py" && among(at(words, 1), "test", "check")
	case "php":
		return first == "artisan" && among(at(words, 1), "test", "about", "route:list")
	case "node":
		return len(args) > 0 && (args[0] == "--test" || args[0] == "--check") && !hasFlag(args[1:], "-e", "-p", "-r", "--print", "--require", "--import")
	}
	if (program == "uv" || program == "poetry" || program == "pdm" || program == "pipenv") && first == "run" || program == "bundle" && first == "exec" {
		return harmlessCommand(args[1:])
	}
	return false
}

// makes reports whether all targets are safe, and what is set beside them are plain
// values, which no program can be named by.
func makes(args []string) bool {
	for _, w := range positional(args, "-C") {
		if !safeTarget(w) {
			return false
		}
	}
	for _, a := range args {
		name, value, set := strings.Cut(a, "=")
		if set && (name == "shell" || strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789") != "") || strings.HasPrefix(a, "-f") || strings.HasPrefix(a, "--file") || strings.HasPrefix(a, "--makefile") {
			return false
		}
	}
	return true
}

// safeTarget reports whether a target of a build file, or a script of a package, is
// called like a check or a build.
func safeTarget(target string) bool {
	name, _, _ := strings.Cut(strings.ReplaceAll(strings.ReplaceAll(target, "-", ":"), ".", ":"), ":")
	return among(name, "test", "tests", "lint", "build", "check", "checks", "fmt", "format", "typecheck", "type", "types", "tsc", "vet", "coverage", "cover",
		"bench", "doc", "docs", "generate", "gen", "codegen", "compile", "clean", "dev", "start", "serve", "watch", "storybook", "unit", "spec", "e2e",
		"integration", "verify", "validate", "all", "quality", "prettier", "eslint", "tidy", "assemble", "spotlesscheck", "spotlessapply", "testclasses", "t")
}

// ofGit reports whether a command of git reads, or adds to what is there.
func ofGit(program string, args []string) bool {
	if program != "git" || len(args) == 0 || strings.HasPrefix(args[0], "-") && !among(args[0], "-C", "--no-pager") {
		return false
	}
	words := positional(args, "-C")
	first, second := at(words, 0), at(words, 1)
	if first != "commit" && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "://") || strings.Contains(w, "::") }) {
		return false
	}
	switch first {
	case "status", "log", "diff", "show", "blame", "fetch", "add", "rev-parse", "describe", "grep", "ls-files", "shortlog", "rev-list", "cat-file":
		return !hasFlag(args, "--output", "-f", "--force", "--prune", "-O")
	case "commit":
		return !hasFlag(args, "--amend", "--no-verify", "-n", "--fixup", "--allow-empty-message")
	case "branch", "tag":
		return !hasFlag(args, "-d", "-D", "-m", "-M", "-f", "-c", "-C", "--delete", "--force", "--move")
	case "stash":
		return second == "" || among(second, "push", "save", "list", "show", "apply")
	case "remote":
		return second == "" || among(second, "show", "get-url")
	case "config":
		return hasFlag(args, "--get", "--list", "-l")
	case "worktree":
		return among(second, "add", "list")
	case "checkout":
		return hasFlag(args, "-b") && !hasFlag(args, "-f", "--force", "-B", "--")
	case "switch":
		return !hasFlag(args, "-f", "--force", "-C", "--discard-changes")
	case "pull":
		return !hasFlag(args, "-f", "--force", "--rebase", "-r")
	}
	return false
}

// looksAround reports whether a tool for what runs elsewhere only looks at it.
func looksAround(program string, args []string) bool {
	words := positional(args)
	first, second := at(words, 0), at(words, 1)
	switch program {
	case "docker", "podman":
		return among(first, "ps", "images", "logs", "build", "inspect", "version", "info", "stats") || first == "compose" && among(second, "ps", "logs", "build", "config", "up", "start", "stop", "restart")
	case "kubectl":
		return among(first, "get", "describe", "logs", "top", "version", "explain", "diff")
	case "terraform", "tofu":
		return among(first, "plan", "validate", "fmt", "show", "version", "graph")
	case "helm":
		return among(first, "list", "template", "lint", "status", "history")
	case "gh":
		return among(first, "pr", "issue", "run", "repo", "release", "workflow") && among(second, "view", "list", "diff", "checks", "status", "watch")
	}
	return false
}

// positional are the arguments that are no flags, nor the value of one of those that
// take one.
func positional(args []string, valued ...string) (words []string) {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case slices.Contains(valued, a):
			i++
		case !strings.HasPrefix(a, "-") && !strings.Contains(a, "="):
			words = append(words, a)
		}
	}
	return words
}

// hasFlag reports whether one of the flags is given, also with a value behind "=" or
// as a letter among others.
func hasFlag(args []string, flags ...string) bool {
	for _, a := range args {
		name, _, _ := strings.Cut(a, "=")
		for _, f := range flags {
			short := len(f) == 2 && f[1] != '-' && strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, f[1:])
			if names(name, f) || short {
				return true
			}
		}
	}
	return false
}

// names reports whether a flag is one of these, or a beginning of a long one, which many
// programs take for it.
func names(flag string, flags ...string) bool {
	return slices.ContainsFunc(flags, func(f string) bool {
		return flag == f || len(flag) > len("--o") && strings.HasPrefix(flag, "--") && strings.HasPrefix(f, flag)
	})
}

func among(word string, words ...string) bool { return slices.Contains(words, word) }

func at(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}
