package io.flowgauge.run;

import io.flowgauge.workflow.Activity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one activity did in a run; a view made on demand. Immutable and thread-safe. */
public interface ActivityExecution {

  /**
   * The activity.
   *
   * @return the activity
   */
  Activity activity();

  /**
   * Its submissions, in order of their number.
   *
   * @return attempts; empty if it left no event
   */
  List<Attempt> attempts();

  /**
   * P(a), with open states measured to the run's t_now.
   *
   * @return the execution graph
   */
  ExecutionGraph graph();

  /**
   * The processor of its last attempt.
   *
   * @return name of the processor, where known
   */
  Optional<String> processor();

  /**
   * The measured wall-clock time T(a) of the invoked application on its resource.
   *
   * @return the time, or empty if the source did not measure it
   */
  Optional<Duration> wallclock();

  /**
   * The ideal time its source gave.
   *
   * @return the time, or empty if it has to be derived
   */
  Optional<Duration> ideal();

  /**
   * Named phases of its last attempt.
   *
   * @return phases in order of their begin
   */
  List<Phase> phases();

  /**
   * Time its last attempt spent in phases of which only the length is known, not the place: what a
   * profile measures. It is part of T(a), beside the {@linkplain #phases() phases} that have a
   * place. Where T(a) has no room for all of them, reports shorten them in proportion.
   *
   * @return lengths by phase; empty if there are none
   */
  default Map<PhaseType, Duration> phaseTimes() {
    return Map.of();
  }
}
