package io.flowgauge.traces.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;

class NameNumbersTest {
  /** The same rule as a regular expression, which is ten times as slow. */
  private static final Pattern NUMBERS =
      Pattern.compile("(?:_?\\([^()]*\\)|[ _.-][A-Za-z]?\\d{1,9})++\\z");

  @Property(tries = 5000)
  void begin_anyName_isThatOfTheExpression(
      @ForAll
          @StringLength(max = 14)
          @CharRange(from = '1', to = '2')
          @Chars({'a', 'Z', '_', '-', '(', ')', '.', ' ', 'é'})
          String name) {
    Matcher matcher = NUMBERS.matcher(name);
    assertThat(NameNumbers.begin(name)).isEqualTo(matcher.find() ? matcher.start() : name.length());
  }

  @Property(tries = 500)
  void begin_nameWithManyDigits_isThatOfTheExpression(
      @ForAll @StringLength(min = 7, max = 12) @CharRange(from = '0', to = '9') String digits,
      @ForAll @StringLength(max = 3) @Chars({'_', '1', 'x'}) String end) {
    String name = "job_" + digits + end;
    Matcher matcher = NUMBERS.matcher(name);
    assertThat(NameNumbers.begin(name)).isEqualTo(matcher.find() ? matcher.start() : name.length());
  }
}
