package io.flowgauge.prediction;

/**
 * A run in progress of a workflow: accepts events one at a time and forecasts the rest.
 *
 * <pre>{@code
 * var run = Flowgauge.predict(workflow).latency(Law.lognormal(300, 300)).start();
 * run.finished("split", 212.5);                     // activities that wait for it begin
 * Forecast remaining = run.remaining(213);          // time from second 213 to the end
 * double p = run.probabilityWithin(3600, 213);      // all done by second 3600?
 * }</pre>
 *
 * <p>Activities without predecessors begin at second 0, others when all their predecessors have
 * finished, unless {@link #started} gives another time. A forecast is conditional on what has
 * happened so far: on the activities that have finished, and on how long the others have been
 * running. It is taken from one bank of samples for the whole run: finished activities no longer
 * count, samples of running ones are mapped to times longer than they have been running, and only
 * what follows is recomputed. Successive forecasts of a run therefore vary little by chance. {@link
 * Forecast#method()} names the number of samples: 1024, or 512 for more than 4096 activities,
 * unless {@link NetworkPrediction#maxSamples} sets another, which is rounded down to a multiple of
 * 64 and is at least 512. {@link Forecast#error()} says how far the forecast may be off.
 *
 * <p>On {@linkplain NetworkPrediction#slots slots}, {@linkplain NetworkPrediction#processors
 * processors} and {@linkplain NetworkPrediction#pool pools}, an activity begins when it gets a
 * slot, which it holds to its end. If {@link #started} says otherwise, that counts, and the
 * activity that was assumed to hold the slot waits. The rest is scheduled by the same rules, once
 * for each sample.
 *
 * <p>The cost of an event grows with the dependencies of the activity and, on slots, with the
 * number of activities that wait for one. The first answer after an event costs more, the more of
 * the workflow is left and the more samples it uses. With the default number of samples it took 10
 * ms of processor time, which all cores share, for 1,000 activities as for 10,000; on 16 slots 0.12
 * s and 0.7 s, on two pools of 8 slots with latencies 0.15 s and 1 s. The mean was then known to
 * within 0.2 % with 95 % confidence, the 95 % quantile to within 0.5 %. Four times as many samples
 * cost four times as much and halve both errors. Not thread-safe.
 */
public interface RunningNetwork {

  /**
   * Reports that an activity began, or began again, at a time other than expected: it was held up,
   * failed and was submitted again, or did not wait for its predecessors.
   *
   * @param activity id of the activity
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such activity, or the time is negative, NaN or
   *     infinite
   * @throws IllegalStateException if the activity has finished
   */
  void started(String activity, double atSeconds);

  /**
   * Reports that an activity began in a pool. It holds a slot there until it finishes, even if the
   * pool has no free one.
   *
   * @param activity id of the activity
   * @param pool name of the {@linkplain NetworkPrediction#pool pool}, whether or not the activity
   *     was placed there
   * @param atSeconds when it was submitted there, from the start of the run
   * @throws IllegalArgumentException if there is no such activity or pool, or the time is negative,
   *     NaN or infinite
   * @throws IllegalStateException if the activity has finished
   */
  void started(String activity, String pool, double atSeconds);

  /**
   * Reports that an activity finished. It may finish even before its predecessors; these then
   * continue, and are forecast as before.
   *
   * @param activity id of the activity
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such activity, or the time is negative, NaN,
   *     infinite, or before the reported start of the activity
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
   * Forecasts the time from now to the end. An activity that has been running for longer than its
   * law allows counts as about to end, and {@link Forecast#method()} says so. If an activity can be
   * lost, the probability that it is lost grows the longer it runs.
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
