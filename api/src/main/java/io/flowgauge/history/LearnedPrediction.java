package io.flowgauge.history;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.run.WorkflowRun;

/**
 * Predicts a run of a workflow from a {@link History}.
 *
 * <pre>{@code
 * var prediction = Flowgauge.predict(workflow).from(history);
 * prediction.machine("asok02").slots(8).forecast();     // on another machine
 * prediction.inputFactor(2).forecast();                 // twice the input
 * prediction.remaining(run).quantile(0.9);              // the rest of a run
 * }</pre>
 *
 * <p>Immutable and thread-safe: each method returns a new prediction and leaves this one unchanged.
 */
public interface LearnedPrediction {

  /**
   * Sets how many activities can run at once, instead of the number learned from history.
   *
   * @param count 1 or more
   * @return the prediction on these slots
   * @throws IllegalArgumentException if it is below 1
   */
  LearnedPrediction slots(int count);

  /**
   * Lets any number of activities run at once, whatever history says.
   *
   * @return the prediction without bounds
   */
  LearnedPrediction unboundedSlots();

  /**
   * Sets the machine of all activities that have none of their own.
   *
   * @param name name of a machine or queue; for a machine that history lacks, the forecast is as
   *     uncertain as machines differ
   * @return the prediction on that machine
   */
  LearnedPrediction machine(String name);

  /**
   * Sets the machine of one activity.
   *
   * @param activity id of the activity
   * @param name name of a machine or queue
   * @return the prediction with that placement
   * @throws IllegalArgumentException if the workflow has no such activity
   */
  LearnedPrediction machine(String activity, String name);

  /**
   * Scales the times of the activities on one machine, for example for the load expected there. A
   * run that is {@linkplain #start followed} is assumed to be slowed down from its start. When the
   * {@linkplain #remaining rest} of a run is forecast, its completed activities count as history.
   *
   * @param machine name of a machine or queue
   * @param factor how many times as long as history says, 1e-9 to 1e9; by default 1
   * @return the prediction for that machine
   * @throws IllegalArgumentException if the factor is outside that range
   */
  LearnedPrediction slowdown(String machine, double factor);

  /**
   * Scales the input of all activities.
   *
   * @param factor 1e-9 to 1e9, by default 1; if the size of the input is unknown, or history does
   *     not show whether it matters, times are assumed to grow in proportion, with an uncertainty
   *     to match
   * @return the prediction for that input
   * @throws IllegalArgumentException if it is outside that range
   */
  LearnedPrediction inputFactor(double factor);

  /**
   * Sets how many runs are simulated.
   *
   * @param count 16 or more; rounded up to a multiple of 16; by default 512, or 256 for the rest of
   *     a run
   * @return the prediction from that many samples
   * @throws IllegalArgumentException if it is below 16
   */
  LearnedPrediction samples(int count);

  /**
   * Sets the seed of the random numbers. Equal predictions with equal seeds give equal forecasts.
   *
   * @param seed any number; by default 1
   * @return the prediction with that seed
   */
  LearnedPrediction seed(long seed);

  /**
   * What a forecast of the whole run rests on; available even if there is {@linkplain
   * NoForecastException no forecast}.
   *
   * @return the basis
   */
  ForecastBasis basis();

  /**
   * Forecasts how long one activity takes on its resource.
   *
   * @param id id of the activity
   * @return its service time as a distribution
   * @throws NoForecastException if its type never completed in history
   * @throws IllegalArgumentException if the workflow has no such activity
   */
  Forecast activity(String id);

  /**
   * Forecasts the makespan.
   *
   * @return the makespan as a distribution
   * @throws NoForecastException if there are activities of types that never completed in history
   * @throws IllegalStateException if the workflow has no activities
   */
  LearnedForecast forecast();

  /**
   * Forecasts the rest of a run from its last known moment. Also learns from the activities that
   * have completed in the run, and takes into account how long the others have been running.
   *
   * @param run a run of this workflow
   * @return the remaining time as a distribution; 0 for a run that is over
   * @throws NoForecastException if activities are left whose type has completed neither in history
   *     nor in the run
   * @throws IllegalArgumentException if the run has no times, or is of another workflow
   */
  LearnedForecast remaining(WorkflowRun run);

  /**
   * Starts following a run.
   *
   * @return the run at its start
   * @throws IllegalStateException if the workflow has no activities
   */
  LearnedRun start();
}
