package io.flowgauge.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.testsupport.ProcessorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegionPatternTest {
  private static CodeRegion region(String unit, String name, String linkageName) {
    return new CodeRegion(unit, name, linkageName, 0, 0, Optional.empty(), false);
  }

  private static boolean matches(String pattern, String name) {
    return RegionPattern.parse(pattern).matches(region("program", name, name));
  }

  @ParameterizedTest
  @CsvSource({
    "sin, *, sin",
    "libm.so.6:sin*, libm.so.6, sin*",
    "a::b, *, a::b",
    "libx.so:a::b, libx.so, a::b",
    "libx.so:::b, libx.so, ::b",
    "::b, *, ::b",
    "java.lang.Thread:run(), java.lang.Thread, run()"
  })
  void parse_text_splitsAtTheFirstSingleColon(String text, String unit, String name) {
    RegionPattern pattern = RegionPattern.parse(text);
    assertThat(pattern.unit()).isEqualTo(unit);
    assertThat(pattern.name()).isEqualTo(name);
    assertThat(RegionPattern.parse(pattern.toString())).isEqualTo(pattern);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "libm:", ":sin"})
  void parse_emptyPart_isRefusedWithTheText(String text) {
    assertThatThrownBy(() -> RegionPattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + text + "\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pov::trace | pov::trace(int, double)",
        "pov::trace(int, double) | pov::trace(int, double)",
        "pov::trace(int* | pov::trace(int, double)",
        "pov::* | pov::trace(int)",
        "*trace | pov::trace(int) const",
        "pov::trace | pov::trace(int) [clone .cold]",
        "pov::trace | pov::trace(int) &&",
        "ns::f<int> | void ns::f<int>(char*)",
        "ns::f<*> | std::vector<int, std::allocator<int> > ns::f<long>(std::function<void (int)>)",
        "(anonymous namespace)::f | (anonymous namespace)::f(int)",
        "A::operator() | A::operator()(int) const",
        "A::operator new | A::operator new(unsigned long)",
        "A::operator\\* | A::operator*(A const&)",
        "main::{lambda(int)#1}::operator() | main::{lambda(int)#1}::operator()(int) const",
        "f?? | foo",
        "run | run(java.lang.String, int[])",
        "do_it | do_it"
      })
  void matches_nameWithOrWithoutParameters_isTrue(String pattern, String name) {
    assertThat(matches(pattern, name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trace | pov::trace(int)",
        "pov::Trace | pov::trace(int)",
        "pov::trace(long) | pov::trace(int)",
        "f?? | fo",
        "f?? | food",
        "A::operator | A::operator()(int)",
        "A::operator\\* | A::operator+(A const&)",
        "a*b*c | axbxd",
        "lib:do_it | do_it"
      })
  void matches_another_isFalse(String pattern, String name) {
    assertThat(matches(pattern, name)).isFalse();
  }

  @Test
  void matches_linkageName_isTrue() {
    CodeRegion trace = region("povray", "pov::trace(int)", "_ZN3pov5traceEi");
    assertThat(RegionPattern.parse("pov*:_ZN3pov*").matches(trace)).isTrue();
    assertThat(RegionPattern.parse("lib*:_ZN3pov*").matches(trace)).isFalse();
    assertThat(RegionPattern.ALL.matches(trace)).isTrue();
  }

  @Property
  void of_anyRegion_matchesItAlone(
      @ForAll @StringLength(min = 1, max = 20) String unit,
      @ForAll @StringLength(min = 1, max = 20) String name) {
    CodeRegion region = region(unit, name, name);
    RegionPattern pattern = RegionPattern.of(region);
    assertThat(pattern.matches(region)).isTrue();
    assertThat(pattern.matches(region(unit, name + "x", name + "x"))).isFalse();
    assertThat(pattern.matches(region(unit + "x", name, name))).isFalse();
  }

  @Test
  void matches_hostilePattern_takesNoLongerThanBothLengths() {
    String pattern = "a*".repeat(2_000) + "b";
    String text = "a".repeat(20_000);
    assertThat(ProcessorTime.of(() -> assertThat(matches(pattern, text)).isFalse()))
        .isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void matches_hundredThousandRegions_isQuick() {
    List<CodeRegion> regions = new ArrayList<>();
    for (int k = 0; k < 100_000; k++) {
      String name = "ns" + k % 100 + "::Class" + k + "::method(std::vector<int> const&, int) const";
      regions.add(region("libbig.so." + k % 5, name, "_ZNK2ns" + k));
    }
    RegionPattern pattern = RegionPattern.parse("libbig.so.?:ns4?::Class*::meth*");
    Runnable match =
        () -> assertThat(regions.stream().filter(pattern::matches).count()).isEqualTo(10_000);
    // Each takes a few hundred nanoseconds; the bound allows for code that is not yet compiled.
    assertThat(ProcessorTime.of(match)).isLessThan(Duration.ofSeconds(2));
  }
}
