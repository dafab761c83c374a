package io.flowgauge.prediction;

/**
 * Predicts the makespan of services in a row over many data segments, after the model of [Glatard]:
 * service i takes {@code r_i + R_ij} for data segment j, where the service time {@code r_i} is
 * fixed and the latencies {@code R_ij} are independent of one another.
 *
 * <pre>{@code
 * Flowgauge.predict().services(3, Law.lognormal(300, 300)).serviceTimes(36, 35, 13)
 *     .mode(Mode.DP).dataSegments(126).forecast();
 * }</pre>
 *
 * <p>With several paths, the forecast covers the one that is critical for this number of data
 * segments and this mode, as in the paper. This underestimates a workflow with parallel paths,
 * because the longest of several paths takes longer than the path that is longest on average; see
 * {@link io.flowgauge.Flowgauge#predict(io.flowgauge.workflow.Workflow)}.
 *
 * <pre>{@code
 * Flowgauge.predict()
 *     .path("plain").service(600, latency)
 *     .path("dashed").services(2, latency).serviceTimes(80, 80)
 *     .mode(Mode.DP).dataSegments(3).forecast().path();
 * }</pre>
 *
 * <p>Immutable and thread-safe: each method returns a new prediction and leaves this one unchanged.
 */
public interface ChainPrediction {

  /**
   * Begins another path, to which the services added next belong.
   *
   * @param name its name
   * @return the prediction with the path
   * @throws IllegalArgumentException if a path of that name exists
   */
  ChainPrediction path(String name);

  /**
   * Appends services with the same latency law and service time 0.
   *
   * @param count how many, 1 or more
   * @param latency law of their latency
   * @return the prediction with the services
   * @throws IllegalArgumentException if the count is below 1, or more than a tenth of the times are
   *     longer than 1e100 s, or they vary by less than 1e-100 s
   */
  ChainPrediction services(int count, Law latency);

  /**
   * Appends a service.
   *
   * @param serviceSeconds its service time {@code r_i}, 0 to 1e100
   * @param latency law of its latency
   * @return the prediction with the service
   * @throws IllegalArgumentException if the time is outside that range, or more than a tenth of the
   *     latencies are longer than 1e100 s, or they vary by less than 1e-100 s
   */
  ChainPrediction service(double serviceSeconds, Law latency);

  /**
   * Sets the service times {@code r_i} of all services of the last path, in their order.
   *
   * @param seconds as many as there are services, each 0 to 1e100
   * @return the prediction with these times
   * @throws IllegalArgumentException if their number is wrong, or a time is outside that range
   */
  ChainPrediction serviceTimes(double... seconds);

  /**
   * Sets how the services process data segments.
   *
   * @param mode the mode; by default {@link Mode#DSP}
   * @return the prediction in that mode
   */
  ChainPrediction mode(Mode mode);

  /**
   * Sets the number of data segments.
   *
   * @param count 1 or more; by default 1
   * @return the prediction for that number
   * @throws IllegalArgumentException if it is below 1
   */
  ChainPrediction dataSegments(long count);

  /**
   * Sets a load of the whole site, which multiplies the makespan.
   *
   * @param factor law of the factor, with values above 0 and a finite mean; independent of all
   *     latencies
   * @return the prediction under that load
   * @throws IllegalArgumentException if the factor can be 0 or less, or has atoms or lost jobs
   */
  ChainPrediction siteLoad(Law factor);

  /**
   * Sets the relative error allowed in answers. At 1e-6 or more, sums of latencies are tabulated a
   * hundred times more coarsely, which takes a fraction of a millisecond, unless the known moments
   * of a sum show that this is too coarse for it.
   *
   * @param relative from 1e-9, the default, to below 1
   * @return the prediction with that error
   * @throws IllegalArgumentException if it is smaller, 1 or more, or NaN
   */
  ChainPrediction relativeError(double relative);

  /**
   * Predicts for every number of data segments at once, for callers that ask often.
   *
   * @return the table, for the mode and relative error of this prediction
   * @throws IllegalStateException if a path has no service; the message names the path
   */
  MakespanTable table();

  /**
   * Makes the forecast.
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
   * @throws IllegalArgumentException if no number is given, or one is below 1
   * @throws IllegalStateException if a path has no service; the message names the path
   */
  Sweep sweep(long... dataSegments);
}
