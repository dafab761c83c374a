package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Texts that are or resemble quantities, checked with regular expressions and arbitrary-precision
 * numbers.
 */
class HumanUnitsOracleTest {
  private static final Pattern RAW = Pattern.compile("\\d{1,18}");
  private static final Pattern PART = Pattern.compile("\\s*(\\d+(?:\\.\\d*)?)\\s*([a-zA-Z]+)");
  private static final Pattern PERCENT = Pattern.compile("(-?\\d+(?:\\.\\d+)?)\\s*%?");
  private static final BigDecimal MILLI = BigDecimal.valueOf(1_000_000);
  private static final BigDecimal SECOND = BigDecimal.valueOf(1_000_000_000);
  private static final Map<String, BigDecimal> NANOS_IN =
      Map.of(
          "ms", MILLI,
          "s", SECOND,
          "min", SECOND.multiply(BigDecimal.valueOf(60)),
          "hours", SECOND.multiply(BigDecimal.valueOf(3_600)),
          "d", SECOND.multiply(BigDecimal.valueOf(86_400)));

  @Provide
  Arbitrary<String> quantities() {
    Arbitrary<String> piece =
        Arbitraries.oneOf(
            Arbitraries.of(
                List.of(" ", "\t", ".", "-", "%", "ms", "s", "min", "hours", "d", "B", "KB")),
            Arbitraries.of(List.of("MB", "GB", "tb", "PB", "EB", "ZB", "YB", "k", "BB", "x")),
            Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(20),
            Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(4));
    return piece.list().ofMaxSize(7).map(pieces -> String.join("", pieces));
  }

  @Property(tries = 5_000)
  void nanos_anyText_areThoseOfTheOracle(@ForAll("quantities") String text) {
    assertThat(HumanUnits.nanos(text)).isEqualTo(nanos(text));
  }

  private static OptionalLong nanos(String text) {
    Optional<BigDecimal> sum =
        RAW.matcher(text).matches() ? Optional.of(new BigDecimal(text).multiply(MILLI)) : sum(text);
    try {
      return sum.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum.get().longValueExact());
    } catch (ArithmeticException beyondRange) {
      return OptionalLong.empty();
    }
  }

  private static Optional<BigDecimal> sum(String text) {
    Matcher part = PART.matcher(text);
    BigDecimal sum = BigDecimal.ZERO;
    int end = 0;
    while (end < text.length() && part.find() && part.start() == end) {
      BigDecimal unit = NANOS_IN.get(part.group(2));
      if (unit == null) {
        return Optional.empty();
      }
      BigDecimal nanos = new BigDecimal(part.group(1)).multiply(unit);
      sum = sum.add(nanos.setScale(0, RoundingMode.HALF_UP));
      end = part.end();
    }
    return end > 0 && end == text.length() ? Optional.of(sum) : Optional.empty();
  }

  @Property(tries = 5_000)
  void bytes_anyText_areThoseOfTheOracle(@ForAll("quantities") String text) {
    assertThat(HumanUnits.bytes(text)).isEqualTo(bytes(text));
  }

  private static Optional<String> bytes(String text) {
    Matcher part = PART.matcher(text);
    if (RAW.matcher(text).matches() || !part.matches()) {
      return RAW.matcher(text).matches() ? Optional.of(text) : Optional.empty();
    }
    int power = List.of("B", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB").indexOf(unit(part));
    BigDecimal unit = BigDecimal.valueOf(1024).pow(Math.max(0, power));
    BigDecimal bytes = new BigDecimal(part.group(1)).multiply(unit);
    return power < 0
        ? Optional.empty()
        : Optional.of(bytes.setScale(0, RoundingMode.HALF_UP).toPlainString());
  }

  private static String unit(Matcher part) {
    String upper = part.group(2).toUpperCase(Locale.ROOT);
    return upper.endsWith("B") ? upper : upper + "B";
  }

  @Property(tries = 5_000)
  void percent_anyText_isThatOfTheOracle(@ForAll("quantities") String text) {
    Matcher percent = PERCENT.matcher(text);
    Optional<String> expected =
        percent.matches() ? Optional.of(percent.group(1)) : Optional.empty();
    assertThat(HumanUnits.percent(text)).isEqualTo(expected);
  }
}
