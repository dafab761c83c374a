package io.flowgauge.prediction;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.RunningPredictionProvider;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Service times and latencies learned from runs, finished or not: {@code T_ij = r_i + R_ij}, where
 * T is what an activity took, r the time of its application on its resource (as measured, else from
 * ACTIVE to COMPLETED), and R the rest.
 *
 * <pre>{@code
 * var run = Flowgauge.read("samples/montage");
 * var times = MeasuredTimes.of(run);
 * times.predict(run.workflow()).forecast();              // what the run should have taken
 * times.onSlots().predict(run.workflow()).forecast();    // waiting for a slot is no latency
 * }</pre>
 *
 * <p>R of an activity is the time from the moment its dependencies were met, or where clocks
 * disagree it was active before, to its completion, less r: enactment, submission, waiting, queue,
 * polling, staging, and attempts that failed. Immutable and thread-safe.
 */
public interface MeasuredTimes {

  /**
   * Learns from runs.
   *
   * @param run a run, whose times count before those of earlier ones where both know an activity
   * @param earlier other runs of the same or other workflows
   * @return what they tell
   */
  static MeasuredTimes of(WorkflowRun run, WorkflowRun... earlier) {
    return RunningPredictionProvider.installed().measured(run, List.of(earlier));
  }

  /**
   * The same times for predictions on a {@linkplain PredictionBuilder#slots number of slots}, where
   * waiting for a slot is predicted and is no latency. An activity's latency then is how long it
   * held slots, over all its attempts, less r. Each attempt has taken the slot that was free for
   * longest of {@linkplain #slots as many as there were}, and holds it from the moment that both it
   * and the slot were ready.
   *
   * @return the times, whose predictions have as many slots as the run
   */
  MeasuredTimes onSlots();

  /**
   * Whether waiting for a slot is no latency here.
   *
   * @return true of what {@link #onSlots()} gave
   */
  boolean areOnSlots();

  /**
   * How many attempts of the run were active during most of the time that others were ready and
   * waited, or if none waited the most that ever were; earlier runs do not count.
   *
   * @return 1 or more, or empty if the run does not say when they were active
   */
  OptionalInt slots();

  /**
   * How far slots explain the waiting: the part of it that passed before the {@linkplain #onSlots
   * slot an attempt took} was free, less the part that passed while more than 1.25 times as many
   * were active as there are {@linkplain #slots slots}. Near 1 slots were what activities waited
   * for, and {@link #onSlots()} predicts better; near 0 it was something else.
   *
   * @return a fraction, 0 if there was no waiting
   */
  double waitingForSlots();

  /**
   * {@link #onSlots()} where {@linkplain #waitingForSlots half of the waiting} or more was for
   * slots, else these times.
   *
   * @return the reading of the run that its waiting speaks for
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
   * @throws IllegalArgumentException if it is negative, infinite or NaN
   */
  MeasuredTimes withServiceTime(double seconds);

  /**
   * The same times with laws given for some activities, of their service time and latency together.
   *
   * @param durations laws by activity; of activities a workflow does not have they say nothing
   * @return the times
   */
  MeasuredTimes withDurations(Map<String, Law> durations);

  /**
   * The same times with every law in place of its mean, where that is finite: what their
   * variability costs shows beside it.
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
   * Completed activities without the events it takes to know their latency.
   *
   * @return how many
   */
  int unmeasured();

  /**
   * Latencies that came out negative, by clocks that disagree or were rounded, and count as 0.
   *
   * @return how many
   */
  int negative();

  /**
   * The law of best fit by Akaike's criterion to the latencies of activities that completed at the
   * first attempt.
   *
   * @return the fit, or empty if there are fewer than two different latencies of that kind
   */
  Optional<LawFit> latencyFit();

  /**
   * A law for the latencies: the {@linkplain #latencyFit fit}, clipped at 0, where there are eight
   * latencies or more and none of them is farther from it than a sample of the law would be in one
   * of a hundred cases; else the sample itself. Latencies of activities that were tried again are
   * no part of the fit: their sample is mixed in, in its proportion.
   *
   * @return the law, or empty without latencies
   */
  Optional<Law> latency();

  /**
   * The law for the latencies of a type of activity: found from its own where it has eight or more
   * of them and the types that have differ more than those of one law would in one of a hundred
   * cases, by the test of Kruskal and Wallis; else {@linkplain #latency() that of all}.
   *
   * @param type the type
   * @return the law, or empty without latencies
   */
  Optional<Law> latency(String type);

  /**
   * The mean service time of a type of activity.
   *
   * @param type the type
   * @return seconds, or empty if it was never measured
   */
  OptionalDouble serviceSeconds(String type);

  /**
   * A prediction of a workflow from these times. An activity takes its own service time where it
   * was measured, and the {@linkplain #latency(String) law of its type's latency}; else a law of
   * what activities of its type took, or if there was none of what all took, found as {@link
   * #latency()} is.
   *
   * @param workflow the workflow
   * @return the prediction, for one data segment
   */
  PredictionBuilder predict(Workflow workflow);

  /**
   * A prediction of what remains of a run that is not finished, from its last known moment on:
   * completed activities are left out, and those whose dependencies are met have waited or run as
   * long as they have. An activity that has taken longer than these times allow counts as about to
   * end.
   *
   * @param run the run
   * @return the prediction of the rest, for one data segment
   * @throws IllegalArgumentException if every activity completed, or the run has no times
   */
  PredictionBuilder remaining(WorkflowRun run);
}
