package io.flowgauge.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  /** Matches by definition: a star stands for any number of characters, all of which are tried. */
  private static boolean slow(String pattern, String text) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    if (pattern.charAt(0) == '*') {
      return slow(pattern.substring(1), text)
          || (!text.isEmpty() && slow(pattern, text.substring(1)));
    }
    return !text.isEmpty()
        && (pattern.charAt(0) == '?' || pattern.charAt(0) == text.charAt(0))
        && slow(pattern.substring(1), text.substring(1));
  }

  @Property(tries = 3000)
  void matches_anyPattern_agreesWithTheDefinition(
      @ForAll @Chars({'a', 'b', '*', '?'}) @StringLength(min = 1, max = 7) String pattern,
      @ForAll @CharRange(from = 'a', to = 'b') @StringLength(max = 8) String text) {
    assertThat(Glob.compile(pattern).matches(text)).isEqualTo(slow(pattern, text));
  }

  @Property
  void literal_anyText_matchesItAlone(
      @ForAll @Chars({'a', '*', '?', '\\'}) @StringLength(max = 6) String text,
      @ForAll @Chars({'a', '*', '?', '\\'}) @StringLength(max = 6) String other) {
    assertThat(Glob.compile(Glob.literal(text)).matches(other)).isEqualTo(text.equals(other));
  }

  @ParameterizedTest
  @CsvSource({
    "a\\*, a*, true",
    "a\\*, ab, false",
    "a\\?, a?, true",
    "a\\?, ab, false",
    "a\\\\*, a\\b, true",
    "a\\\\*, a*, false",
    "foo\\x2dbar, foo\\x2dbar, true",
    "foo\\x2dbar, foox2dbar, false",
    "a\\, a\\, true"
  })
  void matches_backslash_quotesWildcardsAndItselfOnly(
      String pattern, String text, boolean matches) {
    assertThat(Glob.compile(pattern).matches(text)).isEqualTo(matches);
  }
}
