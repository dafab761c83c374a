package io.flowgauge.traces.makeflow;

import io.flowgauge.trace.TraceFile;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The beginning of Makeflow's output, which alone distinguishes a local run from others. */
final class MakeflowOutput {
  private static final Pattern LOCAL = Pattern.compile("(?m)^max running local jobs: (\\d{1,6})$");
  private static final String REMOTE = "max running remote jobs: ";
  private static final String BEGIN = "parsing ";

  private MakeflowOutput() {}

  static boolean matches(TraceFile file) {
    return file.head().startsWith(BEGIN) && LOCAL.matcher(file.head()).find();
  }

  /**
   * Returns how many jobs Makeflow itself ran at once; empty if it passed them to a batch system.
   */
  static OptionalInt localJobs(TraceFile file) {
    Matcher matcher = LOCAL.matcher(file.head());
    return matcher.find() && !file.head().contains(REMOTE)
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }
}
