package io.flowgauge.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RegionPatternsTest {
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
        "solver:step",
        "solver:grid::step",
        "solver:step(int)",
        "libm.so.6:step",
        "step",
        "st*",
        "*:grid::step",
        "void grid::step<int>(char*)",
        "grid::step<int>",
        "solver:_Z4step",
        "a\\*b",
        "*");
  }

  @Provide
  Arbitrary<CodeRegion> regions() {
    Arbitrary<String> names =
        Arbitraries.of(
            "step",
            "step(int)",
            "grid::step",
            "grid::step(int, (anonymous))",
            "void grid::step<int>(char*)",
            "a*b",
            "operator()");
    return names.flatMap(
        name ->
            Arbitraries.of("solver", "libm.so.6")
                .map(unit -> new CodeRegion(unit, name, "_Z4step", 0, 1, Optional.empty(), false)));
  }

  /** Agrees with asking one pattern after another. */
  @Property
  void matching_anyRegion_isWhatEachPatternSays(
      @ForAll List<@net.jqwik.api.From("texts") String> texts,
      @ForAll("regions") CodeRegion region) {
    List<RegionPattern> each = texts.stream().map(RegionPattern::parse).toList();
    RegionPatterns all = RegionPatterns.of(each);
    Set<RegionPattern> wanted =
        each.stream().filter(pattern -> pattern.matches(region)).collect(Collectors.toSet());

    assertThat(all.matching(region)).isEqualTo(wanted);
    assertThat(all.anyMatches(region)).isEqualTo(!wanted.isEmpty());
  }

  @Test
  void anyMatches_withoutPatterns_isFalse() {
    CodeRegion region = new CodeRegion("solver", "step", "step", 0, 1, Optional.empty(), false);
    assertThat(RegionPatterns.of(List.of()).anyMatches(region)).isFalse();
  }
}
