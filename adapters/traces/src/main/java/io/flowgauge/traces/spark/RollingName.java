package io.flowgauge.traces.spark;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.FileContent;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a part of a rolling event log: {@code events_2_local-1700000000000}.
 *
 * @param number number of the part in the sequence
 * @param application the application, with the number of its attempt if it has one
 * @param isCompact whether the part replaces all earlier parts, and the plain one with its number
 */
record RollingName(long number, String application, boolean isCompact) {
  private static final Pattern NAME =
      Pattern.compile("events_(\\d{1,18})_(.+?)(\\.compact)?(\\.inprogress)?");

  static Optional<RollingName> of(TraceFile file) {
    Matcher name = NAME.matcher(FileContent.plainName(file));
    return name.matches()
        ? Optional.of(
            new RollingName(Long.parseLong(name.group(1)), name.group(2), name.group(3) != null))
        : Optional.empty();
  }
}
