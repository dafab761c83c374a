package io.flowgauge.metrics.run;

import static io.flowgauge.metrics.activity.TimeClass.COMMUNICATION;
import static io.flowgauge.metrics.activity.TimeClass.COMPUTE;
import static io.flowgauge.metrics.activity.TimeClass.DATA_TRANSFER;
import static io.flowgauge.metrics.activity.TimeClass.EXTERNAL_LOAD;
import static io.flowgauge.metrics.activity.TimeClass.OTHER_PARALLEL;
import static io.flowgauge.metrics.activity.TimeClass.PREPARATION;
import static io.flowgauge.metrics.activity.TimeClass.SERIALISATION;
import static io.flowgauge.metrics.activity.TimeClass.SYNCHRONIZATION;

import io.flowgauge.analysis.Measured;
import io.flowgauge.metrics.activity.ActivityTimes;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.core.ColumnarRun;

/** Communication to computation (definitions, "Activity and workflow metrics"). Stateless. */
final class Communication {

  /** Other classes of time within T. Everything that is not communication counts as computation. */
  private static final int[] OTHER = {OTHER_PARALLEL, PREPARATION, EXTERNAL_LOAD, SERIALISATION};

  private Communication() {}

  static Measured ratio(ColumnarRun run) {
    long[] nanos = new long[TimeClass.COUNT + 1];
    long computation = 0;
    ActivityTimes activity = new ActivityTimes(run);
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      activity.load(a).pieces((from, to, timeClass) -> nanos[timeClass] += to - from);
      for (int timeClass : OTHER) {
        computation += activity.inPhases(timeClass);
      }
    }
    computation += nanos[COMPUTE];
    long communication = nanos[COMMUNICATION] + nanos[SYNCHRONIZATION] + nanos[DATA_TRANSFER];
    if (communication == 0) {
      return Measured.absent("the input records no transfer, communication or synchronization");
    }
    return computation == 0
        ? Measured.absent("no activity has a known computation time")
        : Measured.of(communication / (double) computation);
  }
}
