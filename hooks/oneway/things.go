package oneway

// editable reports whether w names a part of source code, of a text or of a
// screen. Removing or changing one is an edit, and version control has the
// old text; it is not the loss of data.
func editable(w string) bool {
	switch w {
	case "import", "imports", "whitespace", "space", "spaces", "newline", "newlines", "line", "lines", "semicolon",
		"semicolons", "comma", "commas", "brace", "braces", "bracket", "brackets", "parentheses", "quote", "quotes",
		"comment", "comments", "todo", "todos", "code", "function", "functions", "method", "methods", "class",
		"classes", "variable", "variables", "var", "vars", "const", "constant", "constants", "parameter",
		"parameters", "param", "params", "argument", "arguments", "arg", "args", "prop", "props", "attribute",
		"attributes", "field", "type", "types", "typing", "annotation", "annotations", "cast", "casts", "interface",
		"interfaces", "enum", "enums", "struct", "structs", "statement", "statements", "expression", "condition",
		"conditional", "loop", "helper", "helpers", "util", "utils", "hook", "component", "components", "wrapper",
		"wrappers", "button", "buttons", "icon", "icons", "label", "labels", "heading", "headings", "header",
		"headers", "footer", "sidebar", "tooltip", "tooltips", "menu", "padding", "margin", "border", "borders",
		"style", "styles", "animation", "animations", "transition", "transitions", "color", "colors", "colour",
		"colours", "selector", "selectors", "rule", "rules", "css", "print", "prints", "warning", "warnings",
		"assertion", "assertions", "check", "checks", "test", "tests", "mock", "mocks", "stub", "stubs", "fixture",
		"fixtures", "section", "sections", "paragraph", "paragraphs", "sentence", "sentences", "word", "words",
		"typo", "typos", "bullet", "bullets", "character", "characters", "prefix", "prefixes", "suffix", "suffixes",
		"indentation", "duplication", "redundancy", "abstraction", "indirection", "layer", "middleware", "route",
		"endpoint", "endpoints", "flag", "flags", "option", "polyfill", "polyfills", "shim", "shims", "workaround",
		"workarounds", "hack", "boilerplate", "decorator", "decorators", "generic", "generics", "selection",
		"listener", "listeners", "handler", "handlers", "callback", "callbacks", "timer", "timers", "directive",
		"directives", "default", "defaults", "getter", "getters", "setter", "setters", "constructor", "overload",
		"overloads", "dialog", "modal", "widget", "emoji", "emojis", "dash", "dashes", "support", "fallback",
		"wording", "phrase", "toggle", "placeholder", "complexity", "need", "overhead", "friction", "ambiguity",
		"risk", "noise", "clutter", "confusion", "burden", "requirement", "limitation", "coupling", "number",
		"numbers", "literal", "literals", "gradient", "shadow", "syntax", "naming", "names", "listing", "usage",
		"usages":
		return true
	case "leerzeichen", "importe", "kommentar", "kommentare", "zeilenumbruche", "leerzeilen", "semikolons", "variablen",
		"funktion", "funktionen", "espaces", "commentaires", "commentaire", "espacios", "comentarios",
		"comentario", "importaciones", "variaveis", "espacos", "importacoes", "codigo", "funcion", "funcao", "fonction",
		"abschnitt", "schaltflache", "knopf", "bouton", "boton", "botao":
		return true
	}
	return false
}

// releasable reports whether w names what a program releases.
func releasable(w string) bool {
	switch w {
	case "lock", "locks", "mutex", "memory", "semaphore", "handle", "buffer", "resource", "resources", "connection",
		"thread":
		return true
	}
	return false
}

// facet reports whether a thing with this name is never sent, deployed or paid
// itself, so that "release notes?" is no order.
func facet(w string) bool {
	switch w {
	case "button", "icon", "date", "time", "notes", "strategy", "target", "mode", "limit", "size", "frequency",
		"order", "status", "name", "label", "format", "type", "flow", "step", "checklist", "guide", "section",
		"field", "form", "zone", "error", "errors", "api", "library", "tooling", "policy", "cadence", "gateway":
		return true
	}
	return false
}

// aspect reports whether w names a thing that an act word is only part of the
// name of: a delete button, a deploy script, release notes.
func aspect(w string) bool {
	switch w {
	case "action", "actions", "api", "apis", "approach", "audit", "badge", "banner", "behavior", "behaviour", "box",
		"checklist", "client", "cli", "command", "commands", "config", "configuration", "convention", "conventions",
		"copy", "count", "counter", "cycle", "cadence", "date", "dates", "delay", "design", "diagram", "diagrams",
		"overview", "docs", "documentation", "error", "errors", "event", "events", "example", "examples", "feature",
		"features", "flow", "flows", "form", "format", "framework", "frequency", "functionality", "gateway", "guide",
		"history", "hotkey", "indicator", "input", "instructions", "integration", "interval", "job", "jobs", "layout",
		"library", "libraries", "lib", "limit", "limits", "link", "links", "logic", "mechanism", "method", "mode",
		"model", "name", "note", "notes", "notification", "notifications", "number", "operation", "operations",
		"order", "page", "pages", "pattern", "pipeline", "placement", "platform", "playbook", "policy", "procedure",
		"position", "preview", "priority", "process", "progress", "prompt", "provider", "providers", "queue", "rate",
		"request", "requests", "requirement", "requirements", "response", "result", "results", "runbook", "scenario",
		"scenarios", "schedule", "screen", "screens", "script", "scripts", "sdk", "semantics", "setting", "settings",
		"shortcut", "size", "spec", "specs", "speed", "stage", "state", "states", "status", "step", "steps",
		"strategy", "strategies", "system", "tab", "target", "targets", "task", "tasks", "template", "templates",
		"text", "threshold", "time", "timeline", "timeout", "times", "timestamp", "toast", "tool", "tooling", "tools",
		"train", "trigger", "triggers", "tutorial", "type", "variant", "variants", "view", "views", "window",
		"workflow", "workflows", "zone", "sort", "down", "bar", "field", "fields", "list", "address", "addresses",
		"verification", "validation", "confirmation":
		return true
	case "skript", "skripte", "dialogtext", "dienst", "seite", "werkzeug", "strategie", "bibliothek":
		return true
	}
	return editable(w)
}

// runnable reports whether w names a thing that acts when it is started.
func runnable(w string) bool {
	switch w {
	case "script", "scripts", "job", "jobs", "workflow", "workflows", "pipeline", "pipelines", "command", "commands",
		"action", "actions", "task", "tasks", "hook", "step", "steps", "function", "button", "target", "playbook",
		"tool", "query", "queries", "statement", "statements", "procedure", "routine", "cron", "process", "operation",
		"skript", "trigger", "api", "endpoint", "stage", "code", "migration", "migrations":
		return true
	}
	return false
}

// actor reports whether w names something that acts in the product that is
// being built, so that the sentence describes behaviour and orders nothing.
func actor(w string) bool {
	switch w {
	case "user", "users", "admin", "admins", "visitor", "visitors", "member", "members", "editor", "editors",
		"moderator", "moderators", "someone", "anyone", "people", "caller", "callers", "consumer", "player",
		"players", "guest", "guests", "student", "students", "owners", "author", "authors", "readers", "reader",
		"viewers", "customers", "buyers", "sellers", "drivers", "who":
		return true
	case "api", "endpoint", "button", "ui", "cli", "function", "method", "class", "component", "components", "form",
		"handler", "hook", "hooks", "parser", "linter", "compiler", "formatter", "validator", "library", "sdk", "client",
		"page", "app", "service", "services", "server", "backend", "frontend", "tool", "queue", "scheduler", "middleware",
		"plugin", "extension", "widget", "dialog", "modal", "model", "helper", "search", "key", "field",
		"wrapper", "decorator", "controller", "resolver", "listener", "callback", "toggle", "icon", "link",
		"setting", "flag", "option", "shortcut", "gesture", "swipe", "animation", "store", "reducer",
		"cache", "pool", "iterator", "stream", "logger", "renderer", "view", "module", "package", "daemon", "simulator":
		return true
	}
	return false
}

// builds reports whether w is a verb of making or describing, whose object is
// a design and not an act.
func builds(w string) bool {
	switch w {
	case "add", "implement", "support", "handle", "design", "document", "describe", "explain", "mention", "model", "mock",
		"simulate", "style", "show", "display", "hide", "validate", "name", "rename", "log", "audit", "track", "prevent",
		"forbid", "disallow", "represent", "visualise", "visualize", "render", "include", "define", "specify", "cover",
		"animate", "provide", "offer", "mirror", "emulate", "discuss", "list", "find", "read", "check", "inspect", "look",
		"summarise", "summarize", "analyse", "analyze", "compare", "explore", "say":
		return true
	}
	return false
}

// starts reports whether w is a verb that sets its object going, or agrees
// that it may go.
func starts(w string) bool {
	switch w {
	case "run", "rerun", "execute", "exec", "trigger", "start", "restart", "kick", "launch", "invoke", "fire",
		"perform", "proceed", "continue", "approve", "confirm", "authorize", "authorise", "allow", "permit", "begin",
		"initiate", "schedule", "finish", "complete", "finalize", "finalise", "make", "issue", "submit", "create",
		"cut", "tag", "force", "resume", "retry", "redo", "press", "click", "hit", "want", "ready", "ok", "okay",
		"conduct", "apply", "commence", "process", "send", "request", "place", "do", "go", "publish", "accept",
		"carry", "release", "post", "cancel", "stop", "abort", "enable", "push", "deploy", "transfer", "fine",
		"happy", "comfortable", "agree", "agreed":
		return true
	case "ausfuhren", "ausfuehren", "starten", "starte", "bestatigen", "bestaetigen", "durchfuhren", "lancer", "lance",
		"executer", "demarrer", "confirmer", "effectuer", "ejecutar", "ejecuto", "iniciar", "confirmar", "lanzar", "hacer",
		"executar", "rodar", "fazer", "disparar", "realizar", "empezar", "comenzar":
		return true
	}
	return false
}

// uiEvent reports whether w names a moment in a program, as in "on logout".
func uiEvent(w string) bool {
	switch w {
	case "enter", "click", "blur", "submit", "save", "close", "exit", "unmount", "mount", "logout", "login", "signup",
		"escape", "esc", "error", "errors", "change", "load", "startup", "timeout", "failure", "hover", "focus", "swipe",
		"reconnect", "resize":
		return true
	}
	return false
}

// local reports whether w marks a machine or service of one's own, which may
// be started and stopped at will.
func local(w string) bool {
	switch w {
	case "dev", "local", "localhost", "development", "locally", "watcher", "lsp":
		return true
	}
	return false
}

// runs reports whether w is a verb that sets a program going.
func runs(w string) bool {
	switch w {
	case "run", "rerun", "execute", "exec", "trigger", "start", "launch", "invoke", "kick", "fire", "press", "click", "hit",
		"resume", "retry", "restart", "ausfuhren", "ausfuehren", "starten", "lancer", "executer", "ejecutar", "ejecuto",
		"executar", "rodar", "iniciar":
		return true
	}
	return false
}

// ambiguous reports whether a paired verb is as often a noun or an adjective
// ("the file", "open issues"), so that it needs to stand where a verb stands.
func ambiguous(w string) bool {
	switch w {
	case "file", "report", "open", "stop", "book", "order", "place", "top", "test", "set", "call", "lock", "patch",
		"tag", "point", "land", "import", "load", "bill", "wire", "invoice", "zero", "dump", "use", "copy", "query",
		"checkout", "stash", "format", "start", "run", "scale", "clean", "clear", "empty", "upgrade", "update",
		"change", "alert", "request", "seed", "switch", "abort", "roll", "add", "edit", "sign", "move", "raise",
		"reset", "leave", "fire", "touch", "export", "increase", "lower", "allow", "put", "check", "mount", "block",
		"page", "freeze":
		return true
	}
	return false
}

// workshop reports whether w names something of the workshop: of code, text,
// design or a plan. Nothing of the outer world hangs on it.
func workshop(w string) bool {
	for _, r := range [...]string{w, singular(w)} {
		switch r {
		case "abstraction", "accessibility", "action", "adapter", "algorithm", "alias", "alignment", "analysis",
			"animation", "annotation", "api", "app", "application", "approach", "architecture", "arg", "argument",
			"array", "article", "assertion", "asset", "assumption", "ast", "attribute", "average", "axis", "backend",
			"background", "badge", "banner", "bar", "baseline", "behavior", "behaviour", "benchmark", "bibliography",
			"block", "body", "border", "boundary", "box", "branch", "breakpoint", "browser", "bug", "bullet",
			"bundle", "button", "byte", "calculation", "callback", "caption", "case", "cast", "catalog", "change",
			"chapter", "character", "checkbox", "checklist", "choice", "chunk", "citation", "class", "clause", "cli",
			"closure", "code", "color", "colour", "command", "comment", "commit", "comparison", "compiler",
			"component", "composition", "concept", "condition", "config", "configuration", "const", "constant",
			"constraint", "constructor", "context", "controller", "convention", "conversion", "copy", "corner",
			"count", "coverage", "css", "cursor", "curve", "dashboard", "date", "debugger", "declaration",
			"decorator", "default", "definition", "demo", "dependency", "description", "design", "detail", "diagram",
			"dialog", "diff", "difference", "direction", "directive", "doc", "docstring", "documentation", "draft",
			"dropdown", "duration", "edge", "editor", "effect", "element", "emoji", "encoding", "endpoint", "enum",
			"equation", "error", "essay", "estimate", "evaluation", "event", "example", "exception", "experiment",
			"explanation", "export", "expression", "extension", "factory", "fallback", "faq", "feature", "feedback",
			"fence", "field", "figure", "file", "filter", "finding", "fix", "fixture", "flag", "flow", "focus",
			"folder", "font", "footer", "form", "format", "formatter", "formula", "framework", "frontend", "function",
			"future", "gap", "generator", "generic", "getter", "glossary", "goal", "goroutine", "gradient", "grammar",
			"graph", "grid", "guide", "handler", "hashmap", "header", "heading", "headline", "height", "helper",
			"hierarchy", "hint", "histogram", "hook", "html", "hypothesis", "icon", "idea", "identifier",
			"illustration", "implementation", "import", "improvement", "indentation", "indicator", "inheritance",
			"input", "interface", "interview", "introduction", "investigation", "item", "iteration", "iterator",
			"json", "jsx", "keyword", "label", "language", "layer", "layout", "legend", "length", "level", "lexer",
			"library", "line", "link", "linter", "list", "listener", "literal", "loader", "locale", "lockfile",
			"logging", "logic", "logo", "loop", "macro", "map", "margin", "markdown", "matrix", "measurement", "menu",
			"message", "metadata", "method", "metric", "middleware", "milestone", "minor", "minutes", "mixin", "mock",
			"mockup", "mode", "model", "module", "mutex", "name", "naming", "navigation", "nesting", "note",
			"notebook", "number", "object", "offset", "operation", "operator", "option", "outline", "output",
			"overview", "padding", "page", "pagination", "pane", "panel", "paragraph", "param", "parameter", "parser",
			"part", "pass", "patch", "path", "pattern", "performance", "persona", "placeholder", "plan", "plot",
			"plugin", "polyfill", "popup", "prefix", "preview", "problem", "procedure", "program", "promise",
			"prompt", "proof", "prop", "property", "prototype", "query", "question", "range", "ratio", "readability",
			"reader", "readme", "reducer", "refactor", "refactoring", "reference", "regex", "rename", "renderer",
			"report", "representation", "reproduction", "requirement", "research", "resolver", "response", "rest",
			"result", "return", "roadmap", "route", "rule", "sample", "scenario", "scope", "screen", "screenshot",
			"script", "scss", "seconds", "section", "seed", "selector", "semantics", "semaphore", "sentence",
			"serializer", "setting", "setup", "shadow", "shape", "sidebar", "signature", "simulation", "sketch",
			"slide", "slot", "snapshot", "snippet", "solution", "source", "spacing", "span", "spec", "specification",
			"spelling", "spinner", "spy", "state", "statement", "step", "store", "story", "strategy", "string",
			"struct", "structure", "stub", "style", "stylesheet", "subclass", "subsection", "suffix", "suggestion",
			"suite", "sum", "summary", "support", "switch", "symbol", "syntax", "tab", "target", "task", "template",
			"term", "terminology", "test", "testing", "text", "theme", "thesis", "threshold", "time", "timeout",
			"timer", "title", "todo", "toggle", "tone", "tool", "toolbar", "tooltip", "topic", "total", "transition",
			"translation", "tree", "tsx", "tuple", "tutorial", "type", "typing", "typo", "ui", "unit", "url", "util",
			"utility", "validation", "validator", "value", "var", "variable", "variant", "version", "vertex", "view",
			"viewer", "warning", "watcher", "way", "whitespace", "widget", "width", "wiki", "window", "wireframe",
			"wizard", "word", "wording", "workaround", "worktree", "wrapper", "caching", "formatting", "handling",
			"indexing", "linting", "loading", "mocking", "parsing", "rendering", "routing", "styling", "throttling",
			"tooling", "profiling", "debouncing", "batching", "theming", "scripting", "writing", "reading", "process",
			"answer", "client", "image", "prettier", "eslint", "pytest", "jest", "vitest", "playwright", "cypress",
			"tsc", "mypy", "ruff", "gofmt", "rustfmt", "clippy", "storybook", "lighthouse", "biome", "rubocop",
			"phpunit", "webpack", "vite", "typescript", "javascript", "python", "tailwind":
			return true
		}
	}
	return editable(w)
}

// singular undoes the plural of an English noun, roughly.
func singular(w string) string {
	n := len(w)
	switch {
	case n > 4 && w[n-3:] == "ies":
		return w[:n-3] + "y"
	case n > 4 && (w[n-3:] == "ses" || w[n-3:] == "xes" || w[n-3:] == "hes"):
		return w[:n-2]
	case n > 3 && w[n-1] == 's' && w[n-2] != 's':
		return w[:n-1]
	}
	return w
}
