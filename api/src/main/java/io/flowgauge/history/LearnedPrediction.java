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
   * Sets how many activities can run at once, in place of what history says.
   *
   * @param count 1 or more
   * @return the prediction on these slots
   * @throws IllegalArgumentException if it is below 1
   */
  LearnedPrediction slots(int count);

  /**
   * Any number of activities can run at once, whatever history says.
   *
   * @return the prediction without bounds
   */
  LearnedPrediction unboundedSlots();

  /**
   * Sets the machine that all activities run on which have none of their own.
   *
   * @param name name of a machine or queue; if history lacks it, the forecast is as wide as
   *     machines differ
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
   * Scales the time of what runs on one machine, such as by the load that is expected there. A run
   * that is {@linkplain #start followed} is taken to be slowed down from its start; of one whose
   * {@linkplain #remaining rest} is forecast, what has completed is history.
   *
   * @param machine name of a machine or queue
   * @param factor how many times as long as history says, above 0; by default 1
   * @return the prediction for that machine
   * @throws IllegalArgumentException if the factor is not above 0 and finite
   */
  LearnedPrediction slowdown(String machine, double factor);

  /**
   * Scales the input of all activities.
   *
   * @param factor above 0, by default 1; where the size of the input is not known, or history does
   *     not show whether it matters, time is taken to grow in proportion, with an uncertainty to
   *     match
   * @return the prediction for that input
   * @throws IllegalArgumentException if it is not above 0 and finite
   */
  LearnedPrediction inputFactor(double factor);

  /**
   * Sets how many runs are simulated.
   *
   * @param count 16 or more; rounded up to a multiple of 16; by default 512, or 256 for the rest of
   *     a run
   * @return the prediction from so many samples
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
   * What a forecast of the whole run rests on. It is there even where there is {@linkplain
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
   * Forecasts the rest of a run from its last known moment. What has completed in it is learned
   * from, too; how long the rest has been running is taken into account.
   *
   * @param run a run of this workflow
   * @return the remaining time as a distribution; 0 for a run that is over
   * @throws NoForecastException if there are activities left of types that never completed, neither
   *     in history nor in the run
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
