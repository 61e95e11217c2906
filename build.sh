#!/bin/sh
# One door to everything: ./build.sh serve | build | dist | standalone | test | bench
set -eu
cd "$(dirname "$0")"

start=$(date +%s)
say() { printf '\n== %s (after %d s)\n' "$*" $(($(date +%s) - start)); }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

command -v go >/dev/null || die "Go is missing; install it from https://go.dev/dl (go.mod names the version)"

# need COMMAND PACKAGE: what the tests use and a machine may lack comes from the distribution.
need() {
	for name in $1; do
		command -v "$name" >/dev/null && return
	done
	command -v apt-get >/dev/null || die "none of these is installed: $1; please install one (the package may be called $2)"
	say "installing $2"
	root=
	[ "$(id -u)" = 0 ] || root=sudo
	[ -z "$root" ] || command -v sudo >/dev/null || die "$2 has to be installed, which takes root: apt-get install $2"
	[ -n "${listed:-}" ] || $root apt-get update -q && listed=yes && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$2" || die "$2 could not be installed"
}

# aside NAME COMMAND...: runs beside what comes next; ended NAME waits for it and shows what it has said.
aside() {
	name=$1
	shift
	"$@" >"$work/$name" 2>&1 &
	eval "$name=$!"
	asides="$asides $!"
}
ended() {
	eval "wait \$$1" || failed="$failed $1"
	cat "$work/$1"
}

# What the browser tests look for.
browsers="${CHROMIUM:-} chromium chromium-browser google-chrome google-chrome-stable chrome"

# The generated files must be what their sources make of them now.
generated() {
	before=$(cat ui/*_gen.go render/glyphs* | cksum)
	go generate ./ui ./render
	[ "$before" = "$(cat ui/*_gen.go render/glyphs* | cksum)" ] || die "generated files in ui or render were not current; they have been made anew, please commit them"
}

run_tests() {
	browserly="${GOFLAGS:-} -trimpath" # as the page is built, for which nothing is compiled twice then
	need "$browsers" chromium
	need node nodejs
	(PATH="$PATH:/usr/sbin" need slurmctld slurm-wlm) || say "Slurm cannot be installed here; the test of its job arrays will be skipped"
	say "gofmt"
	goroot=$(go env GOROOT) # of the toolchain that go.mod selects, which need not be the first in PATH
	unformatted=$("$goroot/bin/gofmt" -l engine render ui wasm)
	[ -z "$unformatted" ] || die "not formatted: $unformatted"
	say "go vet" # all of it; the tests' own would be some of it again
	go vet ./...
	GOFLAGS="$browserly" GOOS=js GOARCH=wasm go vet ./engine ./engine/sweep ./render ./wasm/page ./wasm/worker # where there are files of its own
	say "generated files"
	generated
	work=$(mktemp -d) asides= failed=
	trap 'kill $asides 2>/dev/null || :; rm -rf "$work"' EXIT
	trap 'exit 130' INT TERM
	say "tests"
	# What comes next leaves a processor idle now and then; these, of lowest priority, take it: the engine beside a plain one (a part of what
	# go test ./engine/plain compares), and what could be otherwise as WebAssembly: results to the bit, memory, copies of the state, and what reads
	# strangers' input. Without this machine's environment, for which Go's WebAssembly has 8 KiB of room only, and rewritten as for the page.
	go build -o "$work/run" ./wasm/jumps/run
	exec="env -i 'PATH=$PATH' '$work/run' '$goroot/lib/wasm/go_js_wasm_exec'"
	aside wasm nice -n 19 env GOFLAGS="$browserly" GOOS=js GOARCH=wasm go test -vet=off -short -timeout 30m -exec="$exec" ./engine/fabric ./engine/random ./engine/scenario/... ./engine/sweep/... ./engine/traffic/...
	aside same nice -n 19 env GOFLAGS="$browserly" GOOS=js GOARCH=wasm go test -vet=off -short -timeout 30m -exec="$exec" -run 'Results|Checksum|MemoryIsEstimated|Fork|Stored' ./engine
	aside plain nice -n 19 go test -vet=off -short -timeout 30m ./engine/plain
	aside slurm go test -vet=off -v -count=1 ./engine/cmd/congestree/slurm # which mostly waits
	go test -vet=off $(go list ./... | grep -v -e /wasm/browser -e /congestree/slurm -e /engine/plain) || failed=tests
	say "a sweep on a Slurm of one node"
	ended slurm
	[ -z "$failed" ] || die "failed: $failed"
	say "the page in Chromium"
	CONGESTREE_BROWSER=required go test -vet=off -count=1 -timeout 60m -parallel 3 ./wasm/browser || failed=Chromium # the page is built by programs it does not know of: no cached result
	say "the engine beside a plain one, and as WebAssembly"
	ended plain
	ended same
	ended wasm
	say "the page in Firefox and WebKit, where they are installed"
	go test -vet=off -v -count=1 ./wasm/browser/others || failed="$failed others"
	[ -z "$failed" ] || die "failed: $failed"
	printf '\nAll tests passed.\n'
}

case "${1:-}" in
serve) shift && exec go run ./wasm/site serve "$@" ;;
build) exec go run ./wasm/site build ;;
dist | standalone) exec go run ./wasm/site "$@" ;; # a release of the static folder; one HTML file
test) run_tests ;;
bench)
	need "$browsers" chromium
	say "the engine, native"
	go test -run '^$' -bench . -benchmem ./engine/...
	say "the page in Chromium"
	exec go run ./wasm/bench
	;;
*) die "usage: ./build.sh serve [-addr localhost:8080] | build | dist [-version v1.2.0] [folder] | standalone [-o file] [-home address] [link] | test | bench" ;;
esac
