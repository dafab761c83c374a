package io.flowgauge.history;

/**
 * A run in progress: accepts events one at a time, learns from them, and forecasts the rest.
 *
 * <pre>{@code
 * var run = Flowgauge.predict(workflow).from(history).start();
 * run.started("split", 0.4);
 * run.finished("split", 212.5);
 * double p = run.remaining(213).probabilityWithin(3600);
 * }</pre>
 *
 * <p>An event takes microseconds. The time for an answer grows with the rest of the workflow and
 * the number of samples. Not thread-safe.
 */
public interface LearnedRun {

  /**
   * Reports that an activity began to run, or began again after it failed.
   *
   * @param activity id of the activity
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such activity, or the time is negative, NaN or
   *     infinite
   * @throws IllegalStateException if the activity has finished
   */
  void started(String activity, double atSeconds);

  /**
   * Reports that an activity began to run on a machine.
   *
   * @param activity id of the activity
   * @param machine name of a machine or queue
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such activity, or the time is negative, NaN or
   *     infinite
   * @throws IllegalStateException if the activity has finished
   */
  void started(String activity, String machine, double atSeconds);

  /**
   * Reports that an activity failed and will be tried again.
   *
   * @param activity id of the activity
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such activity, or the time is negative, NaN or
   *     infinite
   * @throws IllegalStateException if the activity has finished
   */
  void failed(String activity, double atSeconds);

  /**
   * Reports that an activity finished. Learns from the time since it started; if no start was
   * reported, learns nothing.
   *
   * @param activity id of the activity
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such activity, or the time is negative, NaN,
   *     infinite, or before its start
   * @throws IllegalStateException if the activity has finished
   */
  void finished(String activity, double atSeconds);

  /**
   * Number of activities that have not finished.
   *
   * @return 0 when the run is over
   */
  int unfinishedActivities();

  /**
   * Forecasts the time from now to the end.
   *
   * @param nowSeconds not before the last event
   * @return the remaining time as a distribution; 0 for a run that is over
   * @throws NoForecastException if activities are left whose type has completed neither in history
   *     nor in this run
   * @throws IllegalArgumentException if the time is NaN, infinite or before the last event
   */
  LearnedForecast remaining(double nowSeconds);
}
