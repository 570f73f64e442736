package redact

import "strings"

// Secrecy says what a member's name tells about its value.
type Secrecy struct {
	Value   bool // a string or number there is secret
	Members bool // whatever is inside an object or array there is secret
	Plural  bool // a number there is a count, as in "maxTokens": 4096
}

// SecrecyOf reads a member, variable, header or flag name in any spelling:
// apiKey, API_KEY, x-api-key, APIKey, apikey.
//
// A word for a secret may stand anywhere in the name of a value, but must come last in the name
// of an object: "token-counter" may be a server.
func SecrecyOf(name string) Secrecy {
	words := nameWords(name)
	if len(words) == 0 {
		return Secrecy{}
	}
	last := words[len(words)-1]
	s := Secrecy{Members: last == "env" || last == "headers", Plural: strings.HasSuffix(last, "s")}
	if aboutSecret(last) {
		return s
	}
	if last == "cookie" { // a login; "cookieBanner" is none
		s.Value = true
	}
	for i, w := range words {
		if !secretWord(w, i > 0 || len(words) == 1) {
			continue
		}
		s.Value = true
		if i == len(words)-1 {
			s.Members = true
		}
	}
	return s
}

// nameWords splits a name at everything that is no letter and where camel case
// starts a new word, in lower case.
func nameWords(name string) []string {
	var words []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			words = append(words, strings.ToLower(name[start:end]))
			start = -1
		}
	}
	for i := range len(name) {
		c := name[i]
		if !isLetter(c) {
			flush(i)
			continue
		}
		if start >= 0 && isUpper(c) {
			acronymEnds := i+1 < len(name) && isLetter(name[i+1]) && !isUpper(name[i+1])
			if !isUpper(name[i-1]) || acronymEnds {
				flush(i)
			}
		}
		if start < 0 {
			start = i
		}
	}
	flush(len(name))
	return words
}

// secretWord reports whether a word of a name makes its value a secret. Some words do so only as
// head, not before another word: keyBindings, passCount.
func secretWord(w string, head bool) bool {
	switch w {
	case "jwt", "bearer", "pwd", "creds":
		return true
	case "key", "keys", "pass", "auth":
		return head
	}
	for _, end := range []string{
		"token", "tokens", "secret", "secrets", "password", "passwords", "passwd", "passphrase",
		"credential", "credentials", "authorization", "apikey", "apikeys", "accesskey", "secretkey", "privatekey",
	} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// aboutSecret reports whether a name with this last word says where a secret is, how to get it or
// how long it is, and does not hold it: apiKeyHelper, tokenUrl.
func aboutSecret(last string) bool {
	switch last {
	case "helper", "file", "path", "dir", "command", "cmd", "refresh", "export", "url", "uri", "endpoint",
		"name", "type", "count", "limit", "budget", "size", "length", "ttl", "timeout", "expiry",
		"stdin", "var", "vars", "env":
		return true
	}
	return false
}

func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return isUpper(c) || 'a' <= c && c <= 'z' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }
