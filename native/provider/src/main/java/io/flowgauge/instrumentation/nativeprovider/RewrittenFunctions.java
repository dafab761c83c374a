package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The sensors by which calls are rewritten. Not thread-safe. */
final class RewrittenFunctions {
  private final Shim shim;
  private final long handle;
  private final Installer installer;
  private final SensorTable sensors;

  /** Regions whose calls are rewritten, and in how many ways. */
  private final Map<Integer, Integer> ways = new HashMap<>();

  /** Those of them that have a sensor for that alone. */
  private final Set<Integer> only = new HashSet<>();

  RewrittenFunctions(Shim shim, long handle, Installer installer, SensorTable sensors) {
    this.shim = shim;
    this.handle = handle;
    this.installer = installer;
    this.sensors = sensors;
  }

  /**
   * A function whose calls can be rewritten.
   *
   * @param number its region
   * @param stopped how long threads were stopped for it
   */
  record Rewritten(int number, Duration stopped) {}

  boolean has(int number) {
    return ways.containsKey(number);
  }

  /**
   * Makes calls of a function ready to be rewritten. A sensor that is there is taken out and put in
   * again as one that rewrites.
   */
  Outcome<Rewritten> begin(Place place) {
    Optional<Integer> known = sensors.number(place.code()).filter(installer::isInstalled);
    if (known.filter(this::has).isPresent()) {
      ways.merge(known.get(), 1, Integer::sum);
      return Outcome.done(new Rewritten(known.get(), Duration.ZERO));
    }
    SensorRequest.Builder request = SensorRequest.builder(RegionPattern.ALL.toString());
    if (known.isPresent()) {
      request.metrics(sensors.all().get(known.get()).metrics().toArray(Metric[]::new));
      Outcome<Verdicts> removed = shim.remove(handle, List.of(known.get()));
      if (removed.refusal().isPresent()) {
        return new Outcome.Refused<>(removed.refusal().get());
      }
      sensors.removed(List.of(known.get()));
    }
    return installer
        .insertRewriting(place, request.build())
        .then(
            report -> {
              int number = sensors.number(place.code()).orElseThrow();
              ways.put(number, 1);
              if (known.isEmpty()) {
                only.add(number);
              }
              return Outcome.done(new Rewritten(number, report.stopped()));
            });
  }

  /** One way of rewriting calls has ended; with the last goes a sensor that was for that alone. */
  void end(int number) {
    int left = ways.merge(number, -1, Integer::sum);
    if (left <= 0) {
      ways.remove(number);
      if (only.remove(number) && installer.isInstalled(number)) {
        shim.remove(handle, List.of(number)).value();
        sensors.removed(List.of(number));
      }
    }
  }
}
