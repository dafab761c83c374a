package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Dependency;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Snapshots of a run at successive moments. */
class LiveSnapshotTest {

  @Property(tries = 100)
  void snapshot_laterAndLater_onlyGrows(
      @ForAll @IntRange(min = 1, max = 10) int activities, @ForAll long seed) {
    PlainRun plain = RandomRuns.of(activities, seed);
    RunRecorder recorder = plain.declare();
    plain.events().forEach(recorder::record);
    Optional<WorkflowRun> before = Optional.empty();
    long end = recorder.snapshot().endNanos().orElseThrow() + RandomRuns.TICK;
    for (long now = plain.startNanos(); now <= end; now += 3 * RandomRuns.TICK + 1) {
      WorkflowRun run = recorder.snapshot(Times.instant(now));
      assertAsOf(run, now);
      before.ifPresent(b -> assertGrown(b, run));
      assertSums(run);
      before = Optional.of(run);
    }
  }

  private static void assertAsOf(WorkflowRun run, long now) {
    for (ActivityExecution execution : run.executions()) {
      assertThat(execution.graph().events()).allMatch(e -> e.epochNanos() <= now);
      for (StateInterval state : execution.graph().states()) {
        assertThat(state.endNanos()).isLessThanOrEqualTo(now);
        assertThat(state.isOpen() && state.endNanos() != now).isFalse();
      }
    }
  }

  private static void assertGrown(WorkflowRun before, WorkflowRun after) {
    assertThat(after.makespan().orElse(Duration.ZERO))
        .isGreaterThanOrEqualTo(before.makespan().orElse(Duration.ZERO));
    for (int a = 0; a < before.workflow().activityCount(); a++) {
      List<Attempt> attempts = before.execution(a).attempts();
      List<Attempt> later = after.execution(a).attempts();
      assertThat(later).hasSizeGreaterThanOrEqualTo(attempts.size());
      List<StateInterval> states = before.execution(a).graph().states();
      List<StateInterval> laterStates = after.execution(a).graph().states();
      assertThat(laterStates).hasSizeGreaterThanOrEqualTo(states.size());
      for (StateInterval state : states) {
        assertThat(laterStates)
            .anyMatch(
                s ->
                    s.state() == state.state()
                        && s.leading().equals(state.leading())
                        && s.endNanos() >= state.endNanos());
      }
      List<ActivityEvent> events = after.execution(a).graph().events();
      assertThat(events).containsAll(before.execution(a).graph().events());
    }
  }

  private static void assertSums(WorkflowRun run) {
    Attribution attribution = Flowgauge.report(run).attribution();
    long sum = attribution.classes().values().stream().mapToLong(n -> n).sum();
    assertThat(sum + attribution.idealNanos()).isEqualTo(attribution.makespanNanos());
    assertThat(attribution.classes().values()).allMatch(n -> n > 0 || attribution.isEstimated());
    List<String> path = attribution.criticalPath().stream().map(PathStep::activity).toList();
    for (int k = 1; k < path.size(); k++) {
      assertThat(run.workflow().dependencies())
          .contains(new Dependency(path.get(k - 1), path.get(k)));
    }
  }
}
