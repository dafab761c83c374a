package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Regions that are neither sequences nor parallel sections. */
class IrregularRegionTest {
  private static final double ACCURACY = 1e-6;

  /**
   * A section inside an irregular region counts with its longest path, not with its fastest member.
   */
  @Example
  void ideal_sectionInside_isTheLongestPath() {
    RunRecorder recorder = Flowgauge.recorder("irregular");
    for (String member : new String[] {"short", "long"}) {
      recorder.dependency("first", member);
      recorder.dependency(member, "last");
    }
    recorder.dependency("first", "other");
    recorder.dependency("second", "other");
    run(recorder, "first", 0, 1);
    run(recorder, "second", 0, 1);
    run(recorder, "other", 1, 2);
    run(recorder, "short", 1, 2);
    run(recorder, "long", 1, 98);
    run(recorder, "last", 98, 100);
    RunReport report = Flowgauge.report(recorder.snapshot());
    assertThat(report.run().workflow().regions().kind()).isEqualTo(RegionKind.IRREGULAR);
    assertThat(report.overheads().total().ideal().value()).isCloseTo(100, within(ACCURACY));
    assertThat(Times.seconds(report.attribution().idealNanos())).isCloseTo(100, within(ACCURACY));
  }

  private static void run(RunRecorder recorder, String activity, double begin, double end) {
    recorder.record(activity, EventType.STARTED, Times.nanos(begin), 1);
    recorder.record(activity, EventType.ACTIVE, Times.nanos(begin), 1);
    recorder.record(activity, EventType.COMPLETED, Times.nanos(end), 1);
  }

  @Property(tries = 300)
  void ideal_anyRun_isTheLongestPathThroughItsActivities(
      @ForAll @IntRange(min = 4, max = 12) int activities, @ForAll long seed) {
    RunReport report = Flowgauge.report(RandomRuns.of(activities, seed).run());
    for (RegionOverheads region : report.overheads().regions()) {
      if (region.region().kind() == RegionKind.IRREGULAR && region.ideal().isMeasured()) {
        Set<Integer> inside = new HashSet<>();
        collect(region.region(), report.run().workflow(), inside);
        double longest = inside.stream().mapToDouble(a -> path(a, inside, report)).max().orElse(0);
        assertThat(region.ideal().value()).isCloseTo(longest, within(ACCURACY));
      }
    }
  }

  private static void collect(Region region, Workflow workflow, Set<Integer> into) {
    region.activity().ifPresent(id -> into.add(workflow.indexOf(id)));
    region.members().forEach(member -> collect(member, workflow, into));
  }

  /** Returns the length of the longest path that ends with an activity. */
  private static double path(int activity, Set<Integer> inside, RunReport report) {
    double before = 0;
    for (int predecessor : report.run().workflow().predecessors(activity)) {
      if (inside.contains(predecessor)) {
        before = Math.max(before, path(predecessor, inside, report));
      }
    }
    return before + report.overheads().ideal(activity).seconds().value();
  }

  /** The region of all activities follows the path of the attribution. */
  @Example
  void classes_irregularRuns_explainTheMakespanOnce() {
    AtomicInteger irregular = new AtomicInteger();
    for (long seed = 0; seed < 400; seed++) {
      RunReport report = Flowgauge.report(RandomRuns.of(9, seed).run());
      if (report.run().workflow().regions().kind() == RegionKind.IRREGULAR) {
        irregular.incrementAndGet();
        Attribution attribution = report.attribution();
        double lost = Times.seconds(attribution.makespanNanos() - attribution.idealNanos());
        assertThat(report.overheads().total().classes().values().stream().mapToDouble(s -> s).sum())
            .as("run " + seed)
            .isCloseTo(lost, within(ACCURACY));
      }
    }
    assertThat(irregular).hasValueGreaterThan(20);
  }
}
