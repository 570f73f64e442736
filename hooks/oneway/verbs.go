package oneway

// manner says when a verb counts as an act.
type manner uint8

const (
	// plain verbs count unless their sentence shows that they are only named.
	plain manner = iota + 1
	// nounish verbs are nouns as often ("comment", "release"). They count
	// where they are used as a verb.
	nounish
	// paired verbs are harmless with most objects ("apply", "drop"). They
	// count together with a noun of one of their groups, and the noun says
	// which class it is.
	paired
	// nominal words are nouns for an act ("deletion"). They count where the
	// act is started or confirmed.
	nominal
	// always words count wherever they stand.
	always
)

// act is what a word or phrase does.
type act struct {
	class  string // for paired: the class when it stands without an object, or ""
	manner manner
	with   group // for paired
}

// englishVerb returns the act of an English verb in its base form.
func englishVerb(w string) act {
	if class := plainVerb(w); class != "" {
		return act{class: class, manner: plain}
	}
	if class := nounishVerb(w); class != "" {
		return act{class: class, manner: nounish}
	}
	return pairedVerb(w)
}

func plainVerb(w string) string {
	switch w {
	case "abandon", "annihilate", "autoremove", "clobber", "cull", "deinit", "delete", "destroy", "disappear", "discard", "dispose",
		"ditch", "drop", "eliminate", "eradicate", "erase", "evict", "expire", "expunge", "flushall", "flushdb",
		"jettison", "lose", "nuke", "obliterate", "overwrite", "prune", "purge", "raze", "recreate", "reimage",
		"remove", "rm", "scrub", "shred", "truncate", "uninstall", "unlink", "unpublish", "vanish", "vaporize",
		"wipe", "zap":
		return Delete
	case "anonymise", "anonymize", "pseudonymise", "pseudonymize":
		return Database
	case "rebase", "revert", "squash":
		return History
	case "deploy", "distribute", "publish", "redeploy", "republish", "ship", "upload", "yank":
		return Release
	case "announce", "apologise", "apologize", "broadcast", "congratulate", "disclose", "inform", "invite", "notify",
		"nudge", "resend", "retweet", "send", "submit", "tweet":
		return Message
	case "buy", "donate", "invest", "lease", "overpay", "pay", "purchase", "refund", "reimburse", "rent", "repay", "sell",
		"subscribe", "unsubscribe", "withdraw":
		return Payment
	case "authorise", "authorize", "ban", "bypass", "chmod", "chown", "deauthorize", "escalate", "expose", "grant",
		"impersonate", "leak", "revoke", "unban", "unblock":
		return Credentials
	case "cordon", "cutover", "deallocate", "decommission", "deprovision", "drain", "failover", "hibernate", "provision",
		"reboot", "reconcile", "reflash", "reshard", "shutdown", "teardown", "terminate":
		return Infrastructure
	case "attest", "certify", "notarise", "notarize", "relicense", "waive":
		return Legal
	}
	if w == "destructive" {
		return Irreversible
	}
	return ""
}

func nounishVerb(w string) string {
	switch w {
	case "axe", "bin", "burn", "chuck", "junk", "scrap", "sweep", "torch", "toss", "trash":
		return Delete
	case "whitelist", "allowlist":
		return Credentials
	case "flash", "silence":
		return Infrastructure
	case "clear", "empty", "flush", "reset":
		return Delete
	case "backfill":
		return Database
	case "push", "release":
		return Release
	case "sign":
		return Legal
	case "comment", "contact", "dm", "email", "forward", "mail", "message", "phone", "ping", "post", "reply", "respond",
		"share":
		return Message
	}
	return ""
}

// pairedVerb returns an act without manner for a word that is no such verb.
func pairedVerb(w string) act {
	pair := func(with group) act { return act{manner: paired, with: with} }
	alone := func(class string, with group) act { return act{class, paired, with} }
	switch w {
	case "clean", "dump", "forget", "gut", "reclaim", "tidy", "zero":
		return pair(files | data | schema | work | running | branches | live)
	case "redo", "reinit", "reinitialize", "restore", "swap":
		return pair(files | data | schema | work | secret | running | live)
	case "replace":
		return alone(Delete, files|data|schema|work|secret|running|live)
	case "cost":
		return pair(money)
	case "format", "mount", "unmount", "repartition":
		return pair(disk)
	case "rewrite":
		return pair(work | data | schema | disk)
	case "abort", "amend", "checkout", "stash", "undo":
		return pair(work)
	case "alter", "downgrade", "import", "load", "migrate", "reindex", "reseed", "seed":
		return pair(data | schema | live)
	case "launch", "promote":
		return alone(Release, live|remote|public|product)
	case "land", "merge":
		return alone(Release, remote)
	case "tag":
		return pair(remote)
	case "kill":
		return alone(Infrastructure, running)
	case "alert", "ask", "brief", "call", "cc", "consult", "fire", "introduce", "leave", "page", "remind", "ring",
		"tell", "text", "thank":
		return pair(audience | tickets)
	case "assign", "close", "file", "lock", "raise", "reopen", "report", "request":
		return pair(tickets | money)
	case "open":
		return pair(tickets | ports)
	case "create":
		return pair(tickets | releases | cloud)
	case "cut", "make":
		return pair(releases | money | public | rights)
	case "approve":
		return pair(tickets | releases | money | terms)
	case "book", "renew":
		return alone(Payment, money|names)
	case "increase", "lower", "reduce":
		return pair(money | guard | names)
	case "confirm":
		return pair(terms | money)
	case "bill", "cancel", "charge", "invoice", "order", "place", "register", "reserve", "settle",
		"spend", "top", "transfer", "upgrade", "wire":
		return pair(money | names | live | running)
	case "commit", "embed", "export", "hardcode", "paste", "reissue", "regenerate", "reveal", "roll", "rotate",
		"invalidate":
		return pair(secret)
	case "circumvent", "deactivate", "disable", "ignore", "mute", "skip", "snooze", "suppress", "switch", "turn", "weaken":
		return pair(guard | live | names)
	case "allow":
		return pair(rights | ports | public | secret)
	case "put":
		return pair(live | remote | public | tickets | money | audience)
	case "add":
		return pair(rights | remote | money | audience | names)
	case "assume", "elevate", "extend", "give", "loosen", "relax", "trust", "widen", "unlock":
		return pair(rights | secret)
	case "change", "edit", "modify", "set", "update", "move":
		return pair(rights | live | names | guard)
	case "block", "freeze", "suspend":
		return pair(audience | money | running)
	case "bounce", "halt", "patch", "reload", "resize", "restart", "retire", "scale", "stop", "sunset":
		return pair(running | live)
	case "apply":
		return pair(infra | running | data | schema | live)
	case "affect", "impact", "touch":
		return pair(live)
	case "point", "repoint", "redirect":
		return pair(names | live)
	case "start":
		return pair(live | money)
	case "configure", "connect", "copy", "enable", "execute", "flip", "install", "query", "rerun", "run", "sync",
		"test", "try", "write":
		return pair(live)
	case "use":
		return pair(live | secret | money)
	case "accept", "acknowledge", "agree", "consent", "countersign":
		return pair(terms)
	}
	return act{}
}

// irregular gives the base form of a past or participle that no rule makes.
func irregular(w string) string {
	switch w {
	case "sent":
		return "send"
	case "resent":
		return "resend"
	case "paid":
		return "pay"
	case "bought":
		return "buy"
	case "overwritten", "overwrote":
		return "overwrite"
	case "rewritten", "rewrote":
		return "rewrite"
	case "undone", "undid":
		return "undo"
	case "lost":
		return "lose"
	case "given":
		return "give"
	case "told":
		return "tell"
	case "made":
		return "make"
	}
	return ""
}

// actNoun returns the class of an English noun for an act.
func actNoun(w string) string {
	switch w {
	case "deletion", "deletions", "removal", "erasure", "destruction", "cleanup", "cleanups", "wipeout",
		"uninstallation", "truncation":
		return Delete
	case "rollback", "rewrites":
		return History
	case "migration", "migrations":
		return Database
	case "deployment", "deployments", "publication", "rollout", "launch", "hotfix", "golive":
		return Release
	case "submission", "announcement", "mailing":
		return Message
	case "payment", "payments", "purchases", "transfer":
		return Payment
	case "revocation", "rotation":
		return Credentials
	case "restart", "termination", "decommissioning", "switchover", "provisioning", "resize":
		return Infrastructure
	}
	return ""
}
