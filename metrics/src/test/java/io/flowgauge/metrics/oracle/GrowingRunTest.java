package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A recorder that takes snapshots repeatedly while the run goes on and its workflow grows. The
 * oracle is a new recorder that records everything and takes one snapshot.
 */
class GrowingRunTest {
  private final List<Consumer<RunRecorder>> recorded = new ArrayList<>();
  private final RunRecorder watched = Flowgauge.recorder("growing");

  @Property(tries = 25)
  void snapshot_afterOthers_isThatOfANewRecorder(
      @ForAll @IntRange(min = 1, max = 8) int activities, @ForAll long seed) {
    Random random = new Random(seed);
    List<Consumer<RunRecorder>> statements = statements(activities, random);
    for (int k = 0; k < statements.size(); k++) {
      statements.get(k).accept(watched);
      recorded.add(statements.get(k));
      if (random.nextInt(4) == 0 || k == statements.size() - 1) {
        Instant now = Times.instant(RandomRuns.EPOCH + random.nextInt(100) * RandomRuns.TICK);
        assertSame(watched.snapshot(now), expected().snapshot(now));
        assertSame(watched.snapshot(), expected().snapshot());
      }
    }
  }

  /**
   * Returns statements in any order, including some that contradict others: cycles, changed types,
   * incomplete regions.
   */
  private static List<Consumer<RunRecorder>> statements(int activities, Random random) {
    PlainRun plain = DamagedRuns.of(activities, random.nextLong());
    List<Consumer<RunRecorder>> all = new ArrayList<>(plain.statements());
    for (ActivityEvent event : plain.events()) {
      all.add(to -> to.record(event));
    }
    String first = plain.works().get(0).id();
    String last = plain.works().get(activities - 1).id();
    all.add(to -> to.dependency(last, first));
    all.add(to -> to.dependency(last, "late"));
    all.add(to -> to.activity(Activity.of(first, "other").withAttributes(Map.of("key", "value"))));
    if (random.nextBoolean()) {
      all.add(to -> to.regions(Region.sequence(Region.activity(first), Region.activity("late"))));
    }
    Collections.shuffle(all, random);
    return all;
  }

  private RunRecorder expected() {
    RunRecorder recorder = Flowgauge.recorder("growing");
    recorded.forEach(statement -> statement.accept(recorder));
    return recorder;
  }

  private static void assertSame(WorkflowRun run, WorkflowRun expected) {
    assertThat(run.workflow().activities()).isEqualTo(expected.workflow().activities());
    assertThat(run.workflow().dependencies()).isEqualTo(expected.workflow().dependencies());
    assertThat(run.diagnostics()).isEqualTo(expected.diagnostics());
    if (run.workflow().activityCount() > 0) {
      assertThat(text(run.workflow().regions())).isEqualTo(text(expected.workflow().regions()));
      assertThat(Findings.of(Flowgauge.report(run)))
          .isEqualTo(Findings.of(Flowgauge.report(expected)));
    }
  }

  private static String text(Region region) {
    List<String> members = region.members().stream().map(GrowingRunTest::text).toList();
    return region.kind() + " " + region.name() + members;
  }
}
