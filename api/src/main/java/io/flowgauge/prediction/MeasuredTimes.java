package io.flowgauge.prediction;

import io.flowgauge.internal.NoNulls;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.PredictionProvider;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Service times and latencies learned from runs, finished or not: {@code T_ij = r_i + R_ij}, where
 * T is the whole time of an activity, r the time of its application on its resource (as measured,
 * else from ACTIVE to COMPLETED), and R the rest.
 *
 * <pre>{@code
 * var run = Flowgauge.read("samples/montage");
 * var times = MeasuredTimes.of(run);
 * times.predict(run.workflow()).forecast();              // what the run should have taken
 * times.onSlots().predict(run.workflow()).forecast();    // waiting for a slot is no latency
 * }</pre>
 *
 * <p>R of an activity is the time from the moment its dependencies were met to its completion, less
 * r: enactment, submission, waiting, queue residency, polling, staging and failed attempts. If
 * clocks disagree and it was active before its dependencies were met, R counts from ACTIVE.
 * Immutable and thread-safe.
 */
public interface MeasuredTimes {

  /**
   * Learns from runs.
   *
   * @param run a run; its times take precedence where an earlier run has the same activity
   * @param earlier other runs of the same or other workflows
   * @return the learned times
   */
  static MeasuredTimes of(WorkflowRun run, WorkflowRun... earlier) {
    Objects.requireNonNull(run, "run");
    List<WorkflowRun> others = NoNulls.copy(earlier, "earlier");
    return PredictionProvider.installed().measuredTimes(run, others);
  }

  /**
   * The same times for predictions on a {@linkplain NetworkPrediction#slots number of slots}, where
   * waiting for a slot is predicted instead of being part of the latency. The latency of an
   * activity is then the time it held slots, over all its attempts, less r. Each attempt is assumed
   * to use the {@linkplain #slots slot} that had been free for longest, and to hold it from the
   * moment that both attempt and slot were ready.
   *
   * @return the times; predictions from them have as many slots as the run
   */
  MeasuredTimes onSlots();

  /**
   * Whether these times exclude waiting for a slot from latency.
   *
   * @return true for what {@link #onSlots()} returns
   */
  boolean areOnSlots();

  /**
   * The number of slots: how many attempts of the run were active most of the time while others
   * were ready and waiting or, if none waited, the largest number ever active at once. Earlier runs
   * do not count.
   *
   * @return 1 or more, or empty if the run does not say when attempts were active
   */
  OptionalInt slots();

  /**
   * How much of the waiting a lack of slots explains: the fraction that passed before the
   * {@linkplain #onSlots slot an attempt took} was free, less the fraction that passed while more
   * than 1.25 times as many attempts were active as there are {@linkplain #slots slots}. Near 1,
   * activities waited for slots, and {@link #onSlots()} predicts better; near 0, they waited for
   * something else.
   *
   * @return a fraction, 0 if there was no waiting
   */
  double waitingForSlots();

  /**
   * Chooses {@link #onSlots()} if at least {@linkplain #waitingForSlots half of the waiting} was
   * for slots, otherwise these times.
   *
   * @return the times that the waiting of the run supports
   */
  MeasuredTimes asItRan();

  /**
   * The same times with another law of latency.
   *
   * @param law the law
   * @return the times
   */
  MeasuredTimes withLatency(Law law);

  /**
   * The same times with one service time for every activity.
   *
   * @param seconds 0 or more
   * @return the times
   * @throws IllegalArgumentException if it is outside 0 to 1e100
   */
  MeasuredTimes withServiceTime(double seconds);

  /**
   * The same times, with given laws for the durations of some activities: service time and latency
   * together.
   *
   * @param durations laws by activity id; ids that a workflow lacks are ignored
   * @return the times
   */
  MeasuredTimes withDurations(Map<String, Law> durations);

  /**
   * The same times, with every law of finite mean replaced by its mean. Comparing predictions from
   * both shows what variability costs.
   *
   * @return the times
   */
  MeasuredTimes withoutVariability();

  /**
   * Latencies R of completed activities, in order of the runs and their activities.
   *
   * @return seconds, 0 or more
   */
  List<Double> latencySeconds();

  /**
   * Number of completed activities without the events needed to derive their latency.
   *
   * @return 0 or more
   */
  int unmeasured();

  /**
   * Number of latencies that came out negative, because clocks disagree or times were rounded, and
   * count as 0.
   *
   * @return 0 or more
   */
  int negative();

  /**
   * The best fit, by Akaike's criterion, to the latencies of activities that completed at the first
   * attempt.
   *
   * @return the fit, or empty if these have fewer than two different latencies
   */
  Optional<LawFit> latencyFit();

  /**
   * The law of the latencies: the {@linkplain #latencyFit fit}, clipped at 0, if there are eight or
   * more latencies and they pass a test of fit at the 1 % level; otherwise the sample itself.
   * Latencies of retried activities are not fitted: their sample is mixed in, in proportion.
   *
   * @return the law, or empty if there are no latencies
   */
  Optional<Law> latency();

  /**
   * The law of the latencies of an activity type. It is learned from the type's own latencies if
   * there are eight or more and, by the Kruskal-Wallis test at the 1 % level, the types with eight
   * or more differ; otherwise it is the {@linkplain #latency() law of all types}.
   *
   * @param type the type
   * @return the law, or empty if there are no latencies
   */
  Optional<Law> latency(String type);

  /**
   * The mean service time of an activity type.
   *
   * @param type the type
   * @return seconds, or empty if it was never measured
   */
  OptionalDouble serviceSeconds(String type);

  /**
   * Starts predicting a workflow from these times. An activity has its own service time, if that
   * was measured, and the {@linkplain #latency(String) latency law of its type}. Otherwise its
   * whole time follows a law of the times of its type or, if there are none, of all activities,
   * found in the same way as {@link #latency()}.
   *
   * @param workflow the workflow
   * @return the prediction, for one data segment
   * @throws IllegalArgumentException if nothing that was measured or given says how long an
   *     activity takes
   */
  NetworkPrediction predict(Workflow workflow);

  /**
   * Starts predicting the rest of an unfinished run from its last known moment. Completed
   * activities are left out; for those whose dependencies are met, the time they have already
   * waited or run is taken into account. An activity that has taken longer than these times allow
   * counts as about to end.
   *
   * @param run the run
   * @return the prediction of the rest, for one data segment
   * @throws IllegalArgumentException if every activity has completed, the run has ended or has no
   *     times, or nothing says how long an activity takes
   */
  NetworkPrediction remaining(WorkflowRun run);
}
