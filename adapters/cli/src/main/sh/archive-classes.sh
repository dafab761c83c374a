#!/bin/sh
# Archives the loaded classes of a small report, from which the next start of the same Java is faster.
# Without an archive everything works as well, so a Java that makes none does not fail the build.
#
#   archive-classes.sh JAVA_HOME LIB SAMPLE
#
# JAVA_HOME  the Java that is to start faster
# LIB        the folder of the jars; what is made goes beside it
# SAMPLE     a run to report on
set -u

home=$1
lib=$2
sample=$3
app=$(dirname "$lib")
draft=$app/classes.jsa.$$

flowgauge() {
  "$home/bin/java" -Xlog:disable --enable-native-access=ALL-UNNAMED "$@" >/dev/null 2>&1
}

# What bin/flowgauge takes the archive by: the release of the Java, and the size, since a JVM does not
# survive an archive that was cut off. It comes last.
rm -f "$app/classes.jsa" "$app/classes.release"
if flowgauge "-XX:ArchiveClassesAtExit=$draft" -cp "$lib/*" io.flowgauge.cli.Main report "$sample" &&
  flowgauge -Xshare:on "-XX:SharedArchiveFile=$draft" -XX:+VerifySharedSpaces -cp "$lib/*" io.flowgauge.cli.Main --version &&
  mv -f "$draft" "$app/classes.jsa"; then
  { cat "$home/release" && wc -c <"$app/classes.jsa"; } >"$app/classes.release" 2>/dev/null
fi
rm -f "$draft"
exit 0
