package wording

import (
	"testing"
)

func TestFingerprint(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Run the tests?", "run the tests?"},
		{"  Run\n the\tTESTS? ", "run the tests?"},
		{"Fix the 3 failing tests in `a.go`?", "fix the {n} failing tests in {name}?"},
		{"Fix the 5 failing tests in `b.go`?", "fix the {n} failing tests in {name}?"},
		{"<gstack-qid:x-1> Ship it?", "ship it?"},
		{"Ship it? <qid:x> <gstack-qid:x>", "ship it?"},
		{"Ship <qid:unfinished", "ship <qid:unfinished"},

		// numbers
		{"Keep 1,234.56 of 7%?", "keep {n} of {n}%?"},
		{"The 1st, 2nd and 11th", "the {n}, {n} and {n}"},
		{"Wait 10ms or 2s?", "wait {n}ms or {n}s?"},
		{"Upgrade to v1.2.3-beta.4?", "upgrade to {n}-beta.{n}?"},
		{"Upgrade to v2, v2.0 or 2.0? V1beta1?", "upgrade to v{n}, {n} or {n}? v{n}beta1?"},
		{"Close PR #123 (or ABC-45)?", "close pr #{n} (or abc-{n})?"},
		{"Use S3, EC2, k8s, utf8 or python3?", "use s3, ec2, k8s, utf8 or python3?"},
		{"3/4 done, 50:50", "{n}/{n} done, {date}"},
		{"修复3个失败的测试吗？", "修复{n}个失败的测试吗？"},

		// quotes
		{`Rename "foo bar" to 'baz'?`, "rename {name} to {name}?"},
		{"Use “a” or «b» or 「c」?", "use {name} or {name} or {name}?"},
		{"It's the user's choice, isn't it?", "it's the user's choice, isn't it?"},
		{"It’s the user’s", "it's the user's"},
		{"Keep 'it's fine'?", "keep {name}?"},
		{"Run ```go test ./...``` now?", "run {name} now?"},
		{"Open \"https://x.y/z\" or `www.x.y`?", "open {url} or {url}?"},
		{"Read \"see https://x.y\"?", "read {name}?"},
		{"Revert `a1b2c3d` or \"123e4567-e89b-12d3-a456-426614174000\"?", "revert {hash} or {hash}?"},
		{"Pin `1.2.3` or \"v1.2\", keep `3` and `v2`?", "pin {n} or {n}, keep {name} and {name}?"},
		{"Since `2026-11-21` or \"21 Nov 2026\"?", "since {date} or {date}?"},
		{"Switch to `main`, ' Staging ' or \"origin/main\"?", "switch to main, staging or origin/main?"},
		{"Set it to `true`, or \"all\", or ''?", "set it to {true}, or {all}, or {name}?"},
		{"An unclosed ` tick", "an unclosed ` tick"},
		{"A 5\" disk and a 3\" disk?", "a {n}\" disk and a {n}\" disk?"},

		// paths
		{"Edit src/main.go?", "edit {name}?"},
		{"Edit main_test.go:12:3, please?", "edit {name}, please?"},
		{"Look in ./a/b, ../c/d, ~/e/f and /usr/local/bin?", "look in {name}, {name}, {name} and {name}?"},
		{`Open C:\Users\x\y.txt?`, "open {name}?"},
		{"Merge feature/login-page?", "merge {name}?"},
		{"Merge origin/main or origin/fix?", "merge origin/main or {name}?"},
		{"REST and/or gRPC, CI/CD, client/server?", "rest and/or grpc, ci/cd, client/server?"},
		{"Run /review or /ship?", "run /review or /ship?"},
		{"Use Node.js, Next.js or Vue.js?", "use node.js, next.js or vue.js?"},
		{"Change app.js and package.json?", "change {name} and {name}?"},
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
		if Fold(got) != Fold(tt.want) {
			t.Errorf("Fingerprint(%q) = %q, want %q", tt.text, got, tt.want)
		}
		if again := Fingerprint(got); again != got {
			t.Errorf("the fingerprint of %q is %q", got, again)
		}
	}
}

// TestDifferentQuestions holds questions that look alike and must never be taken
// for one another.
func TestDifferentQuestions(t *testing.T) {
	for _, pair := range [][2]string{
		// another verb, a negation, another order of words
		{`Delete "a"?`, `Keep "a"?`},
		{`Delete "a"?`, `Delete all but "a"?`},
		{"Include `a.go`?", "Exclude `a.go`?"},
		{"Should I run the 3 tests?", "Should I not run the 3 tests?"},
		{"Should I fix src/a.go?", "Shouldn't I fix src/a.go?"},
		{`Use "a" without tests?`, `Use "a" with tests?`},
		{`Move "a" into the repository?`, `Move the repository into "a"?`},
		{"Keep at least 3?", "Keep at most 3?"},
		{"Add 3 files?", "Add 3 lines?"},
		{"Wait 3s?", "Wait 3ms?"},
		{"Enable a.go?", "Disable a.go?"},

		// names without marks
		{"Deploy to staging?", "Deploy to production?"},
		{"Deploy to `staging`?", "Deploy to `production`?"},
		{"Deploy to `staging`?", "Deploy to production?"},
		{"Deploy to 'staging'?", "Deploy to `my-machine`?"},
		{"Rebase onto main?", "Rebase onto develop?"},
		{"Rebase onto `main`?", "Rebase onto `feature/x`?"},
		{"Rebase onto origin/main?", "Rebase onto origin/fix?"},
		{"Rebase onto origin/main?", "Rebase onto main?"},
		{"Use jest?", "Use vitest?"},
		{"Use Node.js?", "Use Next.js?"},
		{"Use TypeScript?", "Use JavaScript?"},
		{"Use S3?", "Use EC2?"},
		{"Run /review?", "Run /ship?"},
		{"Use tabs and/or spaces?", "Use tabs or spaces?"},
		{"Is Alice the owner?", "Is Bob the owner?"},

		// a name, a number, a word
		{`Delete "3"?`, "Delete 3?"},
		{`Keep "all"?`, "Keep all?"},
		{`Keep "all"?`, `Keep "none"?`},
		{`Keep "all"?`, `Keep "a"?`},
		{"Set strict to `true`?", "Set strict to `false`?"},
		{"Set strict to `true`?", "Set strict to true?"},
		{"Use v2?", "Use 2?"},
		{"Use `v2`?", "Use 2?"},
		{"Use a version?", "Use 1.2?"},
		{"Use {name}?", "Use name?"},

		// things of another kind
		{"May I open https://example.com/a?", "May I open docs/a.md?"},
		{"May I open `https://example.com/a`?", "May I open `docs/a.md`?"},
		{`May I open "https://example.com/a"?`, `May I open "the manual"?`},
		{"Check out a1b2c3d?", "Check out main.go?"},
		{"Check out `a1b2c3d`?", "Check out `main.go`?"},
		{"Use 2026-11-21?", "Use 2026?"},
		{"Use `2026-11-21`?", "Use `a`?"},
		{`Use "1.5"?`, `Use "auto"?`},
	} {
		if a, b := Fingerprint(pair[0]), Fingerprint(pair[1]); a == b {
			t.Errorf("%q and %q are both %q", pair[0], pair[1], a)
		}
	}
}

// TestSameQuestion holds ways to write one question.
func TestSameQuestion(t *testing.T) {
	for _, ways := range [][]string{
		{"Fix the 3 tests in src/a.go?", "Fix the 12 tests in `b_test.go`?", `fix the 1,204 tests in "c.py"?`, "Fix the 3 tests in 'lib/d.rb'?"},
		{"Upgrade to v1.2?", "Upgrade to 1.3.0?", "Upgrade to `2.0`?", "Upgrade to \"v2.1.0\"?"},
		{"Revert a1b2c3d?", "Revert `a1b2c3d4`?"},
		{"Read https://a.b/c?", "Read `https://e.f/`?", "Read “www.a.b”?"},
		{"Since 2026-11-21?", "Since `2026-11-22`?", "Since Nov 3?"},
		{"Deploy to staging?", "Deploy to `staging`?", "Deploy to “Staging”?"},
		{"Merge feature/a into main?", "Merge `fix/b` into `main`?", "Merge `b` into main?"},
	} {
		for _, way := range ways {
			if a, b := Fingerprint(ways[0]), Fingerprint(way); a != b {
				t.Errorf("%q is %q, but %q is %q", ways[0], a, way, b)
			}
		}
	}
}

func FuzzFingerprint(f *testing.F) {
	for _, s := range []string{"Fix the 3 failing tests in `a.go`?", "'a' \"b", "1.2.3 v4-5", "a/b.c/2026-01-02T03:04", "nov 3, ’x’", "<qid:a>b", "<qiD:>", "<qi<qid:a>d:b>", "0T\u0308\u0301", "Run 3 tests", "5x", "K\u0301x"} {
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
		if !StartsAlike(s, once) {
			t.Errorf("%q does not start like its fingerprint %q", s, once)
		}
	})
}
