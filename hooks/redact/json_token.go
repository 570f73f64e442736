package redact

import "strings"

// token is one lexical element of JSON, read so leniently that no text fails.
type token struct {
	kind       byte // the punctuation character, '"' or '\'' for a string, 'w' for a bare word, 0 at the end
	start, end int  // of a string: what is between the quotes
	next       int  // where the next token may start; equal to end for an unclosed string
}

// nextToken reads the token at or after i. A string ends with its line at the latest, so that a
// missing quote spoils only one line.
func nextToken(s string, i int) token {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	if i >= len(s) {
		return token{start: i, end: i, next: i}
	}
	switch c := s[i]; c {
	case '{', '}', '[', ']', ',', ':':
		return token{c, i, i + 1, i + 1}
	case '"', '\'':
		end := i + 1
		for end < len(s) && s[end] != '\n' {
			switch {
			case s[end] == c:
				return token{c, i + 1, end, end + 1}
			case s[end] == '\\' && end+1 < len(s) && s[end+1] != '\n':
				end++
			}
			end++
		}
		return token{c, i + 1, end, end}
	}
	end := i + 1
	for end < len(s) && strings.IndexByte(" \t\r\n{}[],:\"'", s[end]) < 0 {
		end++
	}
	return token{'w', i, end, end}
}

func isLiteral(s string) bool { return s == "true" || s == "false" || s == "null" }

// IsNumber accepts a little more than JSON does; it only has to tell
// numbers from words.
func IsNumber(s string) bool {
	return s != "" && (isDigit(s[0]) || s[0] == '-' && len(s) > 1) &&
		strings.Trim(s, "0123456789+-.eE") == ""
}
