package oneway

// group is a set of nouns that make a paired verb count, and that keep a
// benign reading from winning.
type group uint32

const (
	files    group = 1 << iota // what is lost when it is deleted
	disk                       // drives and partitions
	data                       // databases and what is in them
	schema                     // the shape of a database
	work                       // uncommitted or committed work
	branches                   // git branches
	live                       // production
	remote                     // where merges and pushes go
	public                     // everybody
	audience                   // people and places that get messages
	tickets                    // issues and pull requests
	releases                   // releases and repositories
	money                      // plans, orders, amounts
	secret                     // keys and passwords
	rights                     // who may do what
	guard                      // what protects
	ports                      // ways in
	running                    // servers, services, processes
	infra                      // what apply applies
	names                      // DNS and traffic
	terms                      // licences and contracts
	cloud                      // what is rented
	product                    // what is launched
)

// class says which kind of act is done to the nouns of g.
func (g group) class() string {
	switch {
	case g&(secret|rights|guard|ports) != 0:
		return Credentials
	case g&(data|schema) != 0:
		return Database
	case g&(work|branches) != 0:
		return History
	case g&(files|disk) != 0:
		return Delete
	case g&(tickets|audience) != 0:
		return Message
	case g&(remote|public|releases|product) != 0:
		return Release
	case g&money != 0:
		return Payment
	case g&terms != 0:
		return Legal
	}
	return Infrastructure
}

// groups returns the groups that an English or other European noun is in.
func groups(w string) group {
	for n := len(w); n > 3 && '0' <= w[n-1] && w[n-1] <= '9'; n = len(w) {
		w = w[:n-1] // disk2
	}
	switch w {
	case "file", "files", "folder", "folders", "directory", "directories", "dir", "dirs", "backup", "backups",
		"snapshot", "snapshots", "archive", "archives", "upload", "uploads", "photo", "photos", "video", "videos",
		"image", "images", "storage", "artifact", "artifacts", "content", "contents", "workspace", "workspaces",
		"project", "projects", "account", "accounts", "documents", "attachments", "log", "logs", "cache", "caches",
		"home", "everything", "virtualenv", "venv", "containers", "recordings", "downloads", "objects", "exports",
		"messages", "inbox", "mailbox", "notes", "vault", "media", "orphans", "leftovers", "datei", "dateien",
		"ordner", "verzeichnis", "verzeichnisse", "sicherung", "sicherungen", "alles", "fichier", "fichiers",
		"dossier", "dossiers", "repertoire", "sauvegarde", "sauvegardes", "tout", "archivo", "archivos", "carpeta",
		"carpetas", "fichero", "ficheros", "directorio", "todo", "copias", "arquivo", "arquivos", "pasta", "pastas",
		"diretorio", "tudo":
		return files
	case "disk", "disks", "drive", "drives", "partition", "partitions", "volume", "volumes", "usb", "ssd", "firmware",
		"device", "sda", "sdb", "sdc", "nvme", "ext4", "btrfs", "xfs", "ntfs", "festplatte", "laufwerk", "disque", "disco", "unidad":
		return disk | files
	case "table", "tables", "schema", "schemas", "column", "columns", "collection", "collections", "index", "indexes",
		"indices", "sequence", "constraint", "constraints", "migration", "migrations", "tabelle", "tabellen", "schemata",
		"tabla", "tablas", "tabela", "tabelas":
		return schema
	case "database", "databases", "db", "dbs", "data", "dataset", "datasets", "rows", "record", "records", "entries",
		"tenant", "tenants", "keyspace", "postgres", "postgresql", "mysql", "mongo", "mongodb", "redis",
		"sqlite", "dump",
		"entry", "eintrag", "eintrage", "eintraege", "datenbank", "datenbanken", "daten", "datensatz", "datensatze",
		"base", "donnees", "enregistrements", "datos", "registros", "banco", "dados":
		return data
	case "users", "customers", "contacts", "clientes", "kunden":
		return data | audience
	case "change", "changes", "edits", "work", "commit", "commits", "modifications", "stash", "head", "worktree",
		"hunk", "hunks", "history", "rebase", "progress", "theirs", "ours", "anderung", "anderungen", "aenderungen",
		"modification", "changements", "historique", "historial", "cambios", "alteracoes", "mudancas":
		return work
	case "branch", "branches", "tags", "zweig", "zweige", "branche", "rama", "ramas":
		return branches
	case "repo", "repos", "repository", "repositories":
		return branches | releases
	case "production", "prod", "live", "produktion", "produktivsystem", "produccion", "producao":
		return live
	case "main", "master", "trunk", "develop", "upstream", "origin", "remote":
		return remote
	case "pr", "prs", "pull", "mr", "mrs":
		return remote | tickets
	case "public", "everyone", "everybody", "world", "publicly", "100":
		return public | audience
	case "customer", "client", "clients", "team", "teams", "channel", "people", "recipient", "recipients", "reviewer",
		"reviewers", "subscriber", "subscribers", "boss", "manager", "maintainer", "maintainers", "colleague",
		"colleagues", "patients", "vendor", "support", "company", "them", "him", "stakeholders", "engineers",
		"engineer", "slack", "discord", "community", "mailing", "press", "partner", "partners", "webhook",
		"participants", "google", "notion", "confluence", "linear", "asana", "trello", "dropbox", "sharepoint",
		"whatsapp", "telegram", "twitter", "linkedin", "facebook", "instagram", "reddit", "youtube", "zoom", "sre",
		"oncall", "mail", "email", "sms", "phone", "equipe", "equipo", "equipa", "kanal":
		return audience
	case "issue", "issues", "ticket", "tickets", "bug", "bugs", "thread", "threads", "conversation", "conversations",
		"discussion", "review", "reviews", "jira":
		return tickets
	case "release", "releases", "tag":
		return releases
	case "pro", "premium", "enterprise", "annual", "subscription", "subscriptions", "seat", "seats", "credits",
		"credit", "invoice", "invoices", "payment", "payments", "money", "funds", "order", "orders", "card", "cards",
		"tier", "trial", "eur", "usd", "gbp", "euro", "euros", "dollar", "dollars", "domain", "domains", "purchase",
		"balance", "booking", "budget", "paid", "pricing", "flight", "hotel", "abo", "abonnement", "bestellung",
		"suscripcion", "pedido", "assinatura":
		return money
	case "key", "keys", "secret", "token", "tokens", "credential", "credentials", "password", "passwords",
		"certificate", "certificates", "cert", "certs", "passphrase", "cookie", "cookies", "env", "dotenv", "pat",
		"sessions", "passwort", "schlussel", "cle", "cles", "clave", "claves", "chave", "chaves", "contrasena",
		"senha":
		return secret
	case "access", "permission", "permissions", "role", "roles", "right", "rights", "privilege", "privileges",
		"admin", "admins", "owner", "owners", "collaborator", "collaborators", "acl", "acls", "iam", "sudoers",
		"allowlist", "whitelist", "visibility", "member", "members", "ownership", "rechte", "zugriff", "droits",
		"acces", "permisos", "acceso", "derechos", "permissoes", "acesso":
		return rights
	case "security", "auth", "authentication", "2fa", "mfa", "factor", "firewall", "tls", "ssl", "verification",
		"protection", "sandbox", "sandboxing", "antivirus", "csrf", "hooks", "checks", "signing", "encryption",
		"guardrails", "safeguard", "safeguards", "selinux", "confirmation", "confirmations", "approvals", "scanning",
		"check", "checking", "permissive", "unsigned", "insecure", "limits", "monitoring", "alerts", "alarms",
		"authentifizierung", "authentification", "autenticacion":
		return guard
	case "port", "ports", "internet", "origins", "cors":
		return ports
	case "server", "servers", "service", "services", "instance", "instances", "node", "nodes", "pod", "pods",
		"container", "machine", "machines", "host", "hosts", "deployment", "replica", "replicas", "worker", "workers",
		"process", "processes", "lambda", "queue", "nginx", "apache", "caddy", "haproxy", "systemd", "playbook",
		"environment", "environments", "system", "systems", "pid", "daemon", "router", "dienst", "serveur",
		"serveurs", "servidor", "servidores", "umgebung", "servicio", "servico":
		return running
	case "bucket", "buckets":
		return files | cloud
	case "aws", "azure", "gcp", "cloudflare", "heroku", "vercel", "netlify":
		return cloud
	case "cluster", "clusters", "staging", "preprod", "uat", "vm", "vms", "droplet", "gpu", "ec2", "rds", "shard",
		"shards", "namespace", "namespaces":
		return running | cloud
	case "infrastructure", "stack", "stacks", "terraform", "manifest", "manifests", "resource", "resources",
		"network", "vpc", "cloud", "chart", "policy", "policies":
		return infra
	case "dns", "nameserver", "nameservers", "cname", "traffic", "zone", "txt", "mx", "balancer":
		return names
	case "site", "website", "campaign", "product", "shop", "landing":
		return product
	case "licences", "licenses":
		return money | terms
	case "secrets":
		return secret | rights
	case "terms", "licence", "license", "eula", "tos", "agreement", "agreements", "contract", "contracts",
		"conditions", "consent", "cla", "nda", "dpa", "lizenz", "lizenzen", "lizenzbedingungen", "bedingungen",
		"nutzungsbedingungen", "agb", "vertrag", "vereinbarung", "contrat", "licencia", "terminos", "condiciones",
		"contrato", "licenca", "termos":
		return terms
	}
	return 0
}
