package io.flowgauge.prediction;

/**
 * Predicts the makespan of services in a row over many data segments, the model of [Glatard]:
 * service i takes {@code r_i + R_ij} for data segment j, {@code r_i} fixed and {@code R_ij}
 * independent of one another.
 *
 * <pre>{@code
 * Flowgauge.predict().services(3, Law.lognormal(300, 300)).serviceTimes(36, 35, 13)
 *     .mode(Mode.DP).dataSegments(126).forecast();
 * }</pre>
 *
 * <p>With several paths, the forecast is of the one that is critical for this number of data
 * segments and this mode, as in the paper. The longest of several paths takes longer than the one
 * that is longest on average, so this underestimates a workflow with parallel paths; see {@link
 * io.flowgauge.Flowgauge#predict(io.flowgauge.workflow.Workflow)}.
 *
 * <pre>{@code
 * Flowgauge.predict()
 *     .path("plain").service(600, latency)
 *     .path("dashed").services(2, latency).serviceTimes(80, 80)
 *     .mode(Mode.DP).dataSegments(3).forecast().path();
 * }</pre>
 *
 * <p>Immutable and thread-safe: each method gives another prediction and leaves this one as it was.
 */
public interface ChainPrediction {

  /**
   * Begins another path; the services named next are on it.
   *
   * @param name its name
   * @return the prediction with the path
   * @throws IllegalArgumentException if there is a path of that name
   */
  ChainPrediction path(String name);

  /**
   * Appends services of the same latency, with service times 0.
   *
   * @param count how many, 1 or more
   * @param latency law of their latency
   * @return the prediction with the services
   * @throws IllegalArgumentException if the count is below 1
   */
  ChainPrediction services(int count, Law latency);

  /**
   * Appends a service.
   *
   * @param serviceSeconds its service time {@code r_i}, 0 or more
   * @param latency law of its latency
   * @return the prediction with the service
   * @throws IllegalArgumentException if the time is negative, infinite or NaN
   */
  ChainPrediction service(double serviceSeconds, Law latency);

  /**
   * The service times {@code r_i} of all services of the last path, in their order.
   *
   * @param seconds as many as there are services, each 0 or more
   * @return the prediction with these times
   * @throws IllegalArgumentException if their number is wrong, or a time is negative, infinite or
   *     NaN
   */
  ChainPrediction serviceTimes(double... seconds);

  /**
   * How data segments are worked off.
   *
   * @param mode the mode; at first {@link Mode#DSP}
   * @return the prediction of that mode
   */
  ChainPrediction mode(Mode mode);

  /**
   * Number of data segments.
   *
   * @param count 1 or more; at first 1
   * @return the prediction for that number
   * @throws IllegalArgumentException if it is below 1
   */
  ChainPrediction dataSegments(long count);

  /**
   * A load of the whole site that multiplies the makespan.
   *
   * @param factor law of the factor, of values above 0 and a mean; independent of all latencies
   * @return the prediction under that load
   * @throws IllegalArgumentException if the factor can be 0 or less, or has atoms or lost jobs
   */
  ChainPrediction siteLoad(Law factor);

  /**
   * The relative error that answers may have. From 1e-6 on, sums of latencies are tabulated a
   * hundred times as coarsely, in a fraction of a millisecond; where what is known of the sum shows
   * that not to do, as finely as else.
   *
   * @param relative from 1e-9, as at first, to below 1
   * @return the prediction to that error
   * @throws IllegalArgumentException if it is smaller, 1 or more, or NaN
   */
  ChainPrediction relativeError(double relative);

  /**
   * Predicts for every number of data segments at once, for those that ask often.
   *
   * @return the table, for the mode and relative error of this prediction
   * @throws IllegalStateException if a path has no service; the message names the path
   */
  MakespanTable table();

  /**
   * Predicts.
   *
   * @return the makespan as a distribution
   * @throws IllegalStateException if a path has no service; the message names the path
   */
  ChainForecast forecast();

  /**
   * Predicts for several numbers of data segments.
   *
   * @param dataSegments the numbers, each 1 or more
   * @return a forecast for each
   * @throws IllegalArgumentException if there is none, or one is below 1
   * @throws IllegalStateException if a path has no service; the message names the path
   */
  Sweep sweep(long... dataSegments);
}
