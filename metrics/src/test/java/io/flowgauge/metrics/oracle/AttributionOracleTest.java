package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.PathStep;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Attribution (definitions, "Attribution") against its oracle. */
class AttributionOracleTest {

  @Property(tries = 400)
  void attribution_completeRun_equalsOracle(
      @ForAll @IntRange(min = 1, max = 14) int activities, @ForAll long seed) {
    assertEqualsOracle(RandomRuns.of(activities, seed));
  }

  @Property(tries = 400)
  void attribution_missingEvents_equalsOracle(
      @ForAll @IntRange(min = 1, max = 12) int activities, @ForAll long seed) {
    assertEqualsOracle(DamagedRuns.withGaps(activities, seed));
  }

  private static void assertEqualsOracle(PlainRun plain) {
    Attribution actual = Flowgauge.report(plain.run()).attribution();
    AttributionOracle.Result expected = AttributionOracle.of(plain);
    assertThat(actual.makespanNanos()).isEqualTo(expected.makespan());
    assertThat(actual.criticalPath()).extracting(PathStep::activity).isEqualTo(expected.path());
    assertThat(labelled(actual)).as(plain::toString).isEqualTo(expected.classes());
  }

  private static Map<String, Long> labelled(Attribution attribution) {
    Map<String, Long> labelled = new TreeMap<>();
    attribution.classes().forEach((c, nanos) -> labelled.put(c.label(), nanos));
    if (attribution.idealNanos() != 0) {
      labelled.put("ideal", attribution.idealNanos());
    }
    return labelled;
  }
}
