package io.flowgauge.prediction;

import java.util.List;
import java.util.Map;

/**
 * Forecast of any workflow, with the reasons for it: which activities are critical, and how much
 * each contributes. Implementations are immutable and thread-safe; reasons are computed on first
 * use and kept.
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
   * Bounds of the expected makespan that hold for any method. The lower bound is the longest path
   * of mean times; the upper bound is the makespan if paths shared no activities. With bounded
   * slots, the lower bound is also at least the time of all work spread over all slots; the upper
   * bound is the smaller of the time of all work on the slowest slot and Graham's bound: for k
   * equal slots, all work divided by k plus {@code 1 - 1/k} times the longest path. On {@linkplain
   * NetworkPrediction#pool pools}, the lower bound takes each activity in its fastest pool, and the
   * upper bound is the time of all activities one after another, each in its slowest pool. A
   * sampled {@link #mean()} may lie outside by its own error.
   *
   * @return seconds; both ends infinite if {@link #mean()} is
   */
  Range bracket();

  /**
   * How often each activity is on the longest path; equally, the seconds that one more second of an
   * activity's mean adds to the expected makespan. With several data segments in {@link Mode#DSP},
   * the longest path of the last segment to end counts.
   *
   * <p>With bounded slots, a chain takes the place of the longest path. It leads from the activity
   * that ends last back to the one that delayed its start, and from each activity to the one that
   * delayed it. If an activity began as soon as it was ready, the predecessor that ended last
   * delayed it; if it waited for a slot, the activity that vacated the slot did (on pools, a slot
   * of the pool it ran in). An activity counts once, however many data segments it is on the chain
   * for.
   *
   * @return probabilities by id, in the workflow's order, from a sample of {@link #reasonSamples()}
   */
  Map<String, Double> criticality();

  /**
   * The paths that are most often the longest or, with bounded slots, the chains that most often
   * determine the makespan; a chain lists an activity once for each data segment it delayed.
   *
   * @param count maximum number of paths, 1 or more
   * @return paths, the most probable first
   * @throws IllegalArgumentException if the count is below 1
   */
  List<CriticalPath> criticalPaths(int count);

  /**
   * The contribution of each activity to the expected makespan: the seconds by which it would grow
   * if all times of that activity grew by 100 %, extrapolated from small growth. With bounded
   * slots, small means that no two activities change places in the schedule; on pools, the latency
   * of the pool is among the times of the activity.
   *
   * @return seconds by id, in the workflow's order; they add up to the mean
   */
  Map<String, Double> sensitivity();

  /**
   * The contribution of each activity to a quantile of the makespan.
   *
   * @param p probability, in (0, 1)
   * @return seconds by id, as for {@link #sensitivity()}
   * @throws IllegalArgumentException if p is outside (0, 1) or NaN
   */
  Map<String, Double> sensitivity(double p);

  /**
   * Number of samples behind the reasons.
   *
   * @return 1 or more
   */
  int reasonSamples();

  /**
   * The prediction behind this forecast, to change some of its settings. It reuses the analysis of
   * the workflow, and draws samples with the same random numbers.
   *
   * @return the prediction
   */
  NetworkPrediction whatIf();
}
