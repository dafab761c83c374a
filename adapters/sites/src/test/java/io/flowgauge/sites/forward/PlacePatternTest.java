package io.flowgauge.sites.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacePatternTest {
  @ParameterizedTest
  @CsvSource({
    "siteA/node1, siteA/node1, true",
    "siteA/node1, siteA/*, true",
    "siteA/node1, *, true",
    "siteA/node1, siteB/*, false",
    "siteA/node1, siteA/node2, false",
    "siteA/node1, siteA, false",
    "siteA, siteA/node1, true",
    "siteA, siteA/*, true",
    "siteA, site*, true",
    "siteA, *1, true",
    "siteA, siteB/*, false",
    "siteA, siteAB/*, false",
    "siteAB, siteA/*, false",
    "siteA, s?teB/*, true"
  })
  void mayHold_pattern_isAsFarAsKnown(String name, String pattern, boolean expected) {
    assertThat(PlacePattern.mayHold(name, List.of(pattern))).isEqualTo(expected);
  }

  @Test
  void mayHold_severalPatterns_oneIsEnough() {
    assertThat(PlacePattern.mayHold("siteA", List.of("siteB/*", "siteA/*"))).isTrue();
  }
}
