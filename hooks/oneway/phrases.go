package oneway

import "strings"

// phrase is an act of several words. The first is matched in every English
// inflection. The rest holds one item a word: alternatives are separated by
// "|", "*" stands for up to five words, and a leading "-" asks for a command
// line flag.
type phrase struct {
	first  string
	rest   string
	class  string // "" says that these words are harmless together
	manner manner
}

// phrases are sorted by their first word; a test keeps them so. Of several
// that match at one place, the first counts.
var phrases = [...]phrase{
	{"accept", "theirs|ours|incoming", History, plain},
	{"activate", "* for all|every|everyone|everybody|100", Release, plain},
	{"alembic", "upgrade|downgrade|stamp", Database, always},
	{"allow", "* every|all|any origin|origins|ip|ips", Credentials, plain},
	{"alter", "table|index|schema|database|role|user", Database, always},
	{"always", "allow|allowed", Credentials, always},
	{"ansible", "playbook", Infrastructure, plain},
	{"are", "gone", Irreversible, always},
	{"as", "root|superuser", Credentials, plain},
	{"as", "admin|administrator", Credentials, plain},
	{"authorized", "keys", Credentials, always},
	{"backup", "codes|code", Credentials, always},
	{"be", "gone", Irreversible, always},
	{"blow", "* away", Delete, plain},
	{"branch", "-d", History, always},
	{"brew", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"brew", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"bring", "* down", Infrastructure, plain},
	{"bun", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"bun", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"burn", "* down", Delete, plain},
	{"can", "go wrong|back|in|into|to|on|here|there|through|next", "", always},
	{"can", "go", Delete, plain},
	{"cannot", "* be undone|reversed|recovered|restored|reverted", Irreversible, always},
	{"cannot", "restore|recover|undo", Irreversible, always},
	{"cant", "* be undone|reversed|recovered|restored|reverted", Irreversible, always},
	{"cant", "restore|recover|undo", Irreversible, always},
	{"cargo", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"cargo", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"cdk", "deploy|destroy", Infrastructure, always},
	{"change", "* author|authors|committer|history", History, plain},
	{"changeset", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"changeset", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"check", "out", Payment, nounish},
	{"clean", "slate", Delete, plain},
	{"clean", "* out", Delete, plain},
	{"clear", "* out", Delete, plain},
	{"click", "through", Legal, plain},
	{"compose", "down", Infrastructure, always},
	{"could", "go", Delete, plain},
	{"create", "* ssh|api|access|deploy|signing key|keys|token|tokens", Credentials, plain},
	{"cut", "over", Infrastructure, plain},
	{"data", "loss", Irreversible, plain},
	{"db", "drop|push|reset|migrate|seed|rollback|restore", Database, always},
	{"db", "* drop|remove|deletemany|deleteone|insertmany|updatemany|dropdatabase", Database, always},
	{"docker", "push", Release, always},
	{"docker", "* prune", Delete, always},
	{"docker", "rm|rmi", Delete, always},
	{"drop", "table|database|schema|index|view|column|collection|role|user", Database, always},
	{"eas", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"eas", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"elevated", "privileges|rights|permissions", Credentials, always},
	{"enable", "* for all|every|everyone|everybody|100", Release, plain},
	{"fail", "over", Infrastructure, plain},
	{"filter", "branch|repo", History, always},
	{"fire", "* off", Message, plain},
	{"firebase", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"firebase", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"flip", "* switch", Release, plain},
	{"fly", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"fly", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"flyway", "migrate|clean", Database, always},
	{"forcar", "* push", History, always},
	{"force", "push|pushes", History, always},
	{"force", "with lease", History, always},
	{"force", "merge", Release, always},
	{"forcer", "* push", History, always},
	{"forco", "* push", History, always},
	{"forget", "* commit|commits|history", History, plain},
	{"forzar", "* push", History, always},
	{"free", "* space", Delete, plain},
	{"fresh", "start", Delete, plain},
	{"fuerzo", "* push|envio", History, always},
	{"garbage", "collect|collection", Delete, plain},
	{"gem", "push|yank", Release, always},
	{"generate", "* ssh|api|access|deploy|signing key|keys|token|tokens", Credentials, plain},
	{"get", "rid of", Delete, plain},
	{"gh", "pr create|merge|close|comment|review|reopen|edit", Message, always},
	{"gh", "issue create|close|comment|reopen|edit|delete|transfer", Message, always},
	{"gh", "release create|delete|edit|upload", Release, always},
	{"gh", "repo create|delete|edit|archive|rename", Release, always},
	{"gh", "secret|variable set|delete", Credentials, always},
	{"gh", "workflow run", Release, always},
	{"git", "push", Release, always},
	{"git", "clean|reset|rebase|restore|revert", History, always},
	{"git", "checkout -b", "", always},
	{"git", "checkout", History, always},
	{"git", "rm", Delete, always},
	{"give", "up * changes|work|commits", History, plain},
	{"go", "live|public", Release, plain},
	{"go", "away", Delete, plain},
	{"go", "back to * version|image|release|commit|tag|build|deployment|backup", History, plain},
	{"gradle", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"gradle", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"hand", "* over", Credentials, plain},
	{"hard", "reset", History, always},
	{"helm", "install|upgrade|uninstall|rollback|delete", Infrastructure, always},
	{"heroku", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"heroku", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"hire", "a|an|the", Payment, plain},
	{"hit", "send", Message, plain},
	{"incur", "* charge|charges|cost|costs|fee|fees", Payment, always},
	{"insert", "into", Database, always},
	{"is", "gone", Irreversible, always},
	{"just", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"just", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"kick", "* off", Infrastructure, plain},
	{"kubectl", "apply|delete|scale|drain|cordon|exec|patch|edit|replace|rollout|create|set|taint", Infrastructure, always},
	{"leave", "* nudge|review|reply", Message, plain},
	{"lerna", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"lerna", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"let", "* know", Message, plain},
	{"let", "* go", Delete, plain},
	{"let", "* see|view|access", Credentials, plain},
	{"log", "in as|to|with", Credentials, plain},
	{"log", "out all|every|everyone|users", Credentials, plain},
	{"mailing", "list|lists", Message, always},
	{"maintenance", "mode", Infrastructure, plain},
	{"make", "room", Delete, plain},
	{"make", "clean|deploy|release|publish|destroy|reset|purge|nuke|migrate", Release, always},
	{"may", "go", Delete, plain},
	{"merge", "queue|train", Release, plain},
	{"mettre", "* en ligne|production|prod|service", Release, plain},
	{"mettre", "a jour", "", always},
	{"migrate", "deploy|reset|dev|up|down|latest|rollback|redo|undo", Database, always},
	{"mise", "en ligne|production|prod", Release, plain},
	{"mix", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"mix", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"must", "go", Delete, plain},
	{"mvn", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"mvn", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"netlify", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"netlify", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"never", "* be undone|reversed|recovered|restored|reverted", Irreversible, always},
	{"no", "way back", Irreversible, always},
	{"no", "going back", Irreversible, always},
	{"no", "verify", Credentials, always},
	{"no", "return", Irreversible, plain},
	{"not", "* be undone|reversed|recovered|restored|reverted", Irreversible, always},
	{"not", "open|read|load|start|boot|work * any more", Irreversible, always},
	{"not", "open|read|load|start|boot|work * anymore", Irreversible, always},
	{"npm", "deprecate|owner|token|login|access", Release, always},
	{"npm", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"npm", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"on", "delete|update cascade|restrict|set|no", "", always},
	{"open", "* to * internet|world|public|everyone", Credentials, plain},
	{"pnpm", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"pnpm", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"power", "off|down", Infrastructure, plain},
	{"power", "cycle", Infrastructure, plain},
	{"pull", "* trigger", Release, plain},
	{"pulumi", "up|destroy|refresh|cancel", Infrastructure, always},
	{"push", "* -f|-force", History, always},
	{"push", "* out|live", Release, plain},
	{"put", "* live|online", Release, plain},
	{"rake", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"rake", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"reach", "out", Message, plain},
	{"recovery", "codes|code|key|phrase", Credentials, always},
	{"reflog", "expire|delete", History, always},
	{"replace", "your", Delete, plain},
	{"reset", "* -hard", History, always},
	{"reset", "* to head|origin|upstream|remote", History, plain},
	{"resolve", "* thread|threads|conversation|conversations", Message, plain},
	{"restore", "* state|defaults|settings|factory", Delete, plain},
	{"roll", "* back", History, plain},
	{"roll", "* out", Release, plain},
	{"run", "update|delete|insert|alter|drop|truncate", Database, plain},
	{"run", "* playbook|playbooks", Infrastructure, plain},
	{"scale", "* down|in", Infrastructure, plain},
	{"scale", "* to zero|0", Infrastructure, plain},
	{"schema", "load", Database, always},
	{"seed", "phrase", Credentials, always},
	{"semantic", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"semantic", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"shut", "* down|off", Infrastructure, plain},
	{"sign", "in as|with", Credentials, plain},
	{"sign", "in to", Credentials, plain},
	{"sign", "off", Legal, always},
	{"sls", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"sls", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"soft", "delete|deletes|deleted|deletion|deleting", "", always},
	{"spin", "* down|up", Infrastructure, plain},
	{"start", "fresh|over|anew|afresh", Delete, plain},
	{"start", "* from scratch|zero", Delete, plain},
	{"stash", "drop|clear", History, always},
	{"supabase", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"supabase", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"switch", "* to live", Release, plain},
	{"switch", "* over", Infrastructure, plain},
	{"systemctl", "restart|stop|disable|mask|enable", Infrastructure, always},
	{"take", "* down|offline", Infrastructure, plain},
	{"take", "* live", Release, plain},
	{"take", "theirs|ours", History, plain},
	{"task", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"task", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"tear", "* down", Infrastructure, plain},
	{"terraform", "apply|destroy|import|taint|state|workspace", Infrastructure, always},
	{"throw", "* away|out", Delete, plain},
	{"thrown", "away|out", Delete, always},
	{"tofu", "apply|destroy|import|taint|state", Infrastructure, always},
	{"top", "up", Payment, plain},
	{"truncate", "table", Database, always},
	{"turn", "* on for all|every|everyone|everybody|100", Release, plain},
	{"turn", "on * for all|every|everyone|everybody|100", Release, plain},
	{"usd", "* per hour|minute", Payment, always},
	{"use", "theirs|ours", History, plain},
	{"wrangler", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"wrangler", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
	{"yarn", "run|exec cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe", Release, always},
	{"yarn", "cleanup|clean|release|deploy|publish|purge|destroy|reset|drop|migrate|push|nuke|wipe|unpublish|remove", Release, always},
}

// phrasesFrom returns the phrases that begin with the base form first.
func phrasesFrom(first string) []phrase {
	low, high := 0, len(phrases)
	for low < high {
		middle := (low + high) / 2
		if phrases[middle].first < first {
			low = middle + 1
		} else {
			high = middle
		}
	}
	end := low
	for end < len(phrases) && phrases[end].first == first {
		end++
	}
	return phrases[low:end]
}

// reach returns how many of words the items of rest take up, all in one
// clause, or zero when they do not match. words begins after the first word.
func reach(words []word, rest string) int {
	taken := 0
	for rest != "" {
		var item string
		item, rest, _ = strings.Cut(rest, " ")
		slack := 0
		if item == "*" {
			slack = 5
			item, rest, _ = strings.Cut(rest, " ")
		}
		for !fits(words, taken, item) {
			if slack == 0 || taken >= len(words) || words[taken].gap >= broken {
				return 0
			}
			slack--
			taken++
		}
		taken++
	}
	return taken
}

func fits(words []word, at int, item string) bool {
	if at >= len(words) || words[at].gap >= broken {
		return false
	}
	for more := true; more; {
		var form string
		form, item, more = strings.Cut(item, "|")
		if flag, ok := strings.CutPrefix(form, "-"); ok {
			if words[at].flag && words[at].text == flag {
				return true
			}
		} else if inflects(form, words[at].text) {
			return true
		}
	}
	return false
}
