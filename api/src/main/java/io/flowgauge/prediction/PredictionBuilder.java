package io.flowgauge.prediction;

/**
 * Predicts the makespan of a workflow in one expression.
 *
 * <pre>{@code
 * Flowgauge.predict(workflow).latency(Law.lognormal(300, 300))
 *     .mode(Mode.DSP).dataSegments(126).slots(64).forecast();
 * }</pre>
 *
 * <p>An activity takes its service time, which is fixed, plus its latency, which is random and
 * independent of all others. Every activity is enacted once per data segment. Not thread-safe.
 */
public interface PredictionBuilder {

  /**
   * The latency of every activity that has none of its own.
   *
   * @param law its law; at first the constant 0
   * @return this
   */
  PredictionBuilder latency(Law law);

  /**
   * The latency of one activity.
   *
   * @param activity id of the activity
   * @param law its law
   * @return this
   * @throws IllegalArgumentException if the workflow has no such activity
   */
  PredictionBuilder latency(String activity, Law law);

  /**
   * The service time of every activity that has none of its own.
   *
   * @param seconds 0 or more; at first 0
   * @return this
   * @throws IllegalArgumentException if it is negative, infinite or NaN
   */
  PredictionBuilder serviceTime(double seconds);

  /**
   * The service time of one activity.
   *
   * @param activity id of the activity
   * @param seconds 0 or more
   * @return this
   * @throws IllegalArgumentException if the workflow has no such activity, or the time is negative,
   *     infinite or NaN
   */
  PredictionBuilder serviceTime(String activity, double seconds);

  /**
   * How data segments are worked off.
   *
   * @param mode the mode; at first {@link Mode#DSP}
   * @return this
   */
  PredictionBuilder mode(Mode mode);

  /**
   * Number of data segments.
   *
   * @param count 1 or more; at first 1
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  PredictionBuilder dataSegments(long count);

  /**
   * Number of activities that can run at once. Activities take free slots in the order in which
   * they become ready, those that become ready at the same time by data segment and then by the
   * order in which they were added; a slot is never left idle while an activity is ready. Times
   * that a law allows to be negative count as 0. In mode {@link Mode#DP} an activity is ready when
   * those before it ended for all data segments, in mode {@link Mode#DSP} when they ended for its
   * own.
   *
   * @param count 1 or more; at first unbounded
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  PredictionBuilder slots(int count);

  /**
   * Processors of different speed, each a slot; in place of {@link #slots}. An activity takes the
   * fastest that is free.
   *
   * @param speeds one or more, each above 0; an activity takes its time divided by the speed
   * @return this
   * @throws IllegalArgumentException if there is none, or one is not above 0 and finite
   */
  PredictionBuilder processors(double... speeds);

  /**
   * A load of the whole site that multiplies all times alike.
   *
   * @param factor law of the factor, of values above 0; independent of all latencies
   * @return this
   * @throws IllegalArgumentException if the factor can be 0 or less, or has atoms or lost jobs
   */
  PredictionBuilder siteLoad(Law factor);

  /**
   * The relative error the mean may have.
   *
   * @param relative in (0, 1); at first 0.001
   * @return this
   * @throws IllegalArgumentException if it is outside (0, 1) or NaN
   */
  PredictionBuilder relativeError(double relative);

  /**
   * The relative error that a quantile may have as well. The error of other quantiles, and of this
   * one if it was not asked for, is in {@link ForecastError#quantile}.
   *
   * @param p probability of the quantile, in (0, 1); a further call replaces it
   * @param relative in (0, 1)
   * @return this
   * @throws IllegalArgumentException if a number is outside (0, 1) or NaN
   */
  PredictionBuilder quantileError(double p, double relative);

  /**
   * The number of samples that may be drawn for that; where they do not suffice, the forecast's
   * error is larger than asked for, and says so.
   *
   * @param samples 1 or more; at first 1048576, fewer for workflows of more than 1000 activities
   *     and for bounded slots, so that a forecast takes seconds at most
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  PredictionBuilder maxSamples(long samples);

  /**
   * Where random numbers start. Equal predictions of equal seeds are equal.
   *
   * @param seed any number; at first 1
   * @return this
   */
  PredictionBuilder seed(long seed);

  /**
   * Predicts.
   *
   * @return the makespan as a distribution
   * @throws IllegalStateException if the workflow has no activity, or slots are bounded and there
   *     are too many jobs (activities times data segments) to schedule
   */
  NetworkForecast forecast();

  /**
   * Begins to follow a run of the workflow.
   *
   * @return the run at its start
   * @throws IllegalArgumentException if a time may be negative
   * @throws IllegalStateException if the workflow has no activity, or there are several data
   *     segments, bounded slots or a site load
   */
  RunningNetwork start();
}
