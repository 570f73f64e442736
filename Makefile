.PHONY: build extras test test-client race fuzz lint bench bench-hook bench-apply bench-history bench-conflicts bench-activity pictures

# Both programs, into bin/.
build:
	go build -trimpath -o bin/ ./cmd/...

# The manual pages and completions that packages hold, into bin/.
extras:
	go run ./cmd/neverask man bin/man
	mkdir -p bin/completions
	for shell in bash zsh fish; do go run ./cmd/neverask completion $$shell >bin/completions/neverask.$$shell || exit 1; done
	go run ./cmd/neverask completion powershell >bin/completions/neverask.ps1

test:
	go test ./...

# The tests against the real Claude Code must run; elsewhere they may skip.
test-client:
	NEVERASK_REQUIRE_CLIENT=1 go test -run Client ./...

# The whole suite under the race detector, and the programs that it starts too. The
# tests that stop a program at every system call would take hours, and what is compared
# with other programs is slower under it than they are.
race:
	GOFLAGS=-race go test -timeout 60m -skip '^Test(Crash|Fault|PowerLoss|Symlinks|NothingHostile)|Quick$$' ./...

# Every fuzz target for a few seconds: make fuzz FUZZTIME=1m
FUZZTIME ?= 5s
fuzz:
	@go list ./... | while read -r pkg; do \
		go test -list '^Fuzz' "$$pkg" | grep '^Fuzz' | while read -r target; do \
			echo "$$pkg $$target"; \
			.ci/fuzz "$$pkg" "$$target" $(FUZZTIME) </dev/null || exit 1; \
		done || exit 1; \
	done

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.7.0 ./...

# All ratios that docs/performance.md has budgets for.
bench:
	.ci/bench

# What a decision costs, as a multiple of the start of an empty Go program.
bench-hook:
	go test -run '^$$' -bench . ./hooks/runtime

# What reading all transcripts costs, as a multiple of grep over the same files.
bench-history:
	go test -run '^$$' -bench Archive ./hooks/history -history.mb 1000 -history.files 2000

# What finding all hooks and what they did costs, as a multiple of grep over the
# transcripts.
bench-conflicts:
	go test -run '^$$' -bench Inspect ./hooks/conflict

# What summing up a million lines of activity costs, against wc -l of the same files.
bench-activity:
	go test -run '^$$' -bench Summary ./hooks/activity

# What plan and apply cost, as a multiple of cp and fsync of the same file.
bench-apply:
	go test -run '^$$' -bench Apply ./settings

# The pictures of the documentation, from a run of the real program.
pictures:
	go test -run TestPictures ./tui -pictures $(CURDIR)/docs/pictures
