package io.flowgauge.analysis;

import io.flowgauge.run.ActivityState;
import io.flowgauge.workflow.Region;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Metrics of a run and its activities ([Truong] §5.4–5.5, SPEC §3). Immutable and thread-safe. */
public interface RunMetrics {

  /**
   * Number of attempts.
   *
   * @return attempts of all activities
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
   * Completed attempts by all ended attempts (SPEC §3.6).
   *
   * @return a fraction; absent if no attempt has ended
   */
  Measured successRate();

  /**
   * T_cp, the longest path by processing times ([Truong] §5.5, Eq. 5).
   *
   * @return seconds
   */
  Measured criticalPathProcessing();

  /**
   * The activities of that path; among equally long ones, from its end backwards, those declared
   * first.
   *
   * @return ids from first to last
   */
  List<String> processingCriticalPath();

  /**
   * T_cp of some activities: the longest path by processing times among them, over all components
   * of the subgraph they induce ([Truong] §5.5, Eq. 5–6).
   *
   * @param activities ids of activities of this run
   * @return seconds
   * @throws IllegalArgumentException if an id is not of this run, or there is none
   */
  Measured criticalPathProcessing(Collection<String> activities);

  /**
   * Synchronization delays of all dependencies whose times are known, in order of the dependencies.
   *
   * @return a stream to be read once
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
   * Response time of an activity: waiting + processing, from its first event to its end (SPEC
   * §3.2).
   *
   * @param index index of the activity
   * @return seconds; up to t_now for an activity that has not ended
   * @throws IndexOutOfBoundsException if the index is out of range
   */
  Measured responseTime(int index);

  /**
   * Processing time of an activity: T(a), the wall-clock time of its application as measured, else
   * ACTIVE to COMPLETED of its last attempt less its suspensions (SPEC §2).
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
   * Mean waiting time: submitting, waiting, queuing and suspended.
   *
   * @return seconds
   */
  Measured meanWaitingTime();

  /**
   * Mean queuing time: PENDING, else SUBMITTED, to ACTIVE of last attempts.
   *
   * @return seconds
   */
  Measured meanQueuingTime();

  /**
   * Sum of the queuing times behind {@link #meanQueuingTime()}.
   *
   * @return seconds
   */
  Measured totalQueuingTime();

  /**
   * Sum over last attempts of ACTIVE to their end.
   *
   * @return seconds
   */
  Measured totalActiveTime();

  /**
   * Communication to computation: transfers, staging, communication and synchronization by the rest
   * of the processing time.
   *
   * @return a ratio; absent where no communication was measured or there was no computation
   */
  Measured communicationToComputation();

  /**
   * Number of activities whose last attempt ran on each processor.
   *
   * @return numbers by name of the processor, in order of the processors
   */
  Map<String, Integer> activitiesPerProcessor();

  /**
   * Busy time by makespan and slots of each processor (SPEC §3.6).
   *
   * @return fractions by name of the processor, in order of the processors
   */
  Map<String, Measured> utilization();

  /**
   * Load imbalance {@code T_li(a_i, s) = T(a_i, s) - mean_k T(a_k, s)} ([Truong] §5.4, Eq. 3).
   *
   * @param state the state s
   * @param activities ids of the set, such as the members of a fork
   * @return seconds by id, in the order given; absent where the state was not measured
   * @throws IllegalArgumentException if an id is not of this run
   */
  Map<String, Measured> loadImbalance(ActivityState state, Collection<String> activities);

  /**
   * Slowdown of every parallel section that is a fork-join of two members or more.
   *
   * @return slowdowns in order of the regions
   */
  List<ForkJoinSlowdown> slowdowns();

  /**
   * Slowdown of a fork-join against a workflow of one ([Truong] §5.4, Eq. 4).
   *
   * @param section a parallel section of this run
   * @param one T_1 in seconds, the fastest processing time in the workflow of one; above 0
   * @return the slowdown
   * @throws IllegalArgumentException if the region is no parallel section of this run, or T_1 is
   *     not positive and finite
   */
  ForkJoinSlowdown slowdown(Region section, double one);

  /**
   * A line for each activity type, by total time, longest first.
   *
   * @return summaries
   */
  List<ActivityTypeSummary> types();
}
