#!/usr/bin/env bash
# Makes the Debian packages, installs them in a fresh system (debootstrap, in a folder), uses them
# there as a person would, and removes them again without a trace.
# usage: debian.sh BUILD; exit code 77 when this cannot be tried here.
set -euo pipefail
build=$1

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}
die() {
    printf 'package: %s\n' "$*" >&2
    exit 1
}

((EUID == 0)) || skip 'needs root, for chroot'
for program in debootstrap dpkg-deb lintian; do
    command -v "$program" >/dev/null || skip "there is no $program"
done

folder=$(mktemp -d)
root=$folder/root
clean_up() {
    ! mountpoint -q "$root/proc" || umount "$root/proc" || return
    rm -rf --one-file-system -- "$folder"
}
trap clean_up EXIT
cd -- "$folder"

echo 'packages'
cpack --config "$build/CPackConfig.cmake" -B "$folder/made" >log 2>&1 || die "$(cat log)"
mv made/*.deb .
ls -- *.deb
(($(find . -maxdepth 1 -name '*.deb' | wc -l) == 2)) || die 'two packages are expected'
lintian --fail-on error -- *.deb || die 'lintian finds errors'

echo 'a fresh system'
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
debootstrap --variant=minbase "$release" "$root" >log 2>&1 || skip "debootstrap: $(tail -n 1 log)"
mount -t proc proc "$root/proc" || skip 'proc cannot be mounted'
inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}
[[ ! -e $root/usr/bin/spinscope ]] || die 'it is there already'

echo 'install'
cp -- *.deb "$root/"
inside apt-get update >log 2>&1 || skip "apt-get: $(tail -n 1 log)"
add() {
    inside sh -c "apt-get install -y --no-install-recommends $*" >log 2>&1 || die "$(tail -n 20 log)"
}
add '/spinscope_*.deb'

echo 'the program'
inside spinscope --version
inside spinscope list | grep -q '^rk4 ' || die 'rk4 is not found'
inside spinscope render bdf:2 -o /root/x.png
[[ $(head -c 4 "$root/root/x.png" | tail -c 3) == PNG ]] || die 'no picture'
printf 'method bdf:3\nwait idle\nshot /root/window.png\nquit\n' >"$root/root/session"
inside env SDL_VIDEODRIVER=dummy spinscope explore --script /root/session
[[ -s $root/root/window.png ]] || die 'the window drew nothing'
inside bash -c 'source /usr/share/bash-completion/completions/spinscope
    COMP_LINE="spinscope rend" COMP_WORDS=(spinscope rend) COMP_CWORD=1
    _spinscope spinscope; [[ ${COMPREPLY[*]} == render ]]' || die 'no completion'
zcat "$root/usr/share/man/man1/spinscope.1.gz" | groff -ww -man -Tascii -P-cbu >page 2>said
[[ ! -s said ]] || die "$(cat said)"
grep -qx 'METHOD FILES' page || die 'the manual page is not right'

echo 'the library'
add '/libspinscope-dev_*.deb gcc pkg-config'
inside sh -c 'gcc /usr/share/doc/libspinscope-dev/examples/region.c \
    $(pkg-config --cflags --libs spinscope) -o /root/region && /root/region radau-iia:3 1' >got
"$build/tests/example_region" radau-iia:3 1 | cmp - got

echo 'away again'
inside dpkg --purge spinscope libspinscope-dev >log 2>&1 || die "$(tail -n 20 log)"
rm -- "$root"/*.deb
left=$(find "$root" -xdev -path '*spinscope*' ! -path "$root/root/*" ! -path "$root/proc/*")
[[ -z $left ]] || die "left behind: $left"
