package io.flowgauge.resources;

import io.flowgauge.resources.HostSlowdown.TimedActivity;
import io.flowgauge.resources.forecast.DurationForecast;
import io.flowgauge.resources.forecast.DurationForecaster;
import io.flowgauge.resources.forecast.LoadForecaster;
import io.flowgauge.run.HostLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PriorityQueue;

/**
 * Replays the loads and activities of a host in chronological order, and forecasts each activity
 * from what was known when it began. Not thread-safe.
 */
final class HostReplay {
  /** How many forecasts must have been compared with durations before a slowdown is given. */
  private static final int ENOUGH = 10;

  /** How much smaller the errors of the forecasts must be: a slight advantage may be chance. */
  private static final double CLEARLY = 0.9;

  /** The least duration in seconds that counts: shorter ones are negligible next to a sample. */
  private static final double LEAST = 1e-3;

  private final List<HostLoad> loads;
  private final List<TimedActivity> byBegin;
  private final LoadForecaster load = LoadForecaster.of(HostForecaster.STEPS);
  private final DurationForecaster durations = new DurationForecaster();
  private final Map<String, TypeDurations> types = new HashMap<>();
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(Comparator.comparingLong((Running one) -> one.activity.endNanos()));
  private int nextLoad;
  private int judged;
  private double error;
  private double errorOfLast;
  private double errorOfMean;

  HostReplay(List<HostLoad> loads, List<TimedActivity> activities) {
    this.loads = new ArrayList<>(loads);
    this.loads.sort(Comparator.comparingLong(HostLoad::endNanos));
    byBegin = new ArrayList<>(activities);
    byBegin.sort(Comparator.comparingLong(TimedActivity::beginNanos));
  }

  /** A running activity with the durations expected when it began; {@code forecast} may be null. */
  private record Running(
      TimedActivity activity, DurationForecast forecast, double last, double mean) {}

  /** The durations of a type so far. */
  private static final class TypeDurations {
    private double last;
    private double logarithms;
    private int count;

    void add(double seconds) {
      last = seconds;
      logarithms += Math.log(Math.max(LEAST, seconds));
      count++;
    }

    /** Returns the geometric mean, which estimates the median. */
    double mean() {
      return Math.exp(logarithms / count);
    }
  }

  /**
   * Returns the expected duration of activities as a multiple of their average one; empty if the
   * forecasts have not proved better than the last and the mean duration.
   */
  OptionalDouble slowdown() {
    for (TimedActivity activity : byBegin) {
      endUntil(activity.beginNanos());
      begin(activity);
    }
    endUntil(Long.MAX_VALUE);
    boolean isBetter = error < CLEARLY * Math.min(errorOfLast, errorOfMean);
    return judged >= ENOUGH && isBetter ? expected() : OptionalDouble.empty();
  }

  private void begin(TimedActivity activity) {
    TypeDurations known = types.get(activity.type());
    if (known == null) {
      running.add(new Running(activity, null, 0, 0));
      return;
    }
    DurationForecast forecast = forecast(activity.type(), known.mean());
    running.add(new Running(activity, forecast, known.last, known.mean()));
  }

  /**
   * Forecasts the duration of another activity of a type, started now; null if no load is known.
   */
  private DurationForecast forecast(String type, double seconds) {
    OptionalDouble expected = expectedLoad(seconds);
    return expected.isEmpty()
        ? null
        : durations.predict(type, "", expected.getAsDouble()).orElse(null);
  }

  /** Returns the load expected over the next seconds, by the nearest horizon that is forecast. */
  private OptionalDouble expectedLoad(double seconds) {
    if (nextLoad == 0) {
      return OptionalDouble.empty();
    }
    HostLoad last = loads.get(nextLoad - 1);
    double steps = seconds * 1e9 / Math.max(1, last.endNanos() - last.beginNanos());
    int nearest = HostForecaster.STEPS[0];
    for (int each : HostForecaster.STEPS) {
      nearest =
          Math.abs(Math.log(each / steps)) < Math.abs(Math.log(nearest / steps)) ? each : nearest;
    }
    return OptionalDouble.of(load.forecast(nearest).orElseThrow().mean());
  }

  private void endUntil(long nanos) {
    while (!running.isEmpty() && running.peek().activity.endNanos() <= nanos) {
      Running one = running.remove();
      loadUntil(one.activity.endNanos());
      end(one);
    }
    loadUntil(nanos);
  }

  private void loadUntil(long nanos) {
    while (nextLoad < loads.size() && loads.get(nextLoad).endNanos() <= nanos) {
      load.add(loads.get(nextLoad).mean());
      nextLoad++;
    }
  }

  private void end(Running one) {
    double seconds = one.activity.seconds();
    OptionalDouble measured = meanLoad(one.activity);
    types.computeIfAbsent(one.activity.type(), type -> new TypeDurations()).add(seconds);
    if (measured.isEmpty()) {
      return;
    }
    if (one.forecast == null) {
      durations.observe(one.activity.type(), "", seconds, measured.getAsDouble());
      return;
    }
    durations.observe(one.forecast, seconds, measured.getAsDouble());
    judged++;
    error += Math.abs(one.forecast.seconds() - seconds);
    errorOfLast += Math.abs(one.last - seconds);
    errorOfMean += Math.abs(one.mean - seconds);
  }

  /** Returns the mean load while an activity ran; if no sample ended then, that of the last one. */
  private OptionalDouble meanLoad(TimedActivity activity) {
    double sum = 0;
    double time = 0;
    for (int k = nextLoad - 1; k >= 0 && loads.get(k).endNanos() > activity.beginNanos(); k--) {
      HostLoad one = loads.get(k);
      double overlap = one.endNanos() - (double) Math.max(one.beginNanos(), activity.beginNanos());
      sum += overlap * one.mean();
      time += overlap;
    }
    if (time > 0) {
      return OptionalDouble.of(sum / time);
    }
    return nextLoad > 0
        ? OptionalDouble.of(loads.get(nextLoad - 1).mean())
        : OptionalDouble.empty();
  }

  /**
   * Returns the geometric mean of the expected slowdowns of all types, weighted by their
   * activities.
   */
  private OptionalDouble expected() {
    double logarithms = 0;
    int count = 0;
    for (Map.Entry<String, TypeDurations> type : types.entrySet()) {
      double usual = type.getValue().mean();
      DurationForecast forecast = forecast(type.getKey(), usual);
      if (forecast != null && forecast.seconds() > 0) {
        logarithms += type.getValue().count * Math.log(forecast.seconds() / usual);
        count += type.getValue().count;
      }
    }
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.exp(logarithms / count));
  }
}
