package io.flowgauge.prediction;

import java.util.List;
import java.util.Map;

/**
 * Forecast of any workflow, with reasons. Implementations are immutable and thread-safe; reasons
 * are computed when first asked for, and kept.
 *
 * <pre>{@code
 * var latency = Law.lognormal(300, 300);
 * var forecast = Flowgauge.predict(workflow).latency(latency).forecast();
 * forecast.criticality().get("merge");
 * forecast.whatIf().slots(16).forecast().mean();
 * forecast.whatIf().latency(Resubmission.of(latency).timeout(900)).forecast().mean();
 * }</pre>
 */
public interface NetworkForecast extends Forecast {

  /**
   * Bounds of the expected makespan that hold whatever the method: no less than the longest path of
   * mean times, and no more than if paths shared nothing. With bounded slots, no less than all work
   * on all slots takes, either, and no more than one slot, or on equal slots than the work on all
   * and the longest path on the others. A sampled {@link #mean()} may be outside by its own error.
   *
   * @return seconds; both ends infinite where {@link #mean()} is
   */
  Range bracket();

  /**
   * How often each activity is on the longest path. Of several data segments worked off in mode
   * DSP, that of the last one to end counts. Also what a second more of an activity's mean adds to
   * the expected makespan.
   *
   * <p>With bounded slots, in place of the longest path: from the activity that ends last back to
   * what delayed its start, and so on. If it began as soon as it was ready, that is the activity
   * before it that ended last; if it waited for a slot, that is the activity which left the slot to
   * it. An activity counts once, for however many data segments it is on that chain.
   *
   * @return probabilities by id, in the workflow's order, from a sample of {@link #reasonSamples()}
   */
  Map<String, Double> criticality();

  /**
   * The paths that are most often the longest, or with bounded slots the chains that most often
   * made the makespan: an activity is on them once for each data segment that it delayed.
   *
   * @param count how many at most, 1 or more
   * @return the most probable first
   * @throws IllegalArgumentException if the count is below 1
   */
  List<CriticalPath> criticalPaths(int count);

  /**
   * What each activity contributes to the expected makespan: seconds it would grow if all times of
   * that activity grew by 100 %, in proportion as long as the growth is small. With bounded slots,
   * as long as it is so small that no two activities change places in the schedule.
   *
   * @return seconds by id, in the workflow's order; they add up to the mean
   */
  Map<String, Double> sensitivity();

  /**
   * What each activity contributes to a quantile of the makespan.
   *
   * @param p probability, in (0, 1)
   * @return seconds by id, as {@link #sensitivity()}
   * @throws IllegalArgumentException if p is outside (0, 1) or NaN
   */
  Map<String, Double> sensitivity(double p);

  /**
   * The sample behind the reasons.
   *
   * @return number of samples
   */
  int reasonSamples();

  /**
   * The same prediction, to change it: the workflow is not analysed again, and samples are drawn by
   * the same random numbers.
   *
   * @return a new builder
   */
  PredictionBuilder whatIf();
}
