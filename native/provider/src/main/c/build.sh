#!/bin/sh
# Builds libflowgauge.so, which carries the helper program, which carries the agent. README.md says what
# the folders are.
#
#   build.sh WORK OUTPUT [ENGINE...]
#
# WORK is the folder for what is made on the way, OUTPUT the library to make. ENGINE: sources to take for
# the engine instead of the real one, for tests. Nothing but gcc with its binutils and a POSIX shell is needed. Does nothing
# if OUTPUT is newer than all sources.
set -eu
LC_ALL=C
export LC_ALL

# What each of the three is made of. No two files of a program have the same name.
agent="agent"
helper="helper shared"
engine="engine follower sensor inject uprobe process image decode demangle"
library="library shared"

sources=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" "$(dirname "$2")"
work=$(cd "$1" && pwd)
output=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
shift 2
cc=${CC:-gcc}

if [ -f "$output" ] && [ -z "$(find "$sources" "$@" -type f -newer "$output")" ]; then
  exit 0
fi

# The named files with their whole paths, a line each.
absolute() {
  for file; do
    printf '%s/%s\n' "$(cd "$(dirname "$file")" && pwd)" "${file##*/}"
  done
}

# The same bytes wherever and whenever they are built: sources are named as seen from their folder.
# shellcheck disable=SC2046
set -- $(absolute "$@")
cd "$sources"
rm -rf "$work"/*.o "$work"/agent* "$work"/helper* "$work/library"

common="-std=gnu11 -O2 -Wall -Wextra -Werror -Wdate-time -frandom-seed=flowgauge -fvisibility=hidden
  -D_GNU_SOURCE -I."
hard="-include shared/oldest_libc.h -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection -fcf-protection"
link="-Wl,-z,relro,-z,now,-z,noexecstack -Wl,--build-id=sha1 -s"

# Since glibc 2.34 these are a part of libc.so.6, but there to be asked for.
old="-Wl,--no-as-needed -l:libpthread.so.0 -l:libdl.so.2"

# Runs in the process that is instrumented: no C library, no vector registers, nothing to relocate.
bare="-ffreestanding -fPIC -mgeneral-regs-only -mno-red-zone -fno-stack-protector -fcf-protection=none
  -fno-jump-tables -fno-tree-loop-distribute-patterns -fasynchronous-unwind-tables"

# All sources in the named folders, a line each.
sources_in() {
  for folder; do
    find "$folder" -name '*.[cS]'
  done
}

# Compiles with the given flags into the folder of the given name.
compile() {
  objects=$work/$1
  flags=$2
  shift 2
  mkdir -p "$objects"
  for file; do
    # shellcheck disable=SC2086
    "$cc" $common $flags -c "$file" -o "$objects/${file##*/}.o" -Wa,-I,"$work"
  done
}

# shellcheck disable=SC2046,SC2086
if [ $# -gt 0 ]; then
  : >"$work/agent.bin"
else
  compile agent.o "$bare" $(sources_in $agent)
  "$cc" -nostdlib -static -no-pie -Wl,-T,agent/agent.ld -Wl,--build-id=none,-z,noexecstack \
    -o "$work/agent.elf" "$work"/agent.o/*
  objcopy -O binary "$work/agent.elf" "$work/agent.bin"
  set -- $(sources_in $engine)
fi

# shellcheck disable=SC2046,SC2086
compile helper.o "$hard -fPIE" $(sources_in $helper) "$@"
# shellcheck disable=SC2086
"$cc" -pie $link -Wl,--wrap=__libc_start_main -o "$work/helper.bin" "$work"/helper.o/* $old

# shellcheck disable=SC2046,SC2086
compile library.o "$hard -fPIC" $(sources_in $library)
# shellcheck disable=SC2086
"$cc" -shared $link -Wl,-soname,libflowgauge.so -Wl,-z,defs -o "$work/library" \
  "$work"/library.o/* $old

# Both must run on C libraries from this version on; shared/oldest_libc.h says how.
oldest=2.28
for file in "$work/helper.bin" "$work/library"; do
  newest=$(objdump -T "$file" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)
  if [ "$(printf '%s\n' "$oldest" "$newest" | sort -V | tail -n 1)" != "$oldest" ]; then
    echo "build.sh: ${file##*/} needs glibc $newest, expected $oldest at most:" >&2
    objdump -T "$file" | grep "GLIBC_$newest" >&2
    exit 1
  fi
done

# In one step, so that nobody finds half a library.
mv -f "$work/library" "$output"
