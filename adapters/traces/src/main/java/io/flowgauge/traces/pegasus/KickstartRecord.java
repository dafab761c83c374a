package io.flowgauge.traces.pegasus;

import io.flowgauge.trace.Times;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Kickstart's record of one program. Names are paths such as {@code mainjob.duration}. Not
 * thread-safe.
 */
final class KickstartRecord {
  private static final int MAX_NUMBER = 40;

  private final Map<String, String> values = new HashMap<>();
  private final List<String> arguments = new ArrayList<>(0);

  void put(String path, String value) {
    values.putIfAbsent(path, value);
  }

  void argument(String text) {
    arguments.add(text);
  }

  /** Returns the arguments of the program, separated by spaces. */
  String arguments() {
    return String.join(" ", arguments);
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  String text(String path) {
    return values.getOrDefault(path, "");
  }

  /** Returns when the program was started, by the clock of its host. */
  OptionalLong start() {
    OptionalLong main = time(text("mainjob.start"));
    return main.isPresent() ? main : time(text("start"));
  }

  /**
   * Returns how long the program ran, including the set-up around it if only the sum is recorded.
   */
  OptionalLong duration() {
    OptionalLong main = seconds(text("mainjob.duration"));
    return main.isPresent() ? main : seconds(text("duration"));
  }

  /** Returns the program's processor time in user and system mode. */
  OptionalLong cpu() {
    OptionalLong user = seconds(text("mainjob.usage.utime"));
    OptionalLong system = seconds(text("mainjob.usage.stime"));
    if (user.isEmpty() || system.isEmpty() || user.getAsLong() < 0 || system.getAsLong() < 0) {
      return OptionalLong.empty();
    }
    long sum = user.getAsLong() + system.getAsLong();
    return sum < 0 ? OptionalLong.empty() : OptionalLong.of(sum);
  }

  private static OptionalLong seconds(String text) {
    try {
      return text.isEmpty() || text.length() > MAX_NUMBER
          ? OptionalLong.empty()
          : OptionalLong.of(Times.nanos(new BigDecimal(text)));
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong time(String text) {
    try {
      return text.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(Times.epochNanos(OffsetDateTime.parse(text).toInstant()));
    } catch (DateTimeException | IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }
}
