package wording

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Neutral is a value that says nothing.
func Neutral(s Slot) (value string, marks bool) {
	name, _, _ := strings.Cut(s.Name, " ")
	switch "{" + name + "}" {
	case placeNumber:
		return "3", false
	case placeDate:
		return "today", true
	}
	return "file.go", true
}

// Bound says why what is in a slot is not widened, or "".
func (s Slot) Bound(text string) string {
	name, _, _ := strings.Cut(s.Name, " ")
	if "{"+name+"}" == placeURL {
		return "it is an address"
	}
	before, _ := utf8.DecodeLastRuneInString(text[:s.Start])
	after := strings.TrimLeft(text[s.End:], ".,;:!?)]")
	next, _ := utf8.DecodeRuneInString(after)
	begins := s.Start == 0 || unicode.IsSpace(before) || isQuote(before) || strings.ContainsRune("([#", before)
	if ends := after == "" || unicode.IsSpace(next) || isQuote(next); !begins || !ends {
		return "it is part of a longer word"
	}
	return ""
}

// IsPlainText reports whether all of a value is seen.
func IsPlainText(value string) bool {
	return value != "" && utf8.ValidString(value) && strings.TrimSpace(value) == value &&
		strings.IndexFunc(value, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// codeName returns the name that a value is in a program: that of a call or of a tag,
// without their signs, and one with an underscore, or with a capital behind a small
// letter. What it is made of does not say what it is about: `user_format` is nobody's
// account. Other values are returned as they are.
func codeName(value string) (name string, ok bool) {
	if call, is := strings.CutSuffix(value, "()"); is {
		name, ok = call, strings.Trim(call, ".") == call
	} else if tag, is := strings.CutPrefix(value, "<"); is && strings.HasSuffix(tag, ">") {
		name = tag[:len(tag)-1]
		ok = name != "" && unicode.IsUpper(rune(name[0]))
	} else {
		name, ok = value, strings.Trim(value, "_") == value && strings.Contains(value, "_")
		for i := 1; i < len(value) && !ok; i++ {
			ok = 'a' <= value[i-1] && value[i-1] <= 'z' && 'A' <= value[i] && value[i] <= 'Z'
		}
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
	if !ok || strings.Trim(name, letters) != "" || !startsWithLetter(name) {
		return value, false
	}
	return name, true
}

// maxOrdinary is how long an ordinary value may be, in bytes.
const maxOrdinary = 100

// IsOrdinary reports whether a value is a name like any: of no kind that is never
// widened, nothing to a shell, and no file that is guarded.
func IsOrdinary(value, project string) bool {
	name, isCode := codeName(value)
	return len(value) <= maxOrdinary && !isForShell(name) && (isCode || KindOf(value) == "") && !isGuarded(withinProject(name, project))
}

// isForShell reports whether a value may be an option or a pattern, or more than one
// command.
func isForShell(value string) bool {
	return strings.HasPrefix(value, "-") || strings.ContainsAny(value, "*?|;&<>$`\\") ||
		strings.IndexFunc(value, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0
}

// IsProjectFile reports whether a value that is of no other kind is the path of a file of
// the project, and not of one that is guarded.
func IsProjectFile(value, project string) bool {
	path := withoutLine(withinProject(value, project))
	plain := strings.IndexFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+", r)
	}) < 0
	name := Fold(path[strings.LastIndexByte(path, '/')+1:])
	return plain && !strings.HasPrefix(path, "-") && isFileName(name) && !isGuarded(path)
}

// IsBranch reports whether a value may be the name of a git branch, as
// git check-ref-format has it.
func IsBranch(value string) bool {
	return value != "" && strings.IndexFunc(value, func(r rune) bool { return r <= ' ' || strings.ContainsRune("~^:?*[\\,{}\"'`@()<>|;&$", r) }) < 0 &&
		strings.Trim(value, "/.-") == value && !strings.Contains(value, "..") && !strings.Contains(value, "//") && !strings.Contains(value, "/.") && !strings.HasSuffix(value, ".lock")
}

// IsOwnBranch reports whether a value may be the name of a branch that nobody else is
// likely to rely on.
func IsOwnBranch(value string) bool {
	named := strings.IndexFunc(value, unicode.IsLetter) >= 0 && !isFileName(Fold(value))
	return named && IsBranch(value) && !isProtected(value)
}

// isProtected reports whether a branch is likely to be one that others rely on.
func isProtected(branch string) bool {
	for name := range strings.SplitSeq(Fold(branch), "/") {
		if onList("protected", name) {
			return true
		}
		for _, beginning := range [...]string{"release", "hotfix", "prod", "live"} {
			if strings.HasPrefix(name, beginning) {
				return true
			}
		}
	}
	return false
}

// SameBranch reports whether two names are of one branch, here or on a remote.
func SameBranch(a, b string) bool {
	a, b = Fold(a), Fold(b)
	return a == b || strings.HasSuffix(a, "/"+b) || strings.HasSuffix(b, "/"+a)
}

// maxDigits is how long a number may be that counts.
const maxDigits = 9

// CountingNumber reads a number from 1 as it is usually written: what is counted
// differently for "0", "-1" or "1.0" is another question.
func CountingNumber(s string) (int, bool) {
	if s == "" || s[0] == '0' || len(s) > maxDigits || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// IsSlotName reports whether a name may be that of a slot.
func IsSlotName(name string) bool {
	name, number, numbered := strings.Cut(name, " ")
	if n, ok := CountingNumber(number); numbered && (!ok || n < 2) {
		return false
	}
	return placeholder("{"+name+"}") == "{"+name+"}"
}
