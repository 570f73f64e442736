#!/bin/sh
# Installs neverask from a release: downloads the archive for this machine,
# compares it with the release's checksums, and unpacks it.
#
#     sh install.sh URL [DIRECTORY]
#
# URL is where the files of the release are, such as
# https://github.com/OWNER/neverask/releases/download/v1.0.0. The archive goes
# to DIRECTORY (default: ~/.local/lib/neverask), with links to its
# programs in ~/.local/bin. Nothing else is changed; neverask install does the
# rest, and shows it first.
set -eu

fail() {
	echo "install.sh: $*" >&2
	exit 1
}

[ $# -ge 1 ] || fail "usage: sh install.sh URL [DIRECTORY]"
url=${1%/}
dir=${2:-$HOME/.local/lib/neverask}
links=$HOME/.local/bin
case $dir in
/*) ;;
*) dir=$PWD/$dir ;;
esac

case $(uname -s) in
Linux) os=linux ;;
Darwin) os=darwin ;;
*) fail "there is no archive for $(uname -s); see the releases for other ways" ;;
esac
case $(uname -m) in
x86_64 | amd64) arch=amd64 ;;
aarch64 | arm64) arch=arm64 ;;
*) fail "there is no archive for $(uname -m)" ;;
esac
archive=neverask_${os}_$arch.tar.gz

for tool in awk mktemp tar; do
	command -v "$tool" >/dev/null || fail "$tool is needed"
done

work=$(mktemp -d)
new=
clean() {
	if [ -n "$new" ]; then
		[ -e "$dir" ] || [ ! -e "$new.old" ] || mv "$new.old" "$dir"
		rm -rf "$new" "$new.old"
	fi
	rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

download() {
	if command -v curl >/dev/null; then
		curl -fsSL "$url/$1" -o "$work/$1"
	elif command -v wget >/dev/null; then
		wget -q "$url/$1" -O "$work/$1"
	else
		fail "curl or wget is needed"
	fi || fail "$url/$1 cannot be downloaded"
}
download checksums.txt
download "$archive"

want=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/checksums.txt")
[ -n "$want" ] || fail "checksums.txt does not name $archive"
if command -v sha256sum >/dev/null; then
	have=$(sha256sum "$work/$archive")
elif command -v shasum >/dev/null; then
	have=$(shasum -a 256 "$work/$archive")
else
	fail "sha256sum or shasum is needed"
fi
[ "${have%% *}" = "$want" ] || fail "$archive is not what checksums.txt says; nothing was installed"

if [ -e "$dir" ] && [ ! -x "$dir/bin/neverask" ]; then
	fail "$dir is there and is no release of neverask; name another directory"
fi
mkdir -p "$(dirname "$dir")" "$links" || fail "nothing was installed"
# Beside its place, so that what is there stays until all of the new is.
new=$(mktemp -d "$dir.XXXXXX") || fail "nothing was installed"
tar -xzf "$work/$archive" -C "$new"
[ -x "$new/bin/neverask" ] || fail "$archive does not hold bin/neverask"
chmod 755 "$new"
[ ! -e "$dir" ] || mv "$dir" "$new.old"
mv "$new" "$dir"
ln -sf "$dir/bin/neverask" "$dir/bin/neverask-hook" "$links/"

echo "neverask is in $links."
case :$PATH: in
*:"$links":*) ;;
*) echo "Put $links into your PATH." ;;
esac
echo "Next: neverask install --dry-run"
