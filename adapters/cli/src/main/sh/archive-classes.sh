#!/bin/sh
# Archives the classes that small reports and predictions load, so that the same Java starts faster
# with them. Everything works without an archive, so a Java that cannot make one does not fail the
# build.
#
#   archive-classes.sh JAVA_HOME LIB SAMPLES
#
# JAVA_HOME  the Java that is to start faster
# LIB        the folder of the jars; the archive goes next to it
# SAMPLES    the folder of runs to report on and to predict
set -u

home=$1
lib=$2
samples=$3
app=$(dirname "$lib")
draft=$app/classes.jsa.$$
list=$app/classes.list.$$

# Runs Java with the jars as its class path.
with_jars() {
  "$home/bin/java" -Xlog:disable -cp "$lib/*" "$@" >/dev/null 2>&1
}

# Adds the classes of a command to the list.
rehearse() {
  with_jars "-XX:DumpLoadedClassList=$list.one" --enable-native-access=ALL-UNNAMED io.flowgauge.cli.Main "$@" &&
    cat "$list.one" >>"$list"
}

# bin/flowgauge uses the archive only if classes.release, written last, has the release of its Java and
# the size of the archive, because a truncated archive crashes the JVM. The archive replaces the Java's
# own, so it includes the classes of that. An archive of loaded classes only (ArchiveClassesAtExit)
# would lack those of picocli, whose class files are too old for it.
rm -f "$app/classes.jsa" "$app/classes.release"
cat "$home/lib/classlist" >"$list" 2>/dev/null
if rehearse report "$samples/montage" &&
  rehearse predict "$samples/povray" &&
  rehearse predict "$samples/dft/A.json" --format json &&
  awk '!seen[$0]++' "$list" >"$list.all" &&
  with_jars -Xshare:dump "-XX:SharedClassListFile=$list.all" "-XX:SharedArchiveFile=$draft" &&
  with_jars -Xshare:on "-XX:SharedArchiveFile=$draft" -XX:+VerifySharedSpaces io.flowgauge.cli.Main --version &&
  mv -f "$draft" "$app/classes.jsa"; then
  { cat "$home/release" && wc -c <"$app/classes.jsa"; } >"$app/classes.release" 2>/dev/null
fi
rm -f "$draft" "$list" "$list.one" "$list.all"
exit 0
