package io.flowgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.testsupport.ProcessorTime;
import io.flowgauge.workflow.Region;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs of shapes that would reveal quadratic steps or deep recursion, by taking minutes instead of
 * a second. Processor time counts, as others may keep the machine busy.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LargeRunsTest {
  private static final int MANY = 100_000;

  private static final Duration ENOUGH = Duration.ofSeconds(20);

  /** Number of activities in tests that record everything about each. */
  private static final int ACTIVITIES = 30_000;

  @Test
  void report_oneActivityWithManyAttempts_isNearLinear() {
    RunRecorder recorder = Flowgauge.recorder("attempts");
    recorder.processor(Processor.of("p"));
    for (int k = 0; k < MANY; k++) {
      recorder.assign("a", k + 1, "p");
      long time = 100L * k;
      recorder.record("a", EventType.STARTED, time, k + 1);
      recorder.record("a", EventType.SUBMITTED, time + 10, k + 1);
      recorder.record("a", EventType.PENDING, time + 20, k + 1);
      recorder.record("a", EventType.ACTIVE, time + 30, k + 1);
      recorder.record("a", EventType.SUSPENDED, time + 40, k + 1);
      recorder.record("a", EventType.RESUMED, time + 50, k + 1);
      EventType end = k + 1 < MANY ? EventType.FAILED : EventType.COMPLETED;
      recorder.record("a", end, time + 60, k + 1);
    }
    assertExact(recorder);
  }

  @Test
  void report_oneActivityWithManyPhasesAndSuspensions_isNearLinear() {
    RunRecorder recorder = oneActivity(300L * MANY);
    for (int k = 0; k < MANY; k++) {
      long time = 300L * k + 100;
      recorder.record("a", EventType.SUSPENDED, time, 1);
      recorder.record("a", EventType.RESUMED, time + 10, 1);
      recorder.phase("a", new Phase("communication", time + 50, time + 60));
    }
    assertExact(recorder);
  }

  @Test
  void report_manyPhasesWhileWaiting_isNearLinear() {
    RunRecorder recorder = Flowgauge.recorder("phases");
    recorder.processor(Processor.of("p"));
    recorder.record("a", EventType.STARTED, 0, 1);
    recorder.record("a", EventType.SUBMITTED, 10, 1);
    recorder.record("a", EventType.ACTIVE, 300L * MANY, 1);
    recorder.record("a", EventType.COMPLETED, 300L * MANY + 100, 1);
    for (int k = 0; k < MANY; k++) {
      recorder.phase("a", new Phase("stage-in", 300L * k + 50, 300L * k + 60));
    }
    assertExact(recorder);
  }

  @Test
  void report_manyServicesInOneGap_isNearLinear() {
    RunRecorder recorder = oneActivity(1000);
    recorder.start(-300L * MANY);
    for (int k = 0; k < MANY; k++) {
      long time = -300L * k;
      recorder.service(new ServiceInterval("scheduling", time - 200, time - 100));
    }
    assertExact(recorder);
  }

  @Test
  void report_wideLayers_isNearLinear() {
    RunRecorder recorder = Flowgauge.recorder("wide");
    int width = 600;
    for (int k = 0; k < width; k++) {
      complete(recorder, "a" + k, 0, 100 + k);
      complete(recorder, "b" + k, 2000 + k, 4000);
      for (int j = 0; j < width; j++) {
        recorder.dependency("a" + k, "b" + j);
      }
    }
    assertExact(recorder);
  }

  @Test
  void report_longChain_isNearLinear() {
    RunRecorder recorder = Flowgauge.recorder("chain");
    for (int k = 0; k < ACTIVITIES; k++) {
      complete(recorder, "a" + k, 100L * k, 100L * k + 90);
      if (k > 0) {
        recorder.dependency("a" + (k - 1), "a" + k);
      }
    }
    assertExact(recorder);
  }

  @Test
  void report_deepDeclaredRegions_isNearLinear() {
    RunRecorder recorder = Flowgauge.recorder("deep");
    Region region = Region.activity("a0");
    complete(recorder, "a0", 0, 90);
    for (int k = 1; k < MANY; k++) {
      complete(recorder, "a" + k, 100L * k, 100L * k + 90);
      region = k % 2 == 0 ? Region.sequence(region, "a" + k) : Region.parallel(region, "a" + k);
    }
    recorder.regions(region);
    assertExact(recorder);
  }

  @Test
  void report_manyActivitiesOnOneProcessor_isNearLinear() {
    RunRecorder recorder = Flowgauge.recorder("queue");
    recorder.processor(new Processor("p", 1, 3, ""));
    for (int k = 0; k < ACTIVITIES; k++) {
      String id = "a" + k;
      recorder.assign(id, 1, "p");
      recorder.record(id, EventType.STARTED, 0, 1);
      recorder.record(id, EventType.SUBMITTED, 1, 1);
      recorder.record(id, EventType.ACTIVE, 100L * (k / 3) + 10, 1);
      recorder.record(id, EventType.COMPLETED, 100L * (k / 3) + 110, 1);
    }
    assertExact(recorder);
  }

  private static RunRecorder oneActivity(long length) {
    RunRecorder recorder = Flowgauge.recorder("one");
    complete(recorder, "a", 0, length);
    return recorder;
  }

  private static void complete(RunRecorder recorder, String id, long from, long to) {
    recorder.record(id, EventType.STARTED, from, 1);
    recorder.record(id, EventType.SUBMITTED, from + 1, 1);
    recorder.record(id, EventType.ACTIVE, from + 2, 1);
    recorder.record(id, EventType.COMPLETED, to, 1);
  }

  private static void assertExact(RunRecorder recorder) {
    assertThat(ProcessorTime.of(() -> checkReport(recorder))).isLessThan(ENOUGH);
  }

  private static void checkReport(RunRecorder recorder) {
    RunReport report = Flowgauge.report(recorder.snapshot());
    Attribution attribution = report.attribution();
    long sum = attribution.classes().values().stream().mapToLong(n -> n).sum();
    assertThat(sum + attribution.idealNanos()).isEqualTo(attribution.makespanNanos());
    assertThat(attribution.slackNanos(0)).isPresent();
    assertThat(report.metrics().slowdowns()).isNotNull();
    assertThat(report.metrics().types()).isNotEmpty();
    assertThat(report.overheads().regions()).isNotNull();
    assertThat(Flowgauge.text(report)).isNotEmpty();
    assertThat(Flowgauge.json(report)).isNotEmpty();
  }
}
