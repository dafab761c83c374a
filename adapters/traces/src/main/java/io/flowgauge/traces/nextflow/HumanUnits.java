package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.Times;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads values as Nextflow writes them, raw or made for people: {@code 259000} or {@code 4m 19s},
 * {@code 1610612736} or {@code 1.5 GB}, {@code 24.1} or {@code 24.1%}. Stateless and thread-safe.
 *
 * <p>Nextflow writes durations with a tenth of a second below a minute and whole seconds above, and
 * its units of memory are powers of 1024.
 */
final class HumanUnits {
  /** A longer text is no number with a unit. */
  private static final int MAX_CHARS = 100;

  private static final Pattern RAW = Pattern.compile("\\d{1,18}");
  private static final Pattern PART = Pattern.compile("\\s*(\\d+(?:\\.\\d*)?)\\s*([a-zA-Z]+)");
  private static final Pattern PERCENT = Pattern.compile("(-?\\d+(?:\\.\\d+)?)\\s*%?");

  private static final BigDecimal MINUTE = BigDecimal.valueOf(60);
  private static final BigDecimal HOUR = BigDecimal.valueOf(3_600);
  private static final BigDecimal DAY = BigDecimal.valueOf(86_400);
  private static final BigDecimal MILLI = new BigDecimal("0.001");
  private static final Map<String, BigDecimal> SECONDS_IN =
      Map.ofEntries(
          Map.entry("ms", MILLI),
          Map.entry("milli", MILLI),
          Map.entry("millis", MILLI),
          Map.entry("s", BigDecimal.ONE),
          Map.entry("sec", BigDecimal.ONE),
          Map.entry("second", BigDecimal.ONE),
          Map.entry("seconds", BigDecimal.ONE),
          Map.entry("m", MINUTE),
          Map.entry("min", MINUTE),
          Map.entry("minute", MINUTE),
          Map.entry("minutes", MINUTE),
          Map.entry("h", HOUR),
          Map.entry("hour", HOUR),
          Map.entry("hours", HOUR),
          Map.entry("d", DAY),
          Map.entry("day", DAY),
          Map.entry("days", DAY));

  private static final int KILO_BITS = 10;
  private static final String MEMORY_PREFIXES = "KMGTPEZY";

  private HumanUnits() {}

  /** A duration in nanoseconds; a number without a unit is in milliseconds. */
  static OptionalLong nanos(String text) {
    if (text.length() > MAX_CHARS) {
      return OptionalLong.empty();
    }
    Optional<BigDecimal> seconds =
        RAW.matcher(text).matches()
            ? Optional.of(new BigDecimal(text).multiply(MILLI))
            : seconds(text);
    try {
      return seconds.map(s -> OptionalLong.of(Times.nanos(s))).orElse(OptionalLong.empty());
    } catch (IllegalArgumentException tooLarge) {
      return OptionalLong.empty();
    }
  }

  private static Optional<BigDecimal> seconds(String text) {
    Matcher part = PART.matcher(text);
    BigDecimal sum = BigDecimal.ZERO;
    int end = 0;
    while (end < text.length() && part.find() && part.start() == end) {
      BigDecimal unit = SECONDS_IN.get(part.group(2));
      if (unit == null) {
        return Optional.empty();
      }
      sum = sum.add(new BigDecimal(part.group(1)).multiply(unit));
      end = part.end();
    }
    return end > 0 && end == text.length() ? Optional.of(sum) : Optional.empty();
  }

  /** An amount of memory in bytes; a number without a unit is in bytes. */
  static Optional<String> bytes(String text) {
    if (RAW.matcher(text).matches()) {
      return Optional.of(text);
    }
    Matcher part = PART.matcher(text.length() > MAX_CHARS ? "" : text);
    if (!part.matches()) {
      return Optional.empty();
    }
    return bytesIn(part.group(2))
        .map(unit -> new BigDecimal(part.group(1)).multiply(unit))
        .map(bytes -> bytes.setScale(0, RoundingMode.HALF_UP).toPlainString());
  }

  private static Optional<BigDecimal> bytesIn(String unit) {
    String upper = unit.toUpperCase(Locale.ROOT);
    String prefix = upper.endsWith("B") ? upper.substring(0, upper.length() - 1) : upper;
    if (prefix.isEmpty()) {
      return Optional.of(BigDecimal.ONE);
    }
    int power = prefix.length() == 1 ? MEMORY_PREFIXES.indexOf(prefix) + 1 : 0;
    return power == 0
        ? Optional.empty()
        : Optional.of(BigDecimal.valueOf(1L << KILO_BITS).pow(power));
  }

  /** A percentage without its sign. */
  static Optional<String> percent(String text) {
    Matcher percent = PERCENT.matcher(text.length() > MAX_CHARS ? "" : text);
    return percent.matches() ? Optional.of(percent.group(1)) : Optional.empty();
  }

  /** A duration in whole milliseconds. */
  static Optional<String> millis(String text) {
    OptionalLong nanos = nanos(text);
    return nanos.isPresent()
        ? Optional.of(Long.toString(nanos.getAsLong() / NextflowTime.NANOS_PER_MILLI))
        : Optional.empty();
  }
}
