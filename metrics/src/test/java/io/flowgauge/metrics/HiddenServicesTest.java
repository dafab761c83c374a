package io.flowgauge.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.OverheadReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.trace.Times;
import org.junit.jupiter.api.Test;

class HiddenServicesTest {
  private final RunRecorder recorder = Flowgauge.recorder("services");

  private void run(String activity, int begin, int end) {
    recorder.record(activity, EventType.STARTED, nanos(begin), 1);
    recorder.record(activity, EventType.ACTIVE, nanos(begin), 1);
    recorder.record(activity, EventType.COMPLETED, nanos(end), 1);
  }

  private static long nanos(int second) {
    return Times.nanos((double) second);
  }

  /** The trace states when the service worked, so that it delayed nothing is a measured zero. */
  @Test
  void overheads_serviceWhileActivitiesRun_isZeroAndNotAbsent() {
    run("first", 0, 10);
    run("second", 10, 20);
    recorder.dependency("first", "second");
    recorder.service(new ServiceInterval("scheduling", nanos(5), nanos(12)));
    OverheadReport report = Flowgauge.report(recorder.snapshot()).overheads();
    assertThat(report.total().overhead(OverheadClass.SCHEDULING)).isEqualTo(Measured.of(0));
    assertThat(report.total().classes()).doesNotContainKey(OverheadClass.RESOURCE_BROKERAGE);
  }
}
