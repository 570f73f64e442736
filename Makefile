.PHONY: help build extras check test vet e2e clients crash hostile model nightly race fuzz size lint bench bench-hook bench-apply bench-history bench-conflicts bench-activity pictures

# Lists the targets.
help:
	@awk '/^#/ { said = said == "" ? substr($$0, 3) : said } /^[a-z0-9-]+:/ { sub(/:.*/, ""); printf "%-16s %s\n", $$0, said } /^$$/ { said = "" }' Makefile

# Builds both programs into bin/.
build:
	CGO_ENABLED=0 go build -trimpath -o bin/ ./cmd/...

# Builds manual pages and completions for packages into bin/.
extras:
	SOURCE_DATE_EPOCH=$(shell git log -1 --format=%ct) go run -tags man ./cmd/neverask bin/man
	mkdir -p bin/completions
	for shell in bash zsh fish; do go run ./cmd/neverask completion $$shell >bin/completions/neverask.$$shell || exit 1; done
	go run ./cmd/neverask completion powershell >bin/completions/neverask.ps1

# Checks format, vet, linter and short tests of changed packages and their importers, in a minute.
check:
	.ci/check

# Runs all tests; tests of the real Claude Code are skipped if it cannot run.
test:
	go test ./...

# Runs the tests against the real Claude Code, and fails if it cannot run: make e2e CLIENT=2.1.330
e2e:
	NEVERASK_TEST_ALL=1 NEVERASK_REQUIRE_CLIENT=1 NEVERASK_TEST_CLIENT=$(CLIENT) go test -run Client ./...
	NEVERASK_REQUIRE_CLIENT=1 NEVERASK_TEST_CLIENT=$(CLIENT) go test -timeout 120m -run 'ClientAgrees|ClientReads|ClientRunIsLike|ClientWithAConflict' ./settings/worktree ./cmd/neverask ./hooks/app/doctor ./hooks/claude/dispatch ./hooks/others/conflict -client.whole

# Writes docs/clients.md from these tests on several versions, the newest first: make clients CLIENTS="2.1.330 2.1.251"
CLIENTS ?= $(shell grep -o '^| [0-9.]* |' docs/clients.md | tr -d '| ')
clients:
	.ci/clients $(CLIENTS) > docs/clients.new && mv docs/clients.new docs/clients.md

# Stops, fails, powers off and misleads both programs at each of their file operations, and runs many at once.
crash:
	go test -timeout 60m -run '^Test(Crash|Fault|Symlinks)' ./cmd/neverask ./settings -crash.whole
	go test -run '^TestCrowdBesideOtherWriters' ./cmd/neverask -crowd.time 2m

# Runs every command and the screens in full-size repositories made to be read forever.
hostile:
	go test -timeout 60m -run '^Test(HostileRepository|NothingHostile)' ./cmd/neverask -hostile.whole

# Compares a hundred thousand random changes with a model, and runs other random tests at full length.
model:
	go test -timeout 60m -run '^TestModel$$' ./hooks/app/planner -model.steps=100000
	go test -run '^TestOnlyTheSameIsAnswered$$' ./hooks/rule/question -same.draws=1000000
	go test -timeout 60m -run '^TestRandomKeys' ./tui -random.seeds=200
	go test -run '^TestFacesAgree' ./cmd/neverask -faces.whole
	go test ./hooks/rule/safety -cross

# Runs vet for every system that a release is built for.
vet:
	go vet ./...
	GOOS=windows go vet ./...
	GOOS=darwin go vet ./...

# Runs what takes too long for the gate: the race detector on everything, fuzzing, benchmarks, all clients, reproducible builds.
nightly: vet crash hostile model e2e clients race bench
	.ci/reproducible
	$(MAKE) --no-print-directory fuzz FUZZTIME=5m

# Runs the tests, and the programs that they start, under the race detector.
# Tests that stop a program at every system call would take hours, and comparisons with other
# programs would fail because these do not run under it.
race:
	GOFLAGS=-race go test -timeout 60m -skip '^Test(Crash|Fault|Symlinks|NothingHostile|HostileRepository|Stack$$)|Quick$$' ./...

# Runs every fuzz target for a few seconds: make fuzz FUZZTIME=1m
FUZZTIME ?= 5s
fuzz:
	@.ci/fuzz $(FUZZTIME)

# Lists all packages by size, and checks the budget of sizes.
size:
	@.ci/size -list && .ci/size

# Checks format and linter of everything.
lint:
	.ci/lint

# Measures all ratios in docs/performance.md.
bench:
	.ci/bench

# Measures a decision, as a multiple of starting an empty Go program.
bench-hook:
	go test -run '^$$' -bench . ./hooks/program

# Measures reading all transcripts, as a multiple of grep over the same files.
bench-history:
	go test -run '^$$' -bench Archive ./hooks/claude/transcript -history.mb 1000 -history.files 2000

# Measures finding all hooks and what they did, as a multiple of grep over the files.
bench-conflicts:
	go test -run '^$$' -bench Inspect ./hooks/others/conflict

# Measures the summary of a million lines of activity, as a multiple of wc -l on the same files.
bench-activity:
	go test -run '^$$' -bench Summary ./hooks/record/activity

# Measures plan and apply, as a multiple of cp and fsync of the same file.
bench-apply:
	go test -run '^$$' -bench Apply ./settings

# Makes the picture of the README from a run of the real programs.
pictures:
	NEVERASK_REQUIRE_CLIENT=1 go test -run TestClientMovie ./cmd/neverask -movie $(CURDIR)/docs/pictures/session.svg
