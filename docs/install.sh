#!/bin/sh
# Installs neverask from a release: downloads the archive for this machine,
# compares it with the release's checksums, verifies where it was built, and
# unpacks it.
#
#     sh install.sh [OPTION…] URL [DIRECTORY]
#
# URL is where the files of the release are, such as
# https://github.com/OWNER/neverask/releases/download/v1.0.0. It begins with
# https://, or with file:// where they were downloaded before. The archive goes
# to DIRECTORY (default: ~/.local/lib/neverask), with links to its programs in
# ~/.local/bin. Nothing else is changed, and nothing is replaced that this script
# did not put there; neverask install does the rest, and shows it first.
#
# Every release has an attestation: a signed statement of the repository, the
# workflow and the tag that its files were built from. gh or cosign verifies it.
# Where neither is there, or only one that is too old for that, the checksums alone
# are compared, and the script says so.
#
#     --require-attestation  install nothing that was not verified
#     --skip-attestation     do not verify, although gh or cosign is there
#     --from OWNER/NAME@TAG  whose release it has to be, where URL is not the
#                            address of a release on github.com
set -eu

fail() {
	echo "install.sh: $*" >&2
	exit 1
}
usage="usage: sh install.sh [--require-attestation | --skip-attestation] [--from OWNER/NAME@TAG] URL [DIRECTORY]"

attestation=verify from=
while [ $# -gt 0 ]; do
	case $1 in
	--require-attestation) attestation=require ;;
	--skip-attestation) attestation=skip ;;
	--from)
		[ $# -ge 2 ] || fail "$usage"
		from=$2
		shift
		;;
	-*) fail "$usage" ;;
	*) break ;;
	esac
	shift
done
[ $# -ge 1 ] && [ $# -le 2 ] || fail "$usage"
[ -n "${HOME:-}" ] || fail "HOME is not set"
url=${1%/}
dir=${2:-$HOME/.local/lib/neverask}
links=$HOME/.local/bin
case $dir in
/*) ;;
*) dir=$PWD/$dir ;;
esac
while [ "$dir" != "${dir%/}" ]; do
	dir=${dir%/}
done
dir=${dir:-/}

case $url in
https://*) files= ;;
file:///*) files=${url#file://} ;;
*) fail "$url: the address has to begin with https:// or file:///" ;;
esac
case $url in
https://github.com/*/*/releases/download/*)
	from=${from:-$(echo "$url" | sed 's|^https://github.com/\([^/]*/[^/]*\)/releases/download/|\1@|')}
	;;
esac
case $from in
'') ;;
*[!A-Za-z0-9._/@+-]* | */*/* | *@*@*) fail "--from takes OWNER/NAME@TAG, and not $from" ;;
?*/?*@?*) ;;
*) fail "--from takes OWNER/NAME@TAG, and not $from" ;;
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

for tool in awk find grep mktemp readlink sed sort tar; do
	command -v "$tool" >/dev/null || fail "$tool is needed"
done
if command -v sha256sum >/dev/null; then
	sha256=sha256sum
elif command -v shasum >/dev/null; then
	sha256="shasum -a 256"
else
	fail "sha256sum or shasum is needed"
fi

# contents prints what is below a directory, and the sum of each file. It is kept
# in installed.txt, by which the next run knows that all of it was put there by
# this one, and may be replaced.
contents() {
	(
		cd "$1"
		find . ! -path ./installed.txt | LC_ALL=C sort
		find . -type f ! -path ./installed.txt -exec $sha256 {} + | LC_ALL=C sort
	)
}

# installed says whether a directory was put there by this script.
installed() {
	case $1 in
	/*) grep -q '^neverask, installed from ' "$1/installed.txt" 2>/dev/null ;;
	*) false ;;
	esac
}

# replaceable says whether a path below ~/.local/bin is free, or a link that this
# script made.
replaceable() {
	[ -e "$1" ] || [ -L "$1" ] || return 0
	[ -L "$1" ] || return 1
	target=$(readlink "$1")
	[ "$target" = "$dir/bin/${1##*/}" ] || installed "${target%/bin/*}"
}

# A directory is replaced as a whole, so that it must hold nothing else, or nothing.
if [ -L "$dir" ] || { [ -e "$dir" ] && [ ! -d "$dir" ]; }; then
	fail "$dir is there, and is no directory; name another one"
elif [ -d "$dir" ] && [ -n "$(ls -A "$dir")" ]; then
	installed "$dir" || fail "$dir is there, and was not put there by this script; name another directory"
	[ "$(contents "$dir")" = "$(sed '1,/^$/d' "$dir/installed.txt")" ] ||
		fail "$dir holds files that were added or changed since it was installed; move them away, or name another directory"
fi
for name in neverask neverask-hook; do
	replaceable "$links/$name" || fail "$links/$name was not put there by this script; move it away first"
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

# download takes a file of the release. A server may send us on, but to https only.
download() {
	if [ -n "$files" ]; then
		cp "$files/$1" "$work/$1"
	elif command -v curl >/dev/null; then
		curl -fsSL --proto =https --proto-redir =https "$url/$1" -o "$work/$1"
	elif command -v wget >/dev/null; then
		wget -nv -S "$url/$1" -O "$work/$1" 2>"$work/answers" || return 1
		! grep -i '^ *location: *http:' "$work/answers" >&2
	else
		fail "curl or wget is needed"
	fi
}
download checksums.txt || fail "$url/checksums.txt cannot be downloaded"
download "$archive" || fail "$url/$archive cannot be downloaded"

want=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/checksums.txt")
[ -n "$want" ] || fail "checksums.txt does not name $archive"
have=$($sha256 "$work/$archive")
[ "${have%% *}" = "$want" ] || fail "$archive is not what checksums.txt says; nothing was installed"

# verifier prints the program that can verify the attestation. Older ones cannot,
# or cannot say by whom it has to be.
verifier() {
	if gh attestation verify --help 2>/dev/null | grep -q -e --cert-identity; then
		echo gh
	elif cosign verify-blob-attestation --help 2>/dev/null | grep -q -e --trusted-root; then
		echo cosign
	fi
}

# verify holds the archive against the attestation: built by the release workflow
# of that repository, from that tag.
verify() {
	repository=${from%@*} tag=${from#*@} bundle=$work/neverask.sigstore.json
	identity=https://github.com/$repository/.github/workflows/release.yml@refs/tags/$tag
	case $1 in
	gh)
		GH_HOST=github.com gh attestation verify "$work/$archive" --bundle "$bundle" --repo "$repository" --cert-identity "$identity"
		;;
	cosign)
		# A flag in version 2, and what version 3 does without it.
		format=
		! cosign verify-blob-attestation --help 2>/dev/null | grep -q -e --new-bundle-format || format=--new-bundle-format
		cosign verify-blob-attestation "$work/$archive" --bundle "$bundle" $format --type slsaprovenance1 \
			--certificate-identity "$identity" --certificate-oidc-issuer https://token.actions.githubusercontent.com
		;;
	esac >&2
}

with=
[ $attestation = skip ] || with=$(verifier)
if [ $attestation = skip ]; then
	origin="not verified, as you wanted"
elif [ -z "$from" ]; then
	origin="not verified: the address does not say whose release this is (--from does)"
elif [ -z "$with" ]; then
	origin="not verified: there is no gh and no cosign that could do it"
else
	download neverask.sigstore.json ||
		fail "$url/neverask.sigstore.json cannot be downloaded, so that nothing says where $archive was built; nothing was installed"
	verify "$with" || fail "$with does not confirm that $archive was built for $from; nothing was installed"
	origin="built by the release workflow of github.com/${from%@*} from the tag ${from#*@}, as $with verified"
fi
case $attestation,$origin in
require,not*) fail "the origin of $archive is $origin; nothing was installed" ;;
esac

tar -tzf "$work/$archive" >/dev/null || fail "$archive cannot be unpacked; nothing was installed"
mkdir -p "$(dirname "$dir")" "$links" || fail "nothing was installed"
# Beside its place, so that what is there stays until all of the new is.
new=$(mktemp -d "$dir.XXXXXX") || fail "nothing was installed"
tar -xzf "$work/$archive" -C "$new"
[ -x "$new/bin/neverask" ] && [ -x "$new/bin/neverask-hook" ] || fail "$archive does not hold the programs; nothing was installed"
chmod 755 "$new"
{
	echo "neverask, installed from $url"
	echo "origin: $origin"
	echo
	contents "$new"
} >"$work/installed.txt"
cp "$work/installed.txt" "$new/installed.txt"
[ ! -e "$dir" ] || mv "$dir" "$new.old"
mv "$new" "$dir"
ln -sf "$dir/bin/neverask" "$dir/bin/neverask-hook" "$links/" || fail "neverask is in $dir/bin, but $links cannot be written"

echo "archive: the one that checksums.txt of the release names"
echo "origin: $origin"
echo "neverask is in $links."
case :$PATH: in
*:"$links":*) ;;
*) echo "Put $links into your PATH." ;;
esac
echo "Next: neverask install --dry-run"
