package io.flowgauge.run;

import io.flowgauge.workflow.Activity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The execution of one activity in a run: a view created on demand. Immutable and thread-safe. */
public interface ActivityExecution {

  /**
   * The activity.
   *
   * @return the activity
   */
  Activity activity();

  /**
   * Its attempts, in order of their number.
   *
   * @return attempts; empty if no event of any attempt is known
   */
  List<Attempt> attempts();

  /**
   * Whether its branch of the workflow was not taken: it was {@link EventType#SKIPPED}, and it has
   * no attempts.
   *
   * @return true if it was skipped
   */
  boolean isSkipped();

  /**
   * Whether it is done: its last attempt COMPLETED or, without attempts, the source measured its
   * {@linkplain #wallclock() wall-clock time}.
   *
   * @return false if it failed, was aborted or skipped, or has not ended
   */
  boolean isCompleted();

  /**
   * The execution graph P(a), with open states measured up to the run's t_now.
   *
   * @return the execution graph
   */
  ExecutionGraph graph();

  /**
   * The processor of its last attempt.
   *
   * @return name of the processor, or empty if unknown
   */
  Optional<String> processor();

  /**
   * The measured wall-clock time T(a) of the invoked application on its resource.
   *
   * @return the time, or empty if the source did not measure it
   */
  Optional<Duration> wallclock();

  /**
   * The ideal time stated by the source.
   *
   * @return the time, or empty if it must be derived
   */
  Optional<Duration> ideal();

  /**
   * Named phases of its last attempt.
   *
   * @return phases in order of their beginning
   */
  List<Phase> phases();

  /**
   * Time that its last attempt spent in phases of known length but unknown position in time, as a
   * profiler measures them. It is part of T(a), in addition to the {@linkplain #phases() phases} of
   * known position. If together they exceed T(a), reports shorten them in proportion.
   *
   * @return lengths by phase; empty if there are none
   */
  default Map<PhaseType, Duration> phaseTimes() {
    return Map.of();
  }

  /**
   * What sensors measured in the processes of its last attempt, at several moments.
   *
   * @return profiles from the earliest to the latest, of which the latest counts; empty if there
   *     are none
   */
  default List<CodeProfile> codeProfiles() {
    return List.of();
  }
}
