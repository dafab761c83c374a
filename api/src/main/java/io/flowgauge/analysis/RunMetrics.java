package io.flowgauge.analysis;

import io.flowgauge.run.ActivityState;
import io.flowgauge.workflow.Region;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Metrics of a run and its activities ([Truong] §5.4–5.5, definitions, "Activity and workflow
 * metrics"). Immutable and thread-safe.
 */
public interface RunMetrics {

  /**
   * Number of attempts of all activities.
   *
   * @return 0 or more
   */
  int attempts();

  /**
   * Number of attempts that COMPLETED.
   *
   * @return 0 or more
   */
  int completedAttempts();

  /**
   * Number of attempts that FAILED.
   *
   * @return 0 or more
   */
  int failedAttempts();

  /**
   * Number of attempts that were ABORTED.
   *
   * @return 0 or more
   */
  int abortedAttempts();

  /**
   * Number of activities that were {@linkplain io.flowgauge.run.EventType#SKIPPED skipped}. No mean
   * or sum includes them.
   *
   * @return 0 or more
   */
  int skippedActivities();

  /**
   * Number of activities that neither {@linkplain io.flowgauge.run.ActivityExecution#isCompleted()
   * completed} nor were skipped: they failed for good, did not run, or have not ended. The times of
   * a run with such activities may be those of a part of its workflow.
   *
   * @return 0 or more; absent if the source does not say of any activity whether it ran
   */
  Measured uncompletedActivities();

  /**
   * Success rate: {@code completed attempts / ended attempts} (definitions, "Activity and workflow
   * metrics").
   *
   * @return a fraction; absent if no attempt has ended
   */
  Measured successRate();

  /**
   * T_cp, the length of the critical path by processing times: {@code max over paths of Σ T(a)}
   * ([Truong] §5.5, Eq. 5). {@link #criticalPathByProcessing()} lists its activities.
   *
   * @return seconds; absent if no processing time was measured
   */
  Measured criticalPathProcessingSeconds();

  /**
   * The activities of the critical path by processing times. Among equally long paths, compared
   * from the end backwards, the one whose activities were declared first is chosen. {@link
   * #criticalPathProcessingSeconds()} is its length.
   *
   * @return ids from first to last
   */
  List<String> criticalPathByProcessing();

  /**
   * T_cp of a subgraph: the length of the longest path by processing times in any component of the
   * subgraph induced by some activities, {@code T_cp(SG) = max_i T_cp(C_i)} ([Truong] §5.5, Eq.
   * 5–6).
   *
   * @param activities ids of activities of this run
   * @return seconds
   * @throws IllegalArgumentException if this run has no activity of an id, or no id is given
   */
  Measured criticalPathProcessingSeconds(Collection<String> activities);

  /**
   * Synchronization delays of all dependencies whose times are known, in order of the dependencies.
   *
   * @return a stream, which can be read once
   */
  Stream<SynchronizationDelay> synchronizationDelays();

  /**
   * Synchronization delay of one activity over its predecessors.
   *
   * @param index index of the activity
   * @return seconds
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  Spread synchronizationDelay(int index);

  /**
   * Synchronization delay over all dependencies.
   *
   * @return seconds
   */
  Spread synchronizationDelay();

  /**
   * Response time of an activity, {@code waiting + processing}: from its first event to its end
   * (definitions, "Activity and workflow metrics").
   *
   * @param index index of the activity
   * @return seconds; up to t_now for an activity that has not ended
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  Measured responseTime(int index);

  /**
   * Processing time of an activity: T(a), the measured wall-clock time of its application or,
   * without one, the time from ACTIVE to COMPLETED of its last attempt less its suspensions
   * (definitions, "Events and states").
   *
   * @param index index of the activity
   * @return seconds
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  Measured processingTime(int index);

  /**
   * Time of an activity in one state, over all its attempts.
   *
   * @param index index of the activity
   * @param state the state
   * @return seconds; absent if the events around the state were not recorded
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  Measured timeIn(int index, ActivityState state);

  /**
   * Mean response time.
   *
   * @return seconds
   */
  Measured meanResponseTime();

  /**
   * Mean waiting time: submitting, waiting, queuing and suspended, and the time between attempts.
   *
   * @return seconds, of the activities that left an event before ACTIVE
   */
  Measured meanWaitingTime();

  /**
   * Mean queuing time of last attempts: from PENDING or, without it, from SUBMITTED to ACTIVE.
   *
   * @return seconds
   */
  Measured meanQueuingTime();

  /**
   * Sum of the queuing times that {@link #meanQueuingTime()} averages.
   *
   * @return seconds
   */
  Measured totalQueuingTime();

  /**
   * Sum over last attempts of the time from ACTIVE to the end.
   *
   * @return seconds
   */
  Measured totalActiveTime();

  /**
   * Communication-to-computation ratio: the time of transfers, staging, communication and
   * synchronization, divided by the rest of the processing time.
   *
   * @return a ratio; absent if no communication was measured or there was no computation
   */
  Measured communicationToComputation();

  /**
   * Number of activities whose last attempt ran on each processor.
   *
   * @return numbers by processor name, in order of the processors
   */
  Map<String, Integer> activitiesPerProcessor();

  /**
   * Utilization of each processor: {@code busy time / (makespan · slots)} (definitions, "Activity
   * and workflow metrics"). If more activities held a processor than it has slots, only its slots
   * count as busy, and a diagnostic says so. A processor on which nothing ran has 0, if it is known
   * where all attempts ran.
   *
   * @return fractions by processor name, in order of the processors
   */
  Map<String, Measured> utilization();

  /**
   * Load imbalance {@code T_li(a_i, s) = T(a_i, s) - mean_k T(a_k, s)} ([Truong] §5.4, Eq. 3).
   *
   * @param state the state s
   * @param activities ids of the set, such as the members of a fork
   * @return seconds by id, in the order given; absent where the state was not measured
   * @throws IllegalArgumentException if this run has no activity of an id
   */
  Map<String, Measured> loadImbalance(ActivityState state, Collection<String> activities);

  /**
   * Slowdown of every parallel section that is a fork-join of two or more members.
   *
   * @return slowdowns in order of the regions
   */
  List<ForkJoinSlowdown> slowdowns();

  /**
   * Slowdown of a fork-join relative to a workflow of one ([Truong] §5.4, Eq. 4).
   *
   * @param section a parallel section of this run
   * @param one T_1 in seconds, the fastest processing time in the workflow of one; above 0
   * @return the slowdown
   * @throws IllegalArgumentException if the region is not a parallel section of this run, or T_1 is
   *     not positive and finite
   */
  ForkJoinSlowdown slowdown(Region section, double one);

  /**
   * Summaries of the activity types.
   *
   * @return one per type, in descending order of total time
   */
  List<ActivityTypeSummary> types();
}
