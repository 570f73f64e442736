package oneway

// workshopVerb lists verbs of looking, thinking, writing and editing code or
// text. They are harmless with any object, apart from what verbs.go pairs
// them with. A verb belongs here when doing it wrong costs no more than doing
// it again.
func workshopVerb(w string) bool {
	switch w {
	case "abbreviate", "adapt", "add", "address", "adjust", "align", "analyse", "analyze", "animate", "annotate",
		"assert", "assess", "await", "benchmark", "bisect", "brainstorm", "browse", "calculate", "capitalise",
		"capitalize", "center", "centre", "check", "choose", "clarify", "classify", "code", "comment", "compare",
		"compile", "compute", "condense", "consider", "cover", "craft", "debounce", "debug", "decide", "decompose",
		"decouple", "deepen", "demonstrate", "derive", "describe", "design", "determine", "develop", "diagnose",
		"diagram", "diff", "differentiate", "dig", "discover", "discuss", "display", "distinguish", "dive",
		"document", "download", "draft", "draw", "elaborate", "emphasise", "emphasize", "enumerate", "estimate",
		"evaluate", "examine", "experiment", "explain", "explore", "extract", "factor", "find", "fix", "flatten",
		"flesh", "focus", "formulate", "frame", "fuzz", "generalise", "generalize", "guess", "highlight", "hoist",
		"identify", "illustrate", "imagine", "implement", "improve", "impute", "indent", "infer", "inline", "inspect",
		"instrument", "interpolate", "interpret", "interview", "investigate", "iterate", "judge", "justify", "keep",
		"know", "label", "lay", "lint", "list", "localise", "localize", "look", "map", "match", "measure", "memoise",
		"memoize", "mention", "minify", "mock", "model", "modularise", "modularize", "name", "narrow", "negate",
		"nest", "normalise", "normalize", "note", "notice", "observe", "outline", "paginate", "parallelise",
		"parallelize", "parameterise", "parameterize", "paraphrase", "parse", "plan", "plot", "polish", "polyfill",
		"predict", "prefer", "prettify", "preview", "print", "prioritise", "prioritize", "probe", "profile",
		"proofread", "propose", "prototype", "prove", "quiz", "read", "reason", "recheck", "recommend", "recompute",
		"reconsider", "redesign", "refactor", "refer", "reference", "refine", "reflect", "regroup", "reimplement",
		"reindent", "remember", "rename", "render", "renumber", "reorder", "reorganise", "reorganize", "repeat",
		"rephrase", "reproduce", "reread", "research", "restate", "restructure", "restyle", "rethink", "retry",
		"reuse", "review", "revise", "revisit", "reword", "rework", "round", "sanitise", "sanitize", "scaffold",
		"scan", "screenshot", "scroll", "search", "see", "shorten", "show", "simplify", "simulate", "sketch", "skim",
		"sort", "specify", "spell", "split", "standardise", "standardize", "streamline", "study", "style", "suggest",
		"summarise", "summarize", "support", "survey", "tailor", "target", "teach", "test", "think", "tighten",
		"tokenise", "tokenize", "trace", "track", "transcribe", "transpile", "traverse", "triage", "try", "tweak",
		"type", "uncomment", "underline", "understand", "unify", "use", "validate", "vectorise", "vectorize",
		"verify", "view", "visualise", "visualize", "wait", "walk", "want", "warn", "watch", "weigh", "assume",
		"ensure", "expect", "suppose", "believe", "guarantee", "conclude", "enforce", "represent", "store",
		"serialize", "serialise", "encode", "decode", "encapsulate", "isolate", "group", "pad", "escape", "quote",
		"cast", "concatenate", "count", "call", "wonder", "wrap", "write", "zoom":
		return true
	}
	return false
}

// generalVerb lists verbs that say little by themselves: "move" a function or
// a robot arm. They are harmless with an object from the workshop.
func generalVerb(w string) bool {
	switch w {
	case "abstract", "accelerate", "accept", "access", "account", "achieve", "acknowledge", "acquire", "activate",
		"adhere", "adopt", "advance", "advise", "aggregate", "agree", "aim", "allocate", "amount", "answer",
		"anticipate", "appear", "append", "apply", "approach", "approximate", "arrange", "articulate", "assemble",
		"associate", "attach", "attempt", "audit", "augment", "automate", "average", "avoid", "balance", "base",
		"batch", "become", "begin", "benefit", "bind", "blend", "blur", "boil", "bold", "bookmark", "boost",
		"bootstrap", "borrow", "box", "branch", "break", "bridge", "bring", "broaden", "bubble", "bucket", "buffer",
		"build", "bump", "bundle", "cache", "calibrate", "capture", "care", "carry", "catch", "categorise",
		"categorize", "cause", "centralise", "centralize", "chain", "challenge", "chart", "chunk", "cite", "claim",
		"clamp", "click", "clip", "clone", "cluster", "coerce", "collaborate", "collapse", "collate", "collect",
		"color", "colour", "combine", "come", "complete", "compose", "compress", "configure", "confine", "confirm",
		"connect", "consolidate", "constrain", "construct", "consume", "contain", "continue", "contrast",
		"contribute", "convert", "convey", "copy", "correct", "correlate", "crawl", "create", "crop", "customise",
		"customize", "cut", "cycle", "date", "deal", "declare", "deduce", "default", "defer", "define", "delay",
		"delegate", "denormalise", "denormalize", "depend", "deprecate", "deserialise", "deserialize", "detail",
		"detect", "deviate", "dictate", "differ", "direct", "dissect", "divide", "double", "drill", "drive",
		"duplicate", "echo", "edit", "elevate", "embed", "emit", "employ", "emulate", "enable", "encounter",
		"encourage", "end", "engage", "enhance", "enlarge", "enqueue", "enrich", "enter", "equip", "establish",
		"evolve", "exceed", "exclude", "execute", "exercise", "exist", "exit", "expand", "express", "extend",
		"fabricate", "face", "fail", "fake", "fall", "favor", "favour", "feature", "feed", "feel", "fetch", "fill",
		"filter", "finalise", "finalize", "finish", "fit", "flag", "flip", "float", "fold", "follow", "force",
		"format", "foster", "gain", "gate", "gather", "generate", "get", "give", "glance", "glue", "go", "gradually",
		"graph", "grow", "guard", "guide", "handle", "happen", "harden", "have", "hear", "help", "hide", "hint",
		"hold", "hook", "imitate", "imply", "import", "include", "incorporate", "increase", "increment", "index",
		"indicate", "inherit", "initialise", "initialize", "initiate", "inject", "input", "insert", "install",
		"instantiate", "integrate", "intend", "intercept", "introduce", "invert", "invoke", "involve", "join", "jump",
		"layer", "lead", "learn", "leave", "let", "level", "leverage", "lift", "like", "limit", "link", "listen",
		"live", "load", "locate", "log", "loop", "lower", "maintain", "make", "manage", "mark", "mean", "meet",
		"merge", "migrate", "mimic", "minimise", "minimize", "mirror", "mix", "modernise", "modernize", "modify",
		"monitor", "move", "navigate", "need", "number", "obtain", "occur", "offer", "offload", "omit", "opt",
		"optimise", "optimize", "order", "organise", "organize", "orient", "output", "overhaul", "overlay",
		"override", "package", "pair", "partition", "pass", "pause", "peek", "perform", "persist", "pick", "pin",
		"pipe", "pivot", "play", "plug", "poll", "populate", "port", "position", "postpone", "practice", "precompute",
		"prefetch", "prefix", "preload", "prepare", "prepend", "present", "preserve", "pretend", "prevent", "proceed",
		"process", "produce", "project", "prompt", "protect", "provide", "pull", "pursue", "query", "question",
		"queue", "raise", "randomise", "randomize", "range", "rank", "rate", "reach", "react", "rearrange", "rebuild",
		"recalculate", "receive", "recognise", "recognize", "reconstruct", "record", "recover", "redirect", "redo",
		"redraw", "reduce", "reexport", "reformat", "refresh", "regard", "register", "relate", "relax", "rely",
		"remain", "reopen", "repair", "report", "request", "require", "rerun", "reserve", "reshape", "resolve",
		"respect", "rest", "restrict", "resume", "retain", "retrieve", "return", "reveal", "reverse", "route",
		"sample", "satisfy", "save", "say", "scope", "score", "seek", "seem", "select", "separate", "sequence",
		"serve", "shape", "shift", "shrink", "shuffle", "sidestep", "sit", "size", "slice", "slim", "slow", "smooth",
		"snapshot", "solve", "source", "specialise", "specialize", "spend", "spot", "spread", "stabilise",
		"stabilize", "stack", "stage", "stand", "start", "state", "stay", "step", "stick", "stream", "strengthen",
		"stretch", "structure", "stub", "substitute", "subtract", "succeed", "suffice", "suit", "supplement",
		"supply", "surface", "sync", "synchronise", "synchronize", "tackle", "tag", "take", "talk", "template",
		"tend", "throttle", "throw", "tie", "time", "toggle", "train", "transform", "translate", "transpose", "treat",
		"trigger", "trim", "truncate", "tune", "turn", "unfold", "unpack", "unstage", "unwrap", "update", "utilise",
		"utilize", "value", "vary", "vendor", "version", "visit", "skip", "wire", "work", "yield":
		return true
	}
	return false
}

// looks lists the verbs that change nothing anywhere.
func looks(w string) bool {
	switch w {
	case "analyse", "analyze", "check", "compare", "describe", "diff", "document", "examine", "explain", "explore",
		"find", "inspect", "investigate", "list", "look", "measure", "profile", "read", "reproduce", "review",
		"search", "see", "show", "simulate", "summarise", "summarize", "trace", "view", "watch", "mock", "model":
		return true
	}
	return false
}
