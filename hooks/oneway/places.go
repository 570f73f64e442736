package oneway

import "strings"

// powerful are parts of paths whose files give power to whoever writes or reads them:
// they let somebody in, run by themselves later, or say what may run at all. A path is
// like any other to a rule by wording.
var powerful = [...]string{
	".ssh/", "id_rsa", "id_ed25519", "authorized_keys", ".aws/", ".gnupg", ".netrc", ".kube/", ".pgpass", ".npmrc", ".pypirc", ".env.prod", "_api_key", // keys
	"/etc/", "/dev/sd", "/dev/disk", "/dev/nvme", "system32", // the system
	".bashrc", ".zshrc", ".zprofile", ".zshenv", ".bash_profile", "~/.profile", "config.fish", // run by every shell
	".gitconfig", ".git/hooks", ".git/config", ".husky/", "cron.d", "crontab", "launchagents", "launchdaemons", "autostart/", "systemd/", // run later
	".claude/settings", ".claude/hooks", ".claude.json", ".mcp.json", "managed-settings", "neverask/preferences", // what Claude may do
	"bash(*", "disableallhooks", "bypasspermissions", "pull_request_target",
}

// places reports what a text names of such files.
func places(text string, report func(class, word string)) {
	if !strings.ContainsAny(text, "/._\\(") && !strings.Contains(strings.ToLower(text), "hooks") {
		return
	}
	text = strings.ReplaceAll(strings.ToLower(text), `\`, "/")
	for _, part := range powerful {
		if strings.Contains(text, part) {
			report(Credentials, part)
			return
		}
	}
}
