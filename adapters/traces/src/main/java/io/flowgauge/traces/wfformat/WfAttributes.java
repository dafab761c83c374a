package io.flowgauge.traces.wfformat;

import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.workflow.Activity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers of a task that become attributes of its activity, under the names of WfFormat 1.5. */
final class WfAttributes {
  static final String NAME = "name";
  static final String PROGRAM = "program";

  /** Names of numbers in version 1.5. */
  static final List<String> NUMBERS =
      List.of(
          "coreCount",
          "avgCPU",
          "readBytes",
          "writtenBytes",
          "memoryInBytes",
          "energyInKWh",
          "avgPowerInW",
          "priority");

  /**
   * Older names by their current ones; numbers in another unit keep their names, because their unit
   * is not certain.
   */
  private static final Map<String, String> OLDER =
      Map.of(
          "cores", "coreCount",
          "energy", "energyInKWh",
          "avgPower", "avgPowerInW",
          "bytesRead", "bytesRead",
          "bytesWritten", "bytesWritten",
          "memory", "memory");

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?");

  private static final int PLAIN_DIGITS = 30;

  private WfAttributes() {}

  static Optional<String> name(String key) {
    return NUMBERS.contains(key) ? Optional.of(key) : Optional.ofNullable(OLDER.get(key));
  }

  /** Whether an attribute is written so that a reader finds it again. */
  static boolean isWritten(String name, Activity activity) {
    return name.equals(PROGRAM)
        || name.equals(NAME)
        || name.equals(WorkAttributes.ARGUMENTS)
        || number(name, activity).isPresent();
  }

  /** Returns an attribute that version 1.5 has as a number of a task; empty otherwise. */
  static Optional<BigDecimal> number(String name, Activity activity) {
    String text = activity.attributes().get(name);
    if (text == null || !NUMBERS.contains(name) || !NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(new BigDecimal(text));
  }

  /** Formats a number without an exponent, unless that would be long. */
  static String text(BigDecimal value) {
    BigDecimal shortest = value.stripTrailingZeros();
    boolean plain = Math.abs((long) shortest.scale()) + shortest.precision() < PLAIN_DIGITS;
    return plain ? shortest.toPlainString() : shortest.toString();
  }
}
