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
	{"ansible", "playbook", Infrastructure, plain},
	{"are", "gone", Irreversible, always},
	{"as", "root|superuser", Credentials, plain},
	{"authorized", "keys", Credentials, always},
	{"be", "gone", Irreversible, always},
	{"blow", "* away", Delete, plain},
	{"branch", "-d", History, always},
	{"bring", "* down", Infrastructure, plain},
	{"burn", "* down", Delete, plain},
	{"can", "go wrong|back|in|into|to|on|here|there|through|next", "", always},
	{"can", "go", Delete, plain},
	{"cannot", "* be undone|reversed|recovered|restored|reverted", Irreversible, always},
	{"cant", "* be undone|reversed|recovered|restored|reverted", Irreversible, always},
	{"cdk", "deploy|destroy", Infrastructure, always},
	{"change", "* author|authors|committer|history", History, plain},
	{"clean", "slate", Delete, plain},
	{"clean", "* out", Delete, plain},
	{"clear", "* out", Delete, plain},
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
	{"enable", "* for all|every|everyone|everybody|100", Release, plain},
	{"fail", "over", Infrastructure, plain},
	{"filter", "branch|repo", History, always},
	{"fire", "* off", Message, plain},
	{"flip", "* switch", Release, plain},
	{"flyway", "migrate|clean", Database, always},
	{"force", "push|pushes", History, always},
	{"force", "with lease", History, always},
	{"force", "merge", Release, always},
	{"forget", "* commit|commits|history", History, plain},
	{"free", "* space", Delete, plain},
	{"fresh", "start", Delete, plain},
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
	{"hand", "* over", Credentials, plain},
	{"hard", "reset", History, always},
	{"helm", "install|upgrade|uninstall|rollback|delete", Infrastructure, always},
	{"hire", "a|an|the", Payment, plain},
	{"hit", "send", Message, plain},
	{"incur", "* charge|charges|cost|costs|fee|fees", Payment, always},
	{"insert", "into", Database, always},
	{"kick", "* off", Infrastructure, plain},
	{"kubectl", "apply|delete|scale|drain|cordon|exec|patch|edit|replace|rollout|create|set|taint", Infrastructure, always},
	{"leave", "* nudge|review|reply", Message, plain},
	{"let", "* know", Message, plain},
	{"let", "* go", Delete, plain},
	{"log", "in as|to|with", Credentials, plain},
	{"log", "out all|every|everyone|users", Credentials, plain},
	{"maintenance", "mode", Infrastructure, plain},
	{"make", "room", Delete, plain},
	{"may", "go", Delete, plain},
	{"merge", "queue|train", Release, plain},
	{"migrate", "deploy|reset|dev|up|down|latest|rollback|redo|undo", Database, always},
	{"must", "go", Delete, plain},
	{"never", "* be undone|reversed|recovered|restored|reverted", Irreversible, always},
	{"no", "way back", Irreversible, always},
	{"no", "going back", Irreversible, always},
	{"no", "verify", Credentials, always},
	{"no", "return", Irreversible, plain},
	{"not", "* be undone|reversed|recovered|restored|reverted", Irreversible, always},
	{"npm", "deprecate|owner|token|login|access", Release, always},
	{"on", "delete|update cascade|restrict|set|no", "", always},
	{"open", "* to * internet|world|public|everyone", Credentials, plain},
	{"power", "off|down", Infrastructure, plain},
	{"power", "cycle", Infrastructure, plain},
	{"pull", "* trigger", Release, plain},
	{"pulumi", "up|destroy|refresh|cancel", Infrastructure, always},
	{"push", "* -f|-force", History, always},
	{"push", "* out|live", Release, plain},
	{"put", "* live|online", Release, plain},
	{"reach", "out", Message, plain},
	{"reflog", "expire|delete", History, always},
	{"reset", "* -hard", History, always},
	{"reset", "* to head|origin|upstream|remote", History, plain},
	{"resolve", "* thread|threads|conversation|conversations", Message, plain},
	{"roll", "* back", History, plain},
	{"roll", "* out", Release, plain},
	{"run", "update|delete|insert|alter|drop|truncate", Database, plain},
	{"run", "* playbook|playbooks", Infrastructure, plain},
	{"scale", "* down|in", Infrastructure, plain},
	{"scale", "* to zero|0", Infrastructure, plain},
	{"schema", "load", Database, always},
	{"shut", "* down|off", Infrastructure, plain},
	{"sign", "in as|with", Credentials, plain},
	{"sign", "in to", Credentials, plain},
	{"soft", "delete|deletes|deleted|deletion|deleting", "", always},
	{"spin", "* down|up", Infrastructure, plain},
	{"start", "fresh|over|anew|afresh", Delete, plain},
	{"start", "* from scratch|zero", Delete, plain},
	{"stash", "drop|clear", History, always},
	{"switch", "* to live", Release, plain},
	{"switch", "* over", Infrastructure, plain},
	{"systemctl", "restart|stop|disable|mask|enable", Infrastructure, always},
	{"take", "* down|offline", Infrastructure, plain},
	{"take", "* live", Release, plain},
	{"take", "theirs|ours", History, plain},
	{"tear", "* down", Infrastructure, plain},
	{"terraform", "apply|destroy|import|taint|state|workspace", Infrastructure, always},
	{"throw", "* away|out", Delete, plain},
	{"tofu", "apply|destroy|import|taint|state", Infrastructure, always},
	{"top", "up", Payment, plain},
	{"truncate", "table", Database, always},
	{"turn", "* on for all|every|everyone|everybody|100", Release, plain},
	{"use", "theirs|ours", History, plain},
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
