package io.flowgauge.prediction;

import io.flowgauge.internal.NoNulls;
import io.flowgauge.spi.PredictionProvider;
import java.util.List;
import java.util.Objects;

/**
 * A run in progress of services in a row over many data segments: accepts events one at a time and
 * forecasts the rest.
 *
 * <pre>{@code
 * var latency = Law.lognormal(300, 300);
 * var run = RunningChain.of(Mode.DSP, 100_000, List.of(latency, latency, latency));
 * run.finished(17, 212.5);                          // its first service; the second one begins
 * Forecast remaining = run.remaining(213);          // time from second 213 to the end
 * double p = run.probabilityWithin(3600, 213);      // all done by second 3600?
 * }</pre>
 *
 * <p>All data segments start with the first service at second 0. A forecast is conditional on what
 * has happened so far: on the services that have finished, and on how long the others have been
 * running. An event takes about a microsecond however many data segments there are, and so does a
 * {@linkplain #probabilityWithin probability} in {@link Mode#DSP}; other {@linkplain #remaining
 * answers} are computed on request and take milliseconds. Not thread-safe.
 */
public interface RunningChain {

  /**
   * A run at its start.
   *
   * @param mode how the services process data segments
   * @param dataSegments how many, 1 or more
   * @param services laws of the time each service takes for a data segment: service time and
   *     latency together, as {@code Law.shifted(serviceTime, latency)}; one or more
   * @return the run
   * @throws IllegalArgumentException if a number is below 1, or a law can be negative, has no
   *     finite variance, loses jobs, or has single values of positive probability without being
   *     constant
   */
  static RunningChain of(Mode mode, int dataSegments, List<Law> services) {
    Objects.requireNonNull(mode, "mode");
    List<Law> laws = NoNulls.copy(services, "services");
    return PredictionProvider.installed().runningChain(mode, dataSegments, laws);
  }

  /**
   * Reports that the current service of a data segment began, or began again, at a time other than
   * expected: it was held up, or it failed and was submitted again.
   *
   * @param segment number of the data segment, from 0
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such data segment, or the time is NaN or
   *     infinite
   * @throws IllegalStateException if the data segment is waiting for others or is done
   */
  void started(int segment, double atSeconds);

  /**
   * Reports that a data segment left its current service. The next service begins at once or, in
   * {@link Mode#DP}, as soon as the last data segment has left.
   *
   * @param segment number of the data segment, from 0
   * @param atSeconds when, from the start of the run
   * @throws IllegalArgumentException if there is no such data segment, or the time is NaN, infinite
   *     or before the service began
   * @throws IllegalStateException if the data segment is waiting for others or is done
   */
  void finished(int segment, double atSeconds);

  /**
   * Number of data segments that have not passed all services.
   *
   * @return 0 when the run is over
   */
  int unfinishedSegments();

  /**
   * Forecasts the time from now to the end. A service that has been running for longer than its law
   * allows counts as about to end, and {@link Forecast#method()} says so.
   *
   * @param nowSeconds not before the last event
   * @return the remaining time as a distribution; 0 for a run that is over
   * @throws IllegalArgumentException if the time is NaN, infinite or before the last event
   */
  Forecast remaining(double nowSeconds);

  /**
   * Probability that the run is over by a deadline. In {@link Mode#DSP} it comes from tables, with
   * an error of at most 0.001 wherever it was measured.
   *
   * @param deadlineSeconds the deadline, from the start of the run
   * @param nowSeconds not before the last event
   * @return from 0 to 1
   * @throws IllegalArgumentException if a time is NaN, or now is infinite or before the last event
   */
  double probabilityWithin(double deadlineSeconds, double nowSeconds);
}
