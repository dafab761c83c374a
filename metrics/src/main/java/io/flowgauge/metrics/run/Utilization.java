package io.flowgauge.metrics.run;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.Measured;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.RunSpan;
import io.flowgauge.run.Processor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Utilization of processors, {@code busy time / (makespan · slots)} (definitions, "Activity and
 * workflow metrics"). A processor counts as idle only if it is known that nothing took any time on
 * it. Stateless.
 */
final class Utilization {

  private Utilization() {}

  /** Returns the utilizations as fractions by processor name, in the order of the processors. */
  static Map<String, Measured> of(RunTimes times) {
    RunSpan span = times.run().span();
    List<Processor> processors = times.run().processors();
    boolean[] isKnown = areKnown(times.run());
    Map<String, Measured> result = new LinkedHashMap<>();
    for (int p = 0; p < processors.size(); p++) {
      result.put(processors.get(p).name(), of(p, isKnown[p], times, span));
    }
    return result;
  }

  private static Measured of(int position, boolean isKnown, RunTimes times, RunSpan span) {
    if (!known(span.start()) || span.makespan() <= 0) {
      return Measured.absent("the run has taken no time that is known");
    }
    if (!isKnown && times.holds().peak(position) == 0) {
      return Measured.absent("no activity on it has known times of ACTIVE and its end");
    }
    int slots = times.run().processors().get(position).slots();
    long end = span.start() + span.makespan();
    double offered = (double) span.makespan() * slots;
    return Measured.of(times.holds().busy(position, slots, span.start(), end) / offered);
  }

  /**
   * Returns, for each processor, whether its utilization is known. An attempt on it with known
   * times, even of zero length, makes it known. If there are attempts, and all their processors are
   * known, the utilization of each unused processor is known as well.
   */
  private static boolean[] areKnown(ColumnarRun run) {
    int count = run.processors().size();
    boolean[] isUsed = new boolean[count];
    boolean[] isKnown = new boolean[count];
    boolean areAllPlaced = run.attemptCount() > 0;
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      for (int at = run.firstAttempt(a); at < run.endAttempt(a); at++) {
        int processor = run.processorOf(at);
        if (processor < 0) {
          areAllPlaced = false;
        } else {
          isUsed[processor] = true;
          isKnown[processor] |= known(run.active(at)) && run.ended(at) >= run.active(at);
        }
      }
    }
    for (int p = 0; p < count; p++) {
      isKnown[p] |= areAllPlaced && !isUsed[p];
    }
    return isKnown;
  }
}
