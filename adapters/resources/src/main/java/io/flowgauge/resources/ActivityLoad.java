package io.flowgauge.resources;

import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import java.util.Objects;

/**
 * How long an activity's processes waited for processors, as sampled: because of other programs
 * (external load), and because of other activities of the run or its own threads (serialisation).
 * See definitions, "Waits for processors".
 *
 * <pre>{@code
 * monitor.load("align").ifPresent(load -> load.over(elapsed).recordInto(recorder));
 * Flowgauge.report(recorder.snapshot()).overheads().measuredExternalLoad();
 * }</pre>
 *
 * Immutable and thread-safe.
 *
 * @param activity id of the activity
 * @param externalSeconds how much longer it took because of other programs, 0 or more
 * @param serialisedSeconds how much longer it took because the run competed with itself, 0 or more
 * @param processorSeconds processor time of all its threads
 * @param coveredSeconds how long at least one of its processes was watched
 */
public record ActivityLoad(
    String activity,
    double externalSeconds,
    double serialisedSeconds,
    double processorSeconds,
    double coveredSeconds) {

  /**
   * Checks the parts.
   *
   * @param activity id of the activity
   * @param externalSeconds external load
   * @param serialisedSeconds serialisation
   * @param processorSeconds processor time
   * @param coveredSeconds time watched
   * @throws IllegalArgumentException if a time is negative or not finite
   */
  public ActivityLoad {
    Objects.requireNonNull(activity, "activity");
    check("externalSeconds", externalSeconds);
    check("serialisedSeconds", serialisedSeconds);
    check("processorSeconds", processorSeconds);
    check("coveredSeconds", coveredSeconds);
  }

  private static void check(String name, double seconds) {
    if (!(seconds >= 0 && Double.isFinite(seconds))) {
      throw new IllegalArgumentException(name + " must be 0 or more, but is " + seconds);
    }
  }

  /**
   * Extrapolates the load to the activity's whole time, assuming that the time after the last
   * sample was like the rest.
   *
   * @param wallclockSeconds T of the activity, 0 or more
   * @return the waits in proportion; the same load if the activity was never watched
   * @throws IllegalArgumentException if the time is negative or not finite
   */
  public ActivityLoad over(double wallclockSeconds) {
    check("wallclockSeconds", wallclockSeconds);
    if (coveredSeconds == 0) {
      return this;
    }
    double factor = wallclockSeconds / coveredSeconds;
    return new ActivityLoad(
        activity,
        externalSeconds * factor,
        serialisedSeconds * factor,
        processorSeconds * factor,
        wallclockSeconds);
  }

  /**
   * Records the waits in a run, as {@linkplain io.flowgauge.run.ActivityExecution#phaseTimes()
   * phase times} of the activity's last attempt. They replace the waits recorded before, so this
   * can be repeated while the activity runs. Nothing is recorded if the activity was never watched:
   * not measured is not zero.
   *
   * @param recorder the recorder of the run
   */
  public void recordInto(RunRecorder recorder) {
    Objects.requireNonNull(recorder, "recorder");
    if (coveredSeconds > 0) {
      recorder.phaseTime(activity, PhaseType.EXTERNAL_LOAD, Times.nanos(externalSeconds));
      recorder.phaseTime(activity, PhaseType.SERIALISATION, Times.nanos(serialisedSeconds));
    }
  }
}
