package io.flowgauge.live;

import io.flowgauge.history.LearnedForecast;
import io.flowgauge.prediction.Forecast;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The forecast of the rest of a watched run. Immutable and thread-safe. */
public final class LiveForecast {
  private final LearnedForecast remaining;
  private final String why;
  private final String basis;
  private final Map<String, Forecast> running;
  private final int toCome;

  private LiveForecast(
      LearnedForecast remaining,
      String why,
      String basis,
      Map<String, Forecast> running,
      int toCome) {
    this.remaining = remaining;
    this.why = why;
    this.basis = basis;
    this.running = Map.copyOf(running);
    this.toCome = toCome;
  }

  static LiveForecast of(
      LearnedForecast remaining, String basis, Map<String, Forecast> running, int toCome) {
    return new LiveForecast(Objects.requireNonNull(remaining), "", basis, running, toCome);
  }

  static LiveForecast none(String why, Map<String, Forecast> running, int toCome) {
    return new LiveForecast(null, why, "", running, toCome);
  }

  /**
   * The time from the moment of the forecast to the end of the run.
   *
   * @return a distribution of seconds, or empty if there is no forecast
   */
  public Optional<LearnedForecast> remaining() {
    return Optional.ofNullable(remaining);
  }

  /**
   * Why there is no forecast.
   *
   * @return a sentence; empty if there is a forecast
   */
  public String why() {
    return why;
  }

  /**
   * The data on which the forecast rests, and its limits.
   *
   * @return sentences; empty if there is no forecast
   */
  public String basis() {
    return basis;
  }

  /**
   * How long a running activity was expected to take in total.
   *
   * @param id id of the activity
   * @return a distribution of seconds; empty if nothing is known about its type, or it is not
   *     running
   */
  public Optional<Forecast> expected(String id) {
    return Optional.ofNullable(running.get(id));
  }

  /**
   * Number of activities that the engine has not reported yet but that an earlier run had.
   *
   * @return 0 or more
   */
  public int toCome() {
    return toCome;
  }

  @Override
  public String toString() {
    return "LiveForecast[" + (remaining == null ? why : remaining) + "]";
  }
}
