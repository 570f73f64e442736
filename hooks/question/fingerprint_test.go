package question

import (
	"strings"
	"testing"
)

func TestFingerprint(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Run the tests?", "run the tests?"},
		{"  Run\n the\tTESTS? ", "run the tests?"},
		{"Fix the 3 failing tests in `a.go`?", "fix the {n} failing tests in {q}?"},
		{"Fix the 5 failing tests in `b.go`?", "fix the {n} failing tests in {q}?"},
		{"<gstack-qid:x-1> Ship it?", "ship it?"},
		{"Ship it? <qid:x> <gstack-qid:x>", "ship it?"},
		{"Ship <qid:unfinished", "ship <qid:unfinished"},

		// numbers
		{"Keep 1,234.56 of 7%?", "keep {n} of {n}%?"},
		{"The 1st, 2nd and 11th", "the {n}, {n} and {n}"},
		{"Wait 10ms or 2s?", "wait {n}ms or {n}s?"},
		{"Upgrade to v1.2.3-beta.4?", "upgrade to v{n}-beta.{n}?"},
		{"Close PR #123 (or ABC-45)?", "close pr #{n} (or abc-{n})?"},
		{"Use S3, EC2, k8s, utf8 or python3?", "use s3, ec2, k8s, utf8 or python3?"},
		{"3/4 done, 50:50", "{n}/{n} done, {date}"},
		{"修复3个失败的测试吗？", "修复{n}个失败的测试吗？"},

		// quotes
		{`Rename "foo bar" to 'baz'?`, "rename {q} to {q}?"},
		{"Use “a” or «b» or 「c」?", "use {q} or {q} or {q}?"},
		{"It's the user's choice, isn't it?", "it's the user's choice, isn't it?"},
		{"It’s the user’s", "it's the user's"},
		{"Keep 'it's fine'?", "keep {q}?"},
		{"Run ```go test ./...``` now?", "run {q} now?"},
		{"An unclosed ` tick", "an unclosed ` tick"},
		{"A 5\" disk and a 3\" disk?", "a {n}\" disk and a {n}\" disk?"},

		// paths
		{"Edit src/main.go?", "edit {path}?"},
		{"Edit main_test.go:12:3, please?", "edit {path}, please?"},
		{"Look in ./a/b, ../c/d, ~/e/f and /usr/local/bin?", "look in {path}, {path}, {path} and {path}?"},
		{`Open C:\Users\x\y.txt?`, "open {path}?"},
		{"Merge feature/login-page?", "merge {path}?"},
		{"REST and/or gRPC, CI/CD, client/server?", "rest and/or grpc, ci/cd, client/server?"},
		{"Run /review or /ship?", "run /review or /ship?"},
		{"Use Node.js, Next.js or Vue.js?", "use node.js, next.js or vue.js?"},
		{"Change app.js and package.json?", "change {path} and {path}?"},
		{"e.g. this, i.e. that etc.", "e.g. this, i.e. that etc."},

		// URLs, hashes, dates
		{"Open https://example.com/a?b=c#d.", "open {url}."},
		{"Revert a1b2c3d and 0123456789abcdef0123456789abcdef01234567?", "revert {hash} and {hash}?"},
		{"Range a1b2c3d..e4f5a6b", "range {hash}..{hash}"},
		{"Session 123e4567-e89b-12d3-a456-426614174000?", "session {hash}?"},
		{"The decade facade is defaced", "the decade facade is defaced"},
		{"Release on 2026-11-21 or 11/21/2026 at 10:30 pm?", "release on {date} or {date} at {date}?"},
		{"Since 2026-11-21T10:00:00.123Z", "since {date}"},
		{"By November 21st, 2026 or 3 Dec?", "by {date} or {date}?"},
		{"3 may fail, 3 May 2026 may not", "{n} may fail, {date} may not"},
		{"In May 12 tests ran", "in {date} tests ran"},

		// Unicode
		{"CAFÉ?", "café?"},
		{"CAFE\u0301?", "café?"},
		{"ΣΊΣΥΦΟΣ?", "σίσυφος?"},
	} {
		got := Fingerprint(tt.text)
		if fold(got) != fold(tt.want) {
			t.Errorf("Fingerprint(%q) = %q, want %q", tt.text, got, tt.want)
		}
		if again := Fingerprint(got); again != got {
			t.Errorf("the fingerprint of %q is %q", got, again)
		}
	}
}

// TestFingerprintIsPinned fails when fingerprints change. Lookup files hold their
// hashes: change lookupMagic and then this sum.
func TestFingerprintIsPinned(t *testing.T) {
	var all strings.Builder
	for _, text := range []string{
		"Fix the 3 failing tests in `a.go`?", "Merge feature/login-page by Nov 3rd?", "Use Node.js v22.1 at https://x.y/z?",
		"Revert a1b2c3d?", "CAFE\u0301 «x» 修复3个", "It’s /review, C:\\a\\b.c and 3/4 or S3?",
	} {
		all.WriteString(Fingerprint(text) + "\n")
	}
	if got := hash(all.String()); lookupMagic != "neverask lookup 1\n" || got != pinnedFingerprints {
		t.Errorf("fingerprints of %q have sum %#x:\n%s", lookupMagic, got, all.String())
	}
}

const pinnedFingerprints = 0x6fc026076bbc06d

func FuzzFingerprint(f *testing.F) {
	for _, s := range []string{"Fix the 3 failing tests in `a.go`?", "'a' \"b", "1.2.3 v4-5", "a/b.c/2026-01-02T03:04", "nov 3, ’x’", "<qid:a>b", "<qiD:>", "<qi<qid:a>d:b>", "0T\u0308\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Fingerprint(s)
		if twice := Fingerprint(once); twice != once {
			t.Errorf("%q: %q, then %q", s, once, twice)
		}
		if upper := Fingerprint("  " + s + "\n"); upper != once {
			t.Errorf("%q: %q, with space around %q", s, once, upper)
		}
	})
}
