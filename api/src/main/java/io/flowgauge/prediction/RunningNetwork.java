package io.flowgauge.prediction;

/**
 * A run of a workflow while it goes on: takes what happens, one event at a time, and forecasts what
 * remains.
 *
 * <pre>{@code
 * var run = Flowgauge.predict(workflow).latency(Law.lognormal(300, 300)).start();
 * run.finished("split", 212.5);                     // activities that wait for it begin
 * Forecast remaining = run.remaining(213);          // time from second 213 to the end
 * double p = run.probabilityWithin(3600, 213);      // all done by second 3600?
 * }</pre>
 *
 * <p>Activities that wait for nothing begin at second 0, others when all before them have finished,
 * unless they are said to begin at another time. A forecast is conditional on what happened: on the
 * activities that finished, and on the others' running as long as they do. It is taken from a bank
 * of samples, the same for the whole run: what finished counts no more, what runs has its samples
 * mapped to times longer than it has been running, and only what comes after is computed again. So
 * forecasts of one run vary little by chance from one to the next. Their number is in {@link
 * Forecast#method()} and cannot be raised; how far they are off is in {@link Forecast#error()}. An
 * event costs as much as the activity has dependencies, and a forecast as much as there is left of
 * the workflow: milliseconds for ten thousand activities. Not thread-safe.
 */
public interface RunningNetwork {

  /**
   * An activity began, or began again, at another time than it would have: it was held up, or
   * failed and was submitted again, or did not wait for those before it.
   *
   * @param activity id of the activity
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such activity, or the time is negative, NaN or
   *     infinite
   * @throws IllegalStateException if the activity has finished
   */
  void started(String activity, double atSeconds);

  /**
   * An activity finished. It may do so before its time, even if those before it have not: they go
   * on then, and are forecast as before.
   *
   * @param activity id of the activity
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such activity, or the time is negative, NaN,
   *     infinite, or before the activity was said to begin
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
   * Time from now to the end. An activity that has been running for longer than its law allows
   * counts as about to end, and the method says so. One that may be lost is the more probably lost
   * the longer it runs.
   *
   * @param nowSeconds not before the last event
   * @return the remaining time as a distribution; 0 for a run that is over
   * @throws IllegalArgumentException if the time is NaN, infinite or before the last event
   */
  Forecast remaining(double nowSeconds);

  /**
   * Probability that the run is over by a deadline.
   *
   * @param deadlineSeconds the deadline, from the start of the run
   * @param nowSeconds not before the last event
   * @return from 0 to 1
   * @throws IllegalArgumentException if a time is NaN, or now is infinite or before the last event
   */
  double probabilityWithin(double deadlineSeconds, double nowSeconds);
}
