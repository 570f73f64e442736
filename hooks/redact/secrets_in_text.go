package redact

import "strings"

// tokenShapes are the prefixes of services' tokens, and how many characters must follow. The
// short prefix "sk-" also asks for a digit, since words may start with it.
var tokenShapes = [...]struct {
	prefix string
	tail   int
	digit  bool
}{
	{"sk-ant-", 4, false}, {"sk-", 16, true}, {"sk_live_", 8, false}, {"sk_test_", 8, false}, {"rk_live_", 8, false},
	{"ghp_", 6, false}, {"gho_", 6, false}, {"ghu_", 6, false}, {"ghs_", 6, false}, {"ghr_", 6, false},
	{"github_pat_", 6, false}, {"glpat-", 6, false}, {"npm_", 16, true}, {"hf_", 16, false}, {"pypi-", 16, true},
	{"xoxa-", 6, false}, {"xoxb-", 6, false}, {"xoxe-", 6, false},
	{"xoxp-", 6, false}, {"xoxr-", 6, false}, {"xoxs-", 6, false}, {"xapp-", 6, false},
	{"AKIA", 12, false}, {"ASIA", 12, false}, {"AIza", 20, false},
}

// secretsInText finds the secrets that are recognisable by themselves in a decoded string: tokens
// of known shape, values given to names like TOKEN= or --password, credentials in URLs and for
// curl, and private keys. The result is sorted and disjoint.
func secretsInText(s string) []Extent {
	if len(s) < 4 {
		return nil
	}
	found := namedSecrets(s)
	found = append(found, prefixedTokens(s)...)
	found = append(found, webTokens(s)...)
	found = append(found, urlPasswords(s)...)
	found = append(found, logins(s)...)
	found = append(found, privateKeys(s)...)
	return merge(found)
}

func prefixedTokens(s string) (found []Extent) {
	for _, shape := range tokenShapes {
		for from := 0; ; {
			i := strings.Index(s[from:], shape.prefix)
			if i < 0 {
				break
			}
			start := from + i
			from = start + len(shape.prefix)
			if start > 0 && isAlnum(s[start-1]) {
				continue
			}
			end := from + runLength(s[from:], isTokenByte)
			tail := s[from:end]
			if len(tail) >= shape.tail && (!shape.digit || strings.ContainsAny(tail, "0123456789")) {
				found = append(found, Extent{start: start, end: end})
			}
			from = end
		}
	}
	return found
}

// webTokens finds JSON web tokens, and what follows the word Bearer.
func webTokens(s string) (found []Extent) {
	for from := 0; ; {
		i := strings.Index(s[from:], "eyJ")
		if i < 0 {
			break
		}
		start := from + i
		from = start + runLength(s[start:], func(c byte) bool { return isTokenByte(c) || c == '.' || c == '=' })
		if strings.Count(s[start:from], ".") >= 1 && from-start >= 16 {
			found = append(found, Extent{start: start, end: from})
		}
	}
	for from := 0; ; {
		i := indexFold(s[from:], "bearer ")
		if i < 0 {
			return found
		}
		start := from + i + len("bearer ")
		start += runLength(s[start:], isBlank)
		from = start + runLength(s[start:], func(c byte) bool {
			return isTokenByte(c) || strings.IndexByte(".~+/=", c) >= 0 || c >= 0x80
		})
		switch strings.ToLower(s[start:from]) {
		case "", "token", "tokens", "auth", "authentication", "authorization":
		default:
			found = append(found, Extent{start: start, end: from})
		}
	}
}

// urlPasswords finds the password in scheme://user:password@host, or a token in place of both.
func urlPasswords(s string) (found []Extent) {
	for from := 0; ; {
		i := strings.Index(s[from:], "://")
		if i < 0 {
			return found
		}
		start := from + i + len("://")
		from = start + runLength(s[start:], func(c byte) bool {
			return c > ' ' && strings.IndexByte("/?#\"'`<>\\", c) < 0
		})
		at := strings.LastIndexByte(s[start:from], '@')
		colon := strings.IndexByte(s[start:from], ':')
		if 0 <= colon && colon+1 < at && !isReference(s[start+colon+1:start+at]) {
			found = append(found, Extent{start: start + colon + 1, end: start + at})
		} else if colon < 0 && at >= loneToken && strings.ContainsAny(s[start:start+at], "0123456789") {
			found = append(found, Extent{start: start, end: start + at})
		}
	}
}

// loneToken is the length from which a lone text before a URL's host is a token, not a user's
// name.
const loneToken = 20

// logins finds the password in curl -u user:password.
func logins(s string) (found []Extent) {
	if !strings.Contains(s, "curl") {
		return nil
	}
	for _, flag := range [...]string{" -u", " --user", " --proxy-user"} {
		for from := 0; ; {
			i := strings.Index(s[from:], flag)
			if i < 0 {
				break
			}
			from += i + len(flag)
			at := from + runLength(s[from:], isBlank)
			if at == from {
				if !strings.HasPrefix(s[from:], "=") {
					continue
				}
				at++
			}
			v := valueExtent(s, at, false)
			if colon := strings.IndexByte(s[v.start:v.end], ':'); colon >= 0 && v.start+colon+1 < v.end &&
				!isReference(s[v.start+colon+1:v.end]) {
				found = append(found, Extent{start: v.start + colon + 1, end: v.end})
			}
		}
	}
	return found
}

// privateKeys finds the body of PEM blocks, even if they are cut off.
func privateKeys(s string) (found []Extent) {
	const mark = "PRIVATE KEY-----"
	for from := 0; ; {
		i := strings.Index(s[from:], mark)
		if i < 0 {
			return found
		}
		start := from + i + len(mark)
		end := strings.Index(s[start:], "-----END")
		if end < 0 {
			end = len(s) - start
		}
		found = append(found, Extent{start: start, end: start + end})
		from = start + end
		if i = strings.Index(s[from:], mark); i >= 0 {
			from += i + len(mark)
		}
	}
}

// namedSecrets finds the values given to a name that SecrecyOf calls secret: as an
// assignment or query parameter, as a header or JSON member, or as a flag.
func namedSecrets(s string) (found []Extent) {
	for i := 0; i < len(s); {
		end := i + runLength(s[i:], isTokenByte)
		if end == i {
			i++
			continue
		}
		name := s[i:end]
		i = end
		at, header := valueStart(s, end, strings.HasPrefix(name, "-"))
		if at < 0 {
			continue
		}
		means := SecrecyOf(name)
		if !means.Value {
			continue
		}
		v := valueExtent(s, at, header)
		value := s[v.start:v.end]
		if isPattern(value) || isReference(value) || means.Plural && isNumber(value) {
			continue
		}
		found = append(found, v)
		i = v.end
	}
	return found
}

// valueStart finds where the value of a name that ends at i begins, and whether
// it is written like a header, "Name: value"; negative: the name has no value.
func valueStart(s string, i int, flag bool) (at int, header bool) {
	blank := runLength(s[i:], isBlank)
	if i < len(s) && s[i] == '\\' {
		i++
	}
	if i < len(s) && isQuote(s[i]) {
		i++
	}
	sep := i + runLength(s[i:], isBlank)
	switch {
	case sep < len(s) && s[sep] == '=' && !strings.HasPrefix(s[sep:], "=="):
		return sep + 1 + runLength(s[sep+1:], isBlank), false
	case sep < len(s) && s[sep] == ':' && !strings.HasPrefix(s[sep:], "://"):
		gap := runLength(s[sep+1:], isBlank)
		return sep + 1 + gap, gap > 0
	case flag && blank > 0 && !strings.HasPrefix(s[sep:], "-"):
		return sep, false
	}
	return -1, false
}

// valueExtent returns the value that starts at i: the text between quotes, the rest of a header
// after its scheme, or a word of a command line.
func valueExtent(s string, i int, header bool) Extent {
	if strings.HasPrefix(s[i:], "$'") || strings.HasPrefix(s[i:], `$"`) {
		i++ // quoting of its own kind in bash
	}
	start := i
	closing := ""
	switch {
	case strings.HasPrefix(s[i:], `\"`), strings.HasPrefix(s[i:], `\'`):
		closing = s[i : i+2]
	case i < len(s) && isQuote(s[i]):
		closing = s[i : i+1]
	}
	if closing != "" {
		start += len(closing)
		for end := start; end < len(s); end++ {
			if strings.HasPrefix(s[end:], closing) {
				return Extent{start: start, end: end}
			}
			if s[end] == '\\' {
				end++
			}
		}
		return Extent{start: start, end: len(s)}
	}
	if header {
		word := start + runLength(s[start:], isLetter)
		switch strings.ToLower(s[start:word]) {
		case "bearer", "basic", "token", "digest", "apikey":
			if gap := runLength(s[word:], isBlank); gap > 0 {
				start = word + gap
			}
		}
		return Extent{
			start: start, end: start + runLength(s[start:], func(c byte) bool { return !isQuote(c) && c != '\\' && c != '\n' }),
		}
	}
	end := start
	for end < len(s) && strings.IndexByte(" \t\r\n\"'`&;|()<>", s[end]) < 0 {
		if s[end] == '\\' && end+1 < len(s) {
			if isQuote(s[end+1]) {
				break
			}
			end++
		}
		end++
	}
	return Extent{start: start, end: min(end, len(s))}
}

// isReference reports whether a value only says where the secret is taken
// from: $NAME, ${NAME}, $(command), %NAME%.
func isReference(v string) bool {
	if v == "$" || strings.HasPrefix(v, "$(") {
		return true
	}
	if len(v) < 2 {
		return false
	}
	name := v[1:]
	switch {
	case v[0] == '%' && v[len(v)-1] == '%':
		name = v[1 : len(v)-1]
	case strings.HasPrefix(v, "${") && v[len(v)-1] == '}':
		name = v[2 : len(v)-1]
	case v[0] != '$':
		return false
	}
	return name != "" && !isDigit(name[0]) && runLength(name, isNameByte) == len(name)
}

func isNumber(v string) bool  { return v != "" && runLength(v, isDigit) == len(v) }
func isNameByte(c byte) bool  { return isAlnum(c) || c == '_' }
func isTokenByte(c byte) bool { return isAlnum(c) || c == '_' || c == '-' }
func isBlank(c byte) bool     { return c == ' ' || c == '\t' }
func isQuote(c byte) bool     { return c == '"' || c == '\'' }

// isPattern reports whether a value is empty or stands for any value, as in
// the permission rule Bash(gh auth token:*).
func isPattern(v string) bool { return strings.Trim(v, "*.") == "" }

// runLength is the length of the prefix of s whose bytes all satisfy ok.
func runLength(s string, ok func(byte) bool) int {
	for i := range len(s) {
		if !ok(s[i]) {
			return i
		}
	}
	return len(s)
}

// indexFold is strings.Index for an ASCII needle in lower case and any case in s.
func indexFold(s, needle string) int {
	for i := 0; i+len(needle) <= len(s); i++ {
		if s[i]|0x20 == needle[0] && strings.EqualFold(s[i:i+len(needle)], needle) {
			return i
		}
	}
	return -1
}
