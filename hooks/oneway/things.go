package oneway

// editable reports whether w names a part of source code, of a text or of a
// screen. Removing or changing one is an edit, and version control has the
// old text; it is not the loss of data.
func editable(w string) bool {
	switch w {
	case "import", "imports", "whitespace", "space", "spaces", "newline", "newlines", "line", "lines", "semicolon",
		"semicolons", "comma", "commas", "brace", "braces", "bracket", "brackets", "parentheses", "quote", "quotes",
		"comment", "comments", "todo", "todos", "code", "function", "functions", "method", "methods", "class",
		"classes", "variable", "variables", "var", "vars", "const", "constant", "constants", "parameter", "parameters",
		"param", "params", "argument", "arguments", "arg", "args", "prop", "props", "attribute", "attributes", "field",
		"type", "types", "typing", "annotation", "annotations", "cast", "casts", "interface", "interfaces", "enum",
		"enums", "struct", "structs", "statement", "statements", "expression", "condition", "conditional", "loop",
		"helper", "helpers", "util", "utils", "hook", "component", "components", "wrapper", "wrappers", "button",
		"buttons", "icon", "icons", "label", "labels", "heading", "headings", "header", "headers", "footer", "sidebar",
		"tooltip", "tooltips", "menu", "padding", "margin", "border", "borders", "style", "styles", "animation",
		"animations", "transition", "transitions", "color", "colors", "colour", "colours", "selector", "selectors",
		"rule", "rules", "css", "print", "prints", "warning", "warnings", "assertion", "assertions", "check", "checks", "test", "tests",
		"mock", "mocks", "stub", "stubs", "fixture", "fixtures", "section", "sections", "paragraph", "paragraphs",
		"sentence", "sentences", "word", "words", "typo", "typos", "bullet", "bullets", "character", "characters",
		"prefix", "prefixes", "suffix", "suffixes", "indentation", "duplication", "redundancy", "abstraction",
		"indirection", "layer", "middleware", "route", "endpoint", "endpoints", "flag", "flags", "option", "polyfill",
		"polyfills", "shim", "shims", "workaround", "workarounds", "hack", "boilerplate", "decorator", "decorators",
		"generic", "generics", "selection", "lock", "mutex", "memory", "semaphore", "listener", "listeners", "handler",
		"handlers", "callback", "callbacks", "timer", "timers", "directive", "directives", "default", "defaults",
		"getter", "getters", "setter", "setters", "constructor", "overload", "overloads", "dialog", "modal", "widget",
		"emoji", "emojis", "dash", "dashes", "support", "fallback", "wording", "phrase", "toggle", "placeholder",
		"complexity", "need", "overhead", "friction", "ambiguity", "risk", "noise", "clutter", "confusion", "burden",
		"requirement", "limitation", "coupling", "gradient", "shadow", "syntax", "naming", "names", "listing", "usage", "usages":
		return true
	case "leerzeichen", "importe", "kommentar", "kommentare", "zeilenumbruche", "leerzeilen", "semikolons", "variablen",
		"funktion", "funktionen", "espaces", "commentaires", "commentaire", "espacios", "comentarios",
		"comentario", "importaciones", "variaveis", "espacos", "importacoes", "codigo", "funcion", "funcao", "fonction",
		"abschnitt", "schaltflache", "knopf", "bouton", "boton", "botao":
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
		"copy", "count", "counter", "cycle", "cadence", "date", "dates", "delay", "design", "docs", "documentation",
		"error", "errors", "event", "events", "example", "examples", "feature", "features", "flow", "flows", "form",
		"format", "framework", "frequency", "functionality", "gateway", "guide", "history", "hotkey", "indicator",
		"input", "instructions", "integration", "interval", "job", "jobs", "layout", "library", "libraries", "lib",
		"limit", "limits", "link", "links", "logic", "mechanism", "method", "mode", "model", "name", "note", "notes",
		"notification", "notifications", "number", "operation", "operations", "order", "page", "pages", "pattern",
		"pipeline", "placement", "platform", "playbook", "policy", "procedure", "position", "preview", "priority", "process",
		"progress", "prompt", "provider", "providers", "queue", "rate", "request", "requests", "requirement",
		"requirements", "response", "result", "results", "runbook", "scenario", "scenarios", "schedule", "screen",
		"screens", "script", "scripts", "sdk", "semantics", "setting", "settings", "shortcut", "size", "spec", "specs",
		"speed", "stage", "state", "states", "status", "step", "steps", "strategy", "strategies", "system", "tab",
		"target", "targets", "task", "tasks", "template", "templates", "text", "threshold", "time", "timeline",
		"timeout", "times", "timestamp", "toast", "tool", "tooling", "tools", "train", "trigger", "triggers",
		"tutorial", "type", "variant", "variants", "view", "views", "window", "workflow", "workflows", "zone", "sort",
		"down", "bar", "field", "fields", "list", "address", "addresses", "verification", "validation", "confirmation":
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
	case "user", "users", "admin", "admins", "visitor", "visitors", "member", "members", "editor", "editors", "moderator",
		"moderators", "someone", "anyone", "people", "caller", "callers", "consumer", "player", "players", "guest",
		"guests", "student", "students", "owners", "author", "authors", "readers", "reader", "viewers", "customers", "buyers", "sellers", "drivers", "who":
		return true
	case "api", "endpoint", "button", "ui", "cli", "function", "method", "class", "component", "components", "form",
		"handler", "hook", "hooks", "parser", "linter", "compiler", "formatter", "validator", "library", "sdk", "client",
		"page", "app", "service", "services", "server", "backend", "frontend", "tool", "queue", "scheduler", "middleware",
		"plugin", "extension", "widget", "dialog", "modal", "model", "helper", "search", "key", "field",
		"wrapper", "decorator", "controller", "resolver", "listener", "callback", "toggle", "icon", "link", "test",
		"tests", "setting", "flag", "option", "shortcut", "gesture", "swipe", "animation", "store", "reducer",
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
		"simulate", "style", "show", "display", "hide", "validate", "name", "rename", "log", "audit", "track", "test", "prevent",
		"forbid", "disallow", "represent", "visualise", "visualize", "render", "include", "define", "specify", "cover",
		"animate", "provide", "offer", "mirror", "emulate", "discuss", "list", "find", "read", "check", "inspect", "look",
		"summarise", "summarize", "analyse", "analyze", "compare", "explore":
		return true
	}
	return false
}

// starts reports whether w is a verb that sets its object going, or agrees
// that it may go.
func starts(w string) bool {
	switch w {
	case "run", "rerun", "execute", "exec", "trigger", "start", "restart", "kick", "launch", "invoke", "fire", "perform",
		"proceed", "continue", "approve", "confirm", "authorize", "authorise", "allow", "permit", "begin", "initiate",
		"schedule", "finish", "complete", "finalize", "finalise", "make", "issue", "submit", "create", "cut", "tag",
		"force", "resume", "retry", "redo", "press", "click", "hit", "want", "ready", "ok", "okay", "conduct", "apply",
		"commence", "process", "send", "request", "place", "do", "go", "publish", "accept", "carry", "release", "post",
		"cancel", "stop", "abort", "schedules", "enable", "push", "deploy", "transfer":
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
	case "file", "report", "open", "stop", "book", "order", "place", "top", "test", "set", "call", "lock", "patch", "tag",
		"point", "land", "import", "load", "bill", "wire", "invoice", "zero", "dump", "use", "copy", "query", "checkout",
		"stash", "format", "start", "run", "scale", "clean", "clear", "empty", "upgrade", "update", "change", "alert",
		"request", "seed", "switch", "abort", "roll", "add", "edit", "sign", "move", "raise", "reset", "leave", "fire", "touch", "export", "increase", "lower", "allow", "put", "check", "mount", "block", "page", "freeze":
		return true
	}
	return false
}
