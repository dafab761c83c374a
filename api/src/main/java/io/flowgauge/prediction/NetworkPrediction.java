package io.flowgauge.prediction;

import io.flowgauge.history.History;
import io.flowgauge.history.LearnedPrediction;

/**
 * Predicts the makespan of a workflow.
 *
 * <pre>{@code
 * Flowgauge.predict(workflow).latency(Law.lognormal(300, 300))
 *     .mode(Mode.DSP).dataSegments(126).slots(64).forecast();
 * }</pre>
 *
 * <p>An activity takes its service time, which is fixed, plus its latency, which is random and
 * independent of all others. Every activity is enacted once per data segment.
 *
 * <p>Immutable and thread-safe: each method returns a new prediction and leaves this one unchanged.
 * A new prediction takes constant time and space, so a loop may set the laws of all activities of a
 * large workflow one by one.
 */
public interface NetworkPrediction {

  /**
   * Sets the latency of every activity that has none of its own.
   *
   * @param law its law; by default the constant 0
   * @return the prediction with that latency
   * @throws IllegalArgumentException if more than a tenth of its times are longer than 1e100 s, or
   *     they vary by less than 1e-100 s
   */
  NetworkPrediction latency(Law law);

  /**
   * Sets the latency of one activity.
   *
   * @param activity id of the activity
   * @param law its law
   * @return the prediction with that latency
   * @throws IllegalArgumentException if the workflow has no such activity, or more than a tenth of
   *     the times are longer than 1e100 s, or they vary by less than 1e-100 s
   */
  NetworkPrediction latency(String activity, Law law);

  /**
   * Sets the service time of every activity that has none of its own.
   *
   * @param seconds 0 to 1e100; by default 0
   * @return the prediction with that service time
   * @throws IllegalArgumentException if it is outside that range
   */
  NetworkPrediction serviceTime(double seconds);

  /**
   * Sets the service time of one activity.
   *
   * @param activity id of the activity
   * @param seconds 0 to 1e100
   * @return the prediction with that service time
   * @throws IllegalArgumentException if the workflow has no such activity, or the time is outside
   *     that range
   */
  NetworkPrediction serviceTime(String activity, double seconds);

  /**
   * Sets how the activities process data segments.
   *
   * @param mode the mode; by default {@link Mode#DSP}
   * @return the prediction in that mode
   */
  NetworkPrediction mode(Mode mode);

  /**
   * Sets the number of data segments.
   *
   * @param count 1 or more; by default 1
   * @return the prediction for that number
   * @throws IllegalArgumentException if it is below 1
   */
  NetworkPrediction dataSegments(long count);

  /**
   * Sets the number of slots: activities that can run at once. Activities take free slots in the
   * order in which they become ready; those that become ready at the same time, in the order of
   * their data segments, then in the order in which they were added. No slot stays idle while an
   * activity is ready. Negative times count as 0. In {@link Mode#DP} an activity is ready when its
   * predecessors have ended for all data segments, in {@link Mode#DSP} when they have ended for its
   * own.
   *
   * @param count 1 or more; by default unbounded
   * @return the prediction on these slots
   * @throws IllegalArgumentException if it is below 1
   */
  NetworkPrediction slots(int count);

  /**
   * Lifts the bounds of {@link #slots} and {@link #processors}: any number of activities can run at
   * once, as by default.
   *
   * @return the prediction without bounds
   */
  NetworkPrediction unboundedSlots();

  /**
   * Sets processors of different speeds, each of one slot, in place of {@link #slots}. An activity
   * takes the fastest free processor.
   *
   * @param speeds one or more, each 1e-30 to 1e30; the time of an activity is divided by the speed
   * @return the prediction on these processors
   * @throws IllegalArgumentException if there are no speeds, or one is outside that range
   */
  NetworkPrediction processors(double... speeds);

  /**
   * Adds a pool of slots: a site, a queue, a kind of node. Pools replace {@link #slots} and {@link
   * #processors}, which are then ignored. An activity holds a slot of one pool from its submission
   * to its end, and takes the latency of that pool besides its own time. A free slot goes to the
   * ready activity with the highest {@linkplain #priority priority}; among equals, to the one that
   * has been ready for longest, then to the one that was added first. An activity takes a slot of
   * the first pool that it {@linkplain #place may run in} and that has a free one.
   *
   * @param name its name; if several calls use one name, the last counts
   * @param slots 1 or more
   * @param latency law of the time from submission to start there, 0 or more
   * @return the prediction with that pool as its last one
   * @throws IllegalArgumentException if there is less than one slot, or the latency can be negative
   */
  NetworkPrediction pool(String name, int slots, Law latency);

  /**
   * Sets the pools that an activity may run in.
   *
   * @param activity id of the activity
   * @param pools names of pools, the preferred one first; by default all, in the order in which
   *     they were added
   * @return the prediction with that placement
   * @throws IllegalArgumentException if the workflow has no such activity, or there is no such
   *     pool, or none is given
   */
  NetworkPrediction place(String activity, String... pools);

  /**
   * Sets the priority of an activity on {@linkplain #pool pools} of slots.
   *
   * @param activity id of the activity
   * @param priority higher ones go first; by default 0
   * @return the prediction with that priority
   * @throws IllegalArgumentException if the workflow has no such activity
   */
  NetworkPrediction priority(String activity, int priority);

  /**
   * Sets a load of the whole site, which multiplies all times alike.
   *
   * @param factor law of the factor, with values above 0; independent of all latencies
   * @return the prediction under that load
   * @throws IllegalArgumentException if the factor can be 0 or less, or has atoms or lost jobs
   */
  NetworkPrediction siteLoad(Law factor);

  /**
   * Sets the relative error allowed in the mean.
   *
   * @param relative in (0, 1); by default 0.001
   * @return the prediction with that error
   * @throws IllegalArgumentException if it is outside (0, 1) or NaN
   */
  NetworkPrediction relativeError(double relative);

  /**
   * Sets the relative error allowed in a quantile, in addition to that of the mean. {@link
   * ForecastError#quantile} gives the error of any quantile, whether requested here or not.
   *
   * @param p probability of the quantile, in (0, 1); another call replaces it
   * @param relative in (0, 1)
   * @return the prediction with that error
   * @throws IllegalArgumentException if a number is outside (0, 1) or NaN
   */
  NetworkPrediction quantileError(double p, double relative);

  /**
   * Limits the number of samples drawn to reach these errors. If they do not suffice, the forecast
   * reports an error larger than requested.
   *
   * @param samples 1 or more; by default 1048576, fewer for workflows of more than 1000 activities
   *     and for bounded slots, so that a forecast takes seconds at most
   * @return the prediction with that limit
   * @throws IllegalArgumentException if it is below 1
   */
  NetworkPrediction maxSamples(long samples);

  /**
   * Sets the seed of the random numbers. Equal predictions with equal seeds give equal forecasts.
   *
   * @param seed any number; by default 1
   * @return the prediction with that seed
   */
  NetworkPrediction seed(long seed);

  /**
   * Predicts from earlier runs instead. Times, slots, delays and failures are learned from them;
   * anything set before is ignored.
   *
   * @param history earlier runs
   * @return the prediction
   */
  LearnedPrediction from(History history);

  /**
   * Makes the forecast.
   *
   * @return the makespan as a distribution
   * @throws IllegalStateException if the workflow has no activities, or slots are bounded and there
   *     are too many jobs (activities times data segments or pools) to schedule, or there are pools
   *     and more than one data segment
   */
  NetworkForecast forecast();

  /**
   * Starts following a run of the workflow, on {@linkplain #slots slots}, {@linkplain #processors
   * processors} or {@linkplain #pool pools} if there are any. {@link #maxSamples} sets how many
   * samples each answer uses; {@link RunningNetwork} says what they cost.
   *
   * @return the run at its start
   * @throws IllegalArgumentException if a time may be negative
   * @throws IllegalStateException if the workflow has no activities, or there are several data
   *     segments or a site load
   */
  RunningNetwork start();
}
