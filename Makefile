.PHONY: help build extras check test vet e2e clients crash hostile model nightly race fuzz size lint bench bench-hook bench-apply bench-history bench-conflicts bench-activity pictures

# What can be made here.
help:
	@awk '/^#/ { said = said == "" ? substr($$0, 3) : said } /^[a-z0-9-]+:/ { sub(/:.*/, ""); printf "%-16s %s\n", $$0, said } /^$$/ { said = "" }' Makefile

# Both programs, into bin/.
build:
	CGO_ENABLED=0 go build -trimpath -o bin/ ./cmd/...

# The manual pages and completions that packages hold, into bin/.
extras:
	SOURCE_DATE_EPOCH=$(shell git log -1 --format=%ct) go run -tags man ./cmd/neverask bin/man
	mkdir -p bin/completions
	for shell in bash zsh fish; do go run ./cmd/neverask completion $$shell >bin/completions/neverask.$$shell || exit 1; done
	go run ./cmd/neverask completion powershell >bin/completions/neverask.ps1

# A minute: format, vet, linter and short tests of what changed and what imports it.
check:
	.ci/check

# All tests; those of the real Claude Code are skipped where it cannot run.
test:
	go test ./...

# The tests against the real Claude Code, which must run: make e2e CLIENT=2.1.330
e2e:
	NEVERASK_TEST_ALL=1 NEVERASK_REQUIRE_CLIENT=1 NEVERASK_TEST_CLIENT=$(CLIENT) go test -run Client ./...
	NEVERASK_REQUIRE_CLIENT=1 NEVERASK_TEST_CLIENT=$(CLIENT) go test -timeout 120m -run 'ClientAgrees|ClientReads|ClientRunIsLike|ClientWithAConflict' ./settings/worktree ./cmd/neverask ./hooks/app/doctor ./hooks/claude/dispatch ./hooks/others/conflict -client.whole

# docs/clients.md, from the same tests on several versions, the newest first: make clients CLIENTS="2.1.330 2.1.251"
CLIENTS ?= $(shell grep -o '^| [0-9.]* |' docs/clients.md | tr -d '| ')
clients:
	.ci/clients $(CLIENTS) > docs/clients.new && mv docs/clients.new docs/clients.md

# Both programs stopped, failed, cut off from power and misled at each of their file operations, and beside many others.
crash:
	go test -timeout 60m -run '^Test(Crash|Fault|Symlinks)' ./cmd/neverask ./settings -crash.whole
	go test -run '^TestCrowdBesideOtherWriters' ./cmd/neverask -crowd.time 2m

# Every command and the screens in repositories that are made to be read for ever, of full size.
hostile:
	go test -timeout 60m -run '^Test(HostileRepository|NothingHostile)' ./cmd/neverask -hostile.whole

# A hundred thousand random changes with every command, held against a model, a million rules with their histories, random keys, and the safety check on all questions.
model:
	go test -timeout 60m -run '^TestModel$$' ./hooks/app/planner -model.steps=100000
	go test -run '^TestOnlyTheSameIsAnswered$$' ./hooks/rule/question -same.draws=1000000
	go test -timeout 60m -run '^TestRandomKeys' ./tui -random.seeds=200
	go test -run '^TestFacesAgree' ./cmd/neverask -faces.whole
	go test ./hooks/rule/safety -cross

# Vet for every system that a release is built for.
vet:
	go vet ./...
	GOOS=windows go vet ./...
	GOOS=darwin go vet ./...

# What takes too long for the gate: everything under the race detector, fuzzing, benchmarks, all clients, two builds that are equal.
nightly: vet crash hostile model e2e clients race bench
	.ci/reproducible
	$(MAKE) --no-print-directory fuzz FUZZTIME=5m

# Everything under the race detector, and the programs that the tests start too.
# The tests that stop a program at every system call would take hours, and what is compared
# with other programs is slower under it than they are.
race:
	GOFLAGS=-race go test -timeout 60m -skip '^Test(Crash|Fault|Symlinks|NothingHostile|HostileRepository|Stack$$)|Quick$$' ./...

# Every fuzz target for a few seconds: make fuzz FUZZTIME=1m
FUZZTIME ?= 5s
fuzz:
	@.ci/fuzz $(FUZZTIME)

# What is larger than it should be, and all packages by size.
size:
	@.ci/size -list && .ci/size

# Format and linter of everything.
lint:
	.ci/lint

# All ratios that docs/performance.md has budgets for.
bench:
	.ci/bench

# What a decision costs, as a multiple of the start of an empty Go program.
bench-hook:
	go test -run '^$$' -bench . ./hooks/program

# What reading all transcripts costs, as a multiple of grep over the same files.
bench-history:
	go test -run '^$$' -bench Archive ./hooks/claude/transcript -history.mb 1000 -history.files 2000

# What finding all hooks and what they did costs, as a multiple of grep over the files.
bench-conflicts:
	go test -run '^$$' -bench Inspect ./hooks/others/conflict

# What summing up a million lines of activity costs, against wc -l of the same files.
bench-activity:
	go test -run '^$$' -bench Summary ./hooks/record/activity

# What plan and apply cost, as a multiple of cp and fsync of the same file.
bench-apply:
	go test -run '^$$' -bench Apply ./settings

# The picture of the README, from a run of the real programs.
pictures:
	NEVERASK_REQUIRE_CLIENT=1 go test -run TestClientMovie ./cmd/neverask -movie $(CURDIR)/docs/pictures/session.svg
