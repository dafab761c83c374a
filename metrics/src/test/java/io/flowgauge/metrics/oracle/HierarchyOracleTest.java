package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.workflow.Region;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;

/** The overhead hierarchy (definitions, "Temporal overheads") against its oracle. */
class HierarchyOracleTest {
  /** Accuracy that the reference values state, in seconds. */
  private static final Offset<Double> TOLERANCE = within(1e-6);

  @Property(tries = 200)
  void hierarchy_declaredRegions_equalsOracle(
      @ForAll @IntRange(min = 1, max = 4) int parts, @ForAll long seed) {
    PlainRun plain = RandomSections.of(parts, seed);
    RunReport report = Flowgauge.report(plain.run());
    HierarchyOracle oracle = new HierarchyOracle(plain);
    Region root = report.run().workflow().regions();
    assertRegion(
        report.overheads().total(), oracle.ofRun(root), oracle.timeOfRun(root), oracle.ideal(root));
    for (RegionOverheads region : report.overheads().regions()) {
      Region of = region.region();
      if (of.activityCount() < root.activityCount()) {
        assertRegion(region, oracle.overheads(of), oracle.time(of), oracle.ideal(of));
      }
    }
  }

  private static void assertRegion(
      RegionOverheads actual, Map<OverheadClass, Double> expected, double time, double ideal) {
    assertThat(actual.time().value()).isCloseTo(time, TOLERANCE);
    assertThat(actual.ideal().value()).as("ideal").isCloseTo(ideal, TOLERANCE);
    Map<OverheadClass, Double> difference = new TreeMap<>(expected);
    actual.classes().forEach((c, seconds) -> difference.merge(c, -seconds, Double::sum));
    difference.values().removeIf(seconds -> Math.abs(seconds) <= 1e-6);
    assertThat(difference)
        .as(
            () ->
                actual.region().members()
                    + " expected "
                    + expected
                    + " but was "
                    + actual.classes())
        .isEmpty();
  }
}
