package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.DecimalDigits;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Parses values of a trace, raw or in human units: {@code 259000} or {@code 4m 19s}, {@code
 * 1610612736} or {@code 1.5 GB}, {@code 24.1} or {@code 24.1%}. Stateless and thread-safe.
 *
 * <p>Nextflow writes durations with a tenth of a second below a minute and whole seconds above, and
 * its units of memory are powers of 1024.
 */
final class HumanUnits {
  /** Maximum length of a number with a unit. */
  private static final int MAX_CHARS = 100;

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final String MEMORY_PREFIXES = "KMGTPEZY";

  /** The largest power of 1024 that fits in a long. */
  private static final int MAX_LONG_POWER = 6;

  private static final BigDecimal KIBI = BigDecimal.valueOf(1 << 10);

  private HumanUnits() {}

  /** Returns a duration in nanoseconds; a number without a unit is in milliseconds. */
  static OptionalLong nanos(String text) {
    if (text.length() > MAX_CHARS) {
      return OptionalLong.empty();
    }
    try {
      long millis = DecimalDigits.of(text, DecimalDigits.MAX);
      return millis >= 0
          ? OptionalLong.of(Math.multiplyExact(millis, NextflowTime.NANOS_PER_MILLI))
          : partsNanos(text);
    } catch (ArithmeticException beyondRange) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong partsNanos(String text) {
    QuantityText part = new QuantityText(text);
    long sum = 0;
    do {
      long unit = part.next() ? nanosIn(part.unit()) : 0;
      if (unit == 0) {
        return OptionalLong.empty();
      }
      long nanos = part.times(unit);
      sum = Math.addExact(sum, nanos >= 0 ? nanos : exact(part, unit).longValueExact());
    } while (!part.isAtEnd());
    return OptionalLong.of(sum);
  }

  private static BigDecimal exact(QuantityText part, long factor) {
    return new BigDecimal(part.number())
        .multiply(BigDecimal.valueOf(factor))
        .setScale(0, RoundingMode.HALF_UP);
  }

  /** Returns the nanoseconds in a unit of time; 0 for any other word. */
  private static long nanosIn(String unit) {
    return switch (unit) {
      case "ms", "milli", "millis" -> NextflowTime.NANOS_PER_MILLI;
      case "s", "sec", "second", "seconds" -> NANOS_PER_SECOND;
      case "m", "min", "minute", "minutes" -> 60 * NANOS_PER_SECOND;
      case "h", "hour", "hours" -> 3_600 * NANOS_PER_SECOND;
      case "d", "day", "days" -> 86_400 * NANOS_PER_SECOND;
      default -> 0;
    };
  }

  /** Returns an amount of memory in bytes; a number without a unit is in bytes. */
  static Optional<String> bytes(String text) {
    if (DecimalDigits.of(text, DecimalDigits.MAX) >= 0) {
      return Optional.of(text);
    }
    QuantityText part = new QuantityText(text.length() > MAX_CHARS ? "" : text);
    int power = part.next() && part.isAtEnd() ? powerIn(part.unit()) : -1;
    if (power < 0) {
      return Optional.empty();
    }
    long bytes = power <= MAX_LONG_POWER ? part.times(1L << (10 * power)) : -1;
    return Optional.of(bytes >= 0 ? Long.toString(bytes) : exactBytes(part, power));
  }

  private static String exactBytes(QuantityText part, int power) {
    BigDecimal bytes = new BigDecimal(part.number()).multiply(KIBI.pow(power));
    return bytes.setScale(0, RoundingMode.HALF_UP).toPlainString();
  }

  /** Returns the power of 1024 in a unit of memory; -1 for any other word. */
  private static int powerIn(String unit) {
    String upper = unit.toUpperCase(Locale.ROOT);
    String prefix = upper.endsWith("B") ? upper.substring(0, upper.length() - 1) : upper;
    if (prefix.isEmpty()) {
      return 0;
    }
    int power = prefix.length() == 1 ? MEMORY_PREFIXES.indexOf(prefix) + 1 : 0;
    return power == 0 ? -1 : power;
  }

  /** Returns a percentage without its sign. */
  static Optional<String> percent(String text) {
    int end = text.endsWith("%") ? text.length() - 1 : text.length();
    while (end > 0 && QuantityText.isBlank(text.charAt(end - 1))) {
      end--;
    }
    String number = text.length() > MAX_CHARS ? "" : text.substring(0, end);
    return isDecimal(number) ? Optional.of(number) : Optional.empty();
  }

  private static boolean isDecimal(String text) {
    int from = text.startsWith("-") ? 1 : 0;
    int dot = text.indexOf('.');
    return dot < 0
        ? QuantityText.areDigits(text, from, text.length())
        : QuantityText.areDigits(text, from, dot)
            && QuantityText.areDigits(text, dot + 1, text.length());
  }

  /** Returns a duration in whole milliseconds. */
  static Optional<String> millis(String text) {
    OptionalLong nanos = nanos(text);
    return nanos.isPresent()
        ? Optional.of(Long.toString(nanos.getAsLong() / NextflowTime.NANOS_PER_MILLI))
        : Optional.empty();
  }
}
