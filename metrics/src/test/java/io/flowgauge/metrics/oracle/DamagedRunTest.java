package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Region;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Properties that hold for every run, however damaged. */
class DamagedRunTest {
  /** Tolerance for sums of doubles, relative to the largest of them. */
  private static final double RELATIVE = 1e-9;

  @Property(tries = 500)
  void attribution_anyRun_sumsToTheMakespan(
      @ForAll @IntRange(min = 1, max = 14) int activities, @ForAll long seed) {
    PlainRun plain = DamagedRuns.of(activities, seed);
    Attribution attribution = Flowgauge.report(plain.run()).attribution();
    long sum = attribution.classes().values().stream().mapToLong(n -> n).sum();
    assertThat(sum + attribution.idealNanos()).isEqualTo(attribution.makespanNanos());
    assertThat(attribution.overheadNanos(OverheadClass.TOTAL)).isEqualTo(sum);
    assertThat(attribution.classes().values()).allMatch(n -> n > 0 || attribution.isEstimated());
    if (!attribution.isEstimated()) {
      long steps = attribution.criticalPath().stream().mapToLong(PathStep::nanos).sum();
      assertThat(steps).isEqualTo(attribution.makespanNanos());
    }
    assertPath(plain, attribution);
    for (int a = 0; a < activities; a++) {
      assertThat(attribution.slackNanos(a).orElse(0)).isNotNegative();
    }
  }

  private static void assertPath(PlainRun plain, Attribution attribution) {
    List<PathStep> path = attribution.criticalPath();
    for (int k = 1; k < path.size(); k++) {
      Work from = plain.work(path.get(k - 1).activity());
      assertThat(reachedThroughUntimed(plain, from)).contains(path.get(k).activity());
    }
  }

  private static Set<String> reachedThroughUntimed(PlainRun plain, Work from) {
    Set<String> reached = new HashSet<>();
    Deque<Work> open = new ArrayDeque<>(plain.successors(from));
    while (!open.isEmpty()) {
      Work work = open.remove();
      if (reached.add(work.id()) && work.events().isEmpty()) {
        open.addAll(plain.successors(work));
      }
    }
    return reached;
  }

  @Property(tries = 400)
  void hierarchy_anyRun_explainsAllOfEveryRegion(
      @ForAll @IntRange(min = 1, max = 14) int activities, @ForAll long seed) {
    RunReport report = Flowgauge.report(DamagedRuns.of(activities, seed).run());
    assertExplained(report.overheads().total());
    report.overheads().regions().forEach(DamagedRunTest::assertExplained);
    assertExplainedBelow(report, report.run().workflow().regions());
  }

  private static void assertExplainedBelow(RunReport report, Region region) {
    assertExplained(report.overheads().of(region));
    region.members().forEach(member -> assertExplainedBelow(report, member));
  }

  private static void assertExplained(RegionOverheads region) {
    if (!region.time().isMeasured()) {
      return;
    }
    double sum = region.ideal().orElse(0);
    double largest = Math.max(1, Math.abs(sum));
    for (double seconds : region.classes().values()) {
      sum += seconds;
      largest = Math.max(largest, Math.abs(seconds));
    }
    double all = sum + region.overhead(OverheadClass.UNIDENTIFIED).value();
    assertThat(all).isCloseTo(region.time().value(), within(RELATIVE * largest));
  }

  @Property(tries = 300)
  void executionGraph_anyRun_isOfItsOwnEvents(
      @ForAll @IntRange(min = 1, max = 8) int activities, @ForAll long seed) {
    PlainRun plain = DamagedRuns.of(activities, seed);
    WorkflowRun run = plain.run();
    for (ActivityExecution execution : run.executions()) {
      List<ActivityEvent> events = execution.graph().events();
      assertThat(events)
          .containsExactlyInAnyOrderElementsOf(plain.work(execution.activity().id()).events());
      for (StateInterval state : execution.graph().states()) {
        assertThat(events).contains(state.leading());
        state.ending().ifPresent(e -> assertThat(events).contains(e));
        state.ending().ifPresent(e -> assertThat(e.epochNanos()).isEqualTo(state.endNanos()));
        assertThat(state.ending().map(ActivityEvent::attempt).orElse(state.leading().attempt()))
            .isEqualTo(state.leading().attempt());
        assertThat(state.duration().isNegative()).isFalse();
      }
    }
  }
}
