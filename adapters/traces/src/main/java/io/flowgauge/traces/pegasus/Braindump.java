package io.flowgauge.traces.pegasus;

import io.flowgauge.trace.TraceFile;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the planner's notes about a submit directory, written as {@code name: "value"} or {@code
 * name value}.
 */
final class Braindump {
  private static final Pattern LABEL =
      Pattern.compile("(?m)^(?:dax_label|pegasus_wf_name):?\\s+\"?([^\"\\n]{1,200}?)\"?\\s*$");
  private static final Pattern DIRECTORY = Pattern.compile("(?m)^submit_dir:?\\s+\\S");

  private Braindump() {}

  static boolean matches(TraceFile file) {
    return DIRECTORY.matcher(file.head()).find() && name(file).isPresent();
  }

  static Optional<String> name(TraceFile file) {
    Matcher matcher = LABEL.matcher(file.head());
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
