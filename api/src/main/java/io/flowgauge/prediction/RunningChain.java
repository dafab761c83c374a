package io.flowgauge.prediction;

import io.flowgauge.spi.RunningPredictionProvider;
import java.util.List;
import java.util.Objects;

/**
 * A run of services in a row over many data segments while it goes on: takes what happens, one
 * event at a time, and forecasts what remains.
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
 * happened: on the services that finished, and on the others' running as long as they do. An event
 * costs about a microsecond however many data segments there are, and in {@link Mode#DSP} so does a
 * {@linkplain #probabilityWithin probability} asked for after it; other {@linkplain #remaining
 * answers} take milliseconds and are made when asked for. Not thread-safe.
 */
public interface RunningChain {

  /**
   * A run at its start.
   *
   * @param mode how data segments are worked off
   * @param dataSegments how many, 1 or more
   * @param services laws of the time each service takes for a data segment: service time and
   *     latency together, as {@code Law.shifted(serviceTime, latency)}; one or more
   * @return the run
   * @throws IllegalArgumentException if a number is below 1, or a law may be negative, has no
   *     variance, loses jobs, or has single values of positive probability and is not constant
   */
  static RunningChain of(Mode mode, int dataSegments, List<Law> services) {
    return RunningPredictionProvider.installed()
        .running(
            Objects.requireNonNull(mode, "mode"),
            dataSegments,
            List.copyOf(Objects.requireNonNull(services, "services")));
  }

  /**
   * The service a data segment is in began, or began again, at another time than it would have: it
   * was held up, or failed and was submitted again.
   *
   * @param segment number of the data segment, from 0
   * @param atSeconds when
   * @throws IllegalArgumentException if there is no such data segment, or the time is NaN or
   *     infinite
   * @throws IllegalStateException if the data segment waits for others or is done
   */
  void started(int segment, double atSeconds);

  /**
   * A data segment left the service it was in; the next one begins at once, in {@link Mode#DP} as
   * soon as the last data segment left.
   *
   * @param segment number of the data segment, from 0
   * @param atSeconds when
   * @throws IllegalArgumentException if there is no such data segment, or the time is NaN, infinite
   *     or before the service began
   * @throws IllegalStateException if the data segment waits for others or is done
   */
  void finished(int segment, double atSeconds);

  /**
   * Number of data segments that are not through all services.
   *
   * @return 0 when the run is over
   */
  int unfinishedSegments();

  /**
   * Time from now to the end. A service that has been running for longer than its law allows counts
   * as about to end, and the method says so.
   *
   * @param nowSeconds not before the last event
   * @return the remaining time as a distribution; 0 for a run that is over
   * @throws IllegalArgumentException if the time is NaN, infinite or before the last event
   */
  Forecast remaining(double nowSeconds);

  /**
   * Probability that the run is over by a deadline; in {@link Mode#DSP} from tables, off by 0.001
   * at most where it was measured.
   *
   * @param deadlineSeconds the deadline, from the start of the run
   * @param nowSeconds not before the last event
   * @return from 0 to 1
   * @throws IllegalArgumentException if a time is NaN, or now is infinite or before the last event
   */
  double probabilityWithin(double deadlineSeconds, double nowSeconds);
}
