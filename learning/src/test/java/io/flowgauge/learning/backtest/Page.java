package io.flowgauge.learning.backtest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Writes or checks the tables of docs/prediction-errors.md. Not thread-safe. */
final class Page {
  private static final Path FILE = Checkout.root().resolve("docs/prediction-errors.md");
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(\\.\\d+)?");

  /**
   * Rounding, and sampling on another platform, change a number by less than a unit of its last
   * digit or 2 %.
   */
  private static final double UNIT = 1.01;

  private static final double RELATIVE = 0.02;

  private Page() {}

  /**
   * Checks the rows that follow the marker of a table, up to the next empty line; writes them
   * instead if the system property {@code flowgauge.write} is true.
   */
  static void hasTable(String table, List<?> rows) throws IOException {
    String text = Files.readString(FILE, UTF_8);
    String mark = "<!-- " + table + " -->\n";
    assertThat(text).contains(mark);
    int begin = text.indexOf("|---", text.indexOf(mark));
    begin = text.indexOf('\n', begin) + 1;
    int end = text.indexOf("\n\n", begin - 1) + 1;
    assertThat(end).as("an empty line after " + mark).isPositive();
    List<String> lines = rows.stream().map(Object::toString).toList();
    if (Boolean.getBoolean("flowgauge.write")) {
      String written = String.join("\n", lines) + "\n";
      Files.writeString(FILE, text.substring(0, begin) + written + text.substring(end), UTF_8);
      return;
    }
    List<String> written = text.substring(begin, end).lines().toList();
    assertThat(written).as("rows of " + table).hasSameSizeAs(lines);
    for (int k = 0; k < lines.size(); k++) {
      check(written.get(k), lines.get(k));
    }
  }

  private static void check(String written, String given) {
    String message = "docs/prediction-errors.md has\n" + written + "\nbut the runs give\n" + given;
    assertThat(words(given)).as(message).isEqualTo(words(written));
    List<Double> numbers = numbers(written);
    List<Double> others = numbers(given);
    assertThat(others).as(message).hasSameSizeAs(numbers);
    for (int k = 0; k < numbers.size(); k++) {
      double near = Math.max(UNIT, RELATIVE * numbers.get(k));
      assertThat(others.get(k)).as(message).isCloseTo(numbers.get(k), within(near));
    }
  }

  /** Returns the line without numbers, their signs, and the marks of missed targets. */
  private static String words(String line) {
    return NUMBER.matcher(line).replaceAll("").replaceAll("[-+*]", "");
  }

  private static List<Double> numbers(String line) {
    return NUMBER
        .matcher(line)
        .results()
        .map(number -> Double.valueOf(number.group().replace(",", "")))
        .toList();
  }
}
