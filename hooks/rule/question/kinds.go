package question

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"neverask/hooks/redact"
	"neverask/hooks/rule/safety/shell"
)

// Some kinds of values are never widened: each one that a person has not seen is asked
// about. Too much counts as such a kind rather than too little, which costs an asking.

// kinds are the words that say of which kind the values of a question are, in the
// languages that hooks/rule/safety knows. A word is whole, or with a star the beginning of
// one; those of scripts without spaces count wherever they stand.
var kinds = [...]struct{ about, words string }{
	{"money", `usd eur gbp jpy chf cny inr brl cad aud nzd sek nok dkk pln czk huf rub krw hkd sgd mxn zar btc eth kč zł kr dollar* euro euros cent cents pound* yen yuan bitcoin* price* cost* budget* pay payment* paid payout* invoice*
		amount* money fee fees refund* charge* spend* salar* bill bills billing purchase* credit credits
		preis* kosten* betrag* zahl* bezahl* geld* rechnung* gebühr* guthaben* gehalt*
		prix coût* montant* payer paie* paiement* argent facture* frais salaire*
		precio* costo* coste* importe* pagar pago* dinero factura* tarifa* saldo*
		preço* custo* valor* pagamento* dinheiro fatura*
		元 円 钱 錢 价格 價格 金额 金額 费用 費用 付款 支付 料金 価格 支払 予算 预算`},
	{"a percentage", `percent* pct prozent* pourcent* porcentaje* porcentagem* percentual* 百分 パーセント 割合`},
	{"a host or an address", `host* address* domain* dns url* uri uris ip ips endpoint* server* subdomain* webhook* proxy proxies port ports website* site sites localhost remote remotes
		rechner* adresse* serveur* hôte* domaine* servidor* dominio* domínio* anfitri* direcci* endereço*
		主机 主機 服务器 伺服器 域名 网址 網址 地址 端口 ホスト サーバ ドメイン アドレス ポート`},
	{"a mail address or a recipient", `mail* email* inbox* recipient* send sends sent sender* notify notif* invite* invitation* message* addressee* subscriber* contact contacts channel channels
		empfänger* nachricht* einlad* destinataire* courriel* envoyer destinatario* correo* enviar invitar destinatário* convid*
		邮件 郵件 邮箱 收件 发送 發送 メール 宛先 送信 受信`},
	{"an account, a user or a customer", `account* user users username* login* customer* tenant* member members employee* patient* owner owners role roles group groups team teams root sudo organisation* organization* person people admin*
		konto* konten benutzer* nutzer* kunde* kunden* mitarbeiter* rolle* compte* utilisateur* client cliente* clients rôle* équipe* cuenta* usuari* equipo* conta contas
		账户 帳戶 账号 帳號 用户 用戶 客户 客戶 角色 アカウント ユーザ 利用者 顧客 ロール`},
	{"an environment", `environment* env envs stage stages namespace* cluster* region regions umgebung* environnement* entorno* ambiente* 环境 環境 集群 クラスタ ` + environments},
	{"a version to release", `version* release* tag tags tagged semver upgrade* downgrade* fassung* freigabe* publi* versión lanz* versã* versõ* lançar 版本 发布 發布 标签 標籤 バージョン リリース タグ`},
}

// environments are what environments are called.
const environments = `production prod prd staging stg preprod live uat qa sandbox dev development demo produktio* producción produção préproduction 生产 生產 正式 本番 ステージング`

// everything are words for more than one can see. What is asked of one thing is another
// question of all.
const everything = `all any every everything everyone whole entire alle alles alle jede* ganz* gesamt* tout tous toute toutes entier* todo todos toda todas tudo inteir* enter* 全部 所有 全て すべて 全体`

// kindOf says of which kind that is never widened a text speaks, or "".
func kindOf(text string) string {
	if kind := kindBySign(text); kind != "" {
		return kind
	}
	kind := kindByWord(text)
	if kind != "" {
		kind = kindByWord(withoutIdioms(text))
	}
	return kind
}

func kindByWord(text string) string {
	words := wordsOf(text)
	for _, k := range kinds {
		if speaksOf(k.words, words, fold(text)) {
			return k.about
		}
	}
	return ""
}

// withoutIdioms leaves out words that mean another thing beside each other than each of
// them alone: nobody receives a commit message.
func withoutIdioms(text string) string {
	idioms, _ := shell.Entry(nameLists, "idioms")
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i++ {
		second := strings.TrimRight(words[i+1], ".,;:!?")
		if slices.Contains(idioms, fold(words[i])+"-"+fold(second)) {
			words[i], words[i+1] = "", words[i+1][len(second):]
		}
	}
	return strings.Join(words, " ")
}

// kindBySign knows kinds by how they are written.
func kindBySign(text string) string {
	text = norm.NFKC.String(text)
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Sc, r):
			return "money"
		case strings.ContainsRune("%‰٪", r):
			return "a percentage"
		case r == '@':
			return "a mail address or a recipient"
		case r == '~':
			return "a home directory"
		}
	}
	return ""
}

// kindOfValue says of which kind that is never widened a value is, or "". Files of the
// project may be named in full.
func kindOfValue(value, project string) string {
	if kind := kindBySign(value); kind != "" {
		return kind
	}
	if isRooted(withinProject(value, project)) {
		return "a path outside the project"
	}
	value = norm.NFKC.String(value)
	switch words := wordsOf(value); {
	case speaksOf(environments, words, fold(value)):
		return "an environment"
	case speaksOf(everything, words, fold(value)):
		return "more than one thing"
	case len(value) > 1 && (value[0] == '#' && startsWithLetter(value[1:]) || value[0] == '+' && isDigit(value[1])):
		return "a mail address or a recipient"
	}
	if _, ok := codeName(value); ok && strings.HasSuffix(value, "()") {
		return "" // user.merge() is no host
	}
	if day, err := time.Parse("2.1.2006", value); err == nil && day.Year() > 1900 && day.Year() < 2100 {
		return "" // and 21.11.2026 no version
	}
	for _, token := range strings.FieldsFunc(fold(value), func(r rune) bool { return !isWordRune(r) || strings.ContainsRune("/\\,;=()[]{}<>", r) }) {
		token = strings.TrimRight(token, ".!?")
		host, _, port := strings.Cut(token, ":")
		switch {
		case isVersion(token):
			return "a version to release"
		case port && !isFileName(host) && (host == "" || strings.Trim(token, "0123456789:") != ""), host == "localhost", isHost(withoutLine(token)):
			return "a host or an address"
		}
	}
	return ""
}

// isVersion reports whether a word has numbers with a dot between them, or one behind a v.
func isVersion(word string) bool {
	for i := range len(word) {
		digit := i+1 < len(word) && isDigit(word[i+1])
		before := i > 0 && isDigit(word[i-1])
		if digit && (word[i] == '.' && before || word[i] == 'v' && (i == 0 || !startsWithLetter(word[i-1:]))) {
			return true
		}
	}
	return false
}

// isHost reports whether a word may be the name of a host: letters on both sides of a
// dot that does not begin the ending of a file.
func isHost(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	return dot > 0 && dot+1 < len(word) && !isFileName(word) && startsWithLetter(word[dot+1:])
}

// isRooted reports whether a path does not depend on where the session is, or leads out
// of there.
func isRooted(path string) bool {
	path = strings.ReplaceAll(path, `\`, "/")
	return strings.HasPrefix(path, "/") || len(path) > 1 && path[1] == ':' && startsWithLetter(path) ||
		path == ".." || strings.HasPrefix(path, "../") || strings.HasSuffix(path, "/..") || strings.Contains(path, "/../")
}

// isProjectDir reports whether the files below a directory may be those of a project: not
// when it is a root, or as likely as not a home directory.
func isProjectDir(dir string) bool {
	names := strings.FieldsFunc(dir, func(r rune) bool { return r == '/' || r == '\\' })
	if len(names) < 2 || !isRooted(dir) {
		return false
	}
	above := fold(names[len(names)-2])
	return above != "home" && above != "users" && !strings.HasSuffix(above, ":")
}

// withinProject is a path from the project on, where it is one below the project.
func withinProject(path, project string) string {
	if rest, ok := strings.CutPrefix(path, strings.TrimRight(project, `/\`)); ok && project != "" && len(rest) > 1 && rest[0] == project[0] {
		return rest[1:]
	}
	return path
}

// isGuarded reports whether a file may hold a secret, let somebody in, run by itself or
// say what may run: what is hidden, or is named like a secret.
func isGuarded(path string) bool {
	for _, name := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' }) {
		stem, ending, _ := strings.Cut(name, ".")
		named := stem
		if onList("programs", fold(ending[strings.LastIndexByte(ending, '.')+1:])) {
			named = tokens.Replace(stem) // those that it reads
		}
		if name != "." && stem == "" || redact.SecrecyOf(named).Value || onList("guarded", fold(ending)) {
			return true
		}
	}
	return false
}

// tokens takes out of a name what a secret is called, and what a parser reads.
var tokens = strings.NewReplacer("tokens", "", "token", "", "Tokens", "", "Token", "", "TOKENS", "", "TOKEN", "")

// wordsOf are the folded words of a text, and those that a name such as "prodServer" is
// made of.
func wordsOf(text string) (words []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		words = append(words, fold(word))
		start, lower := 0, false
		for i, r := range word {
			if unicode.IsUpper(r) && lower {
				words = append(words, fold(word[start:i]))
				start = i
			}
			lower = unicode.IsLower(r)
		}
		if start > 0 {
			words = append(words, fold(word[start:]))
		}
	}
	return words
}

// speaksOf reports whether a text, whose words are given, has one of a list of words.
func speaksOf(list string, words []string, folded string) bool {
	for entry := range strings.FieldsSeq(list) {
		if r, _ := utf8.DecodeRuneInString(entry); r >= 0x2E80 {
			if strings.Contains(folded, entry) {
				return true
			}
			continue
		}
		beginning, open := strings.CutSuffix(entry, "*")
		for _, w := range words {
			if w == beginning || open && strings.HasPrefix(w, beginning) {
				return true
			}
		}
	}
	return false
}
