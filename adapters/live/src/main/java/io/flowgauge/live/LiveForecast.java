package io.flowgauge.live;

import io.flowgauge.history.LearnedForecast;
import io.flowgauge.prediction.Forecast;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What is expected of the rest of a watched run. Immutable and thread-safe. */
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
   * @return a sentence; empty if there is one
   */
  public String why() {
    return why;
  }

  /**
   * What the forecast rests on, and what it leaves out.
   *
   * @return sentences; empty if there is no forecast
   */
  public String basis() {
    return basis;
  }

  /**
   * How long an activity that runs was expected to take in all.
   *
   * @param id id of the activity
   * @return a distribution of seconds; empty if nothing of its type is known, or it does not run
   */
  public Optional<Forecast> expected(String id) {
    return Optional.ofNullable(running.get(id));
  }

  /**
   * Activities that the engine has not told of yet, but that an earlier run had.
   *
   * @return how many
   */
  public int toCome() {
    return toCome;
  }

  @Override
  public String toString() {
    return "LiveForecast[" + (remaining == null ? why : remaining) + "]";
  }
}
