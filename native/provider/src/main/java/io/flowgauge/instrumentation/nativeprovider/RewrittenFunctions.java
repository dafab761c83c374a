package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The sensors by which calls are rewritten. Not thread-safe, except for {@link #isInForce}. */
final class RewrittenFunctions {
  private final Shim shim;
  private final long handle;
  private final Installer installer;
  private final SensorTable sensors;

  /** Rewritings by sensor number. */
  private final Map<Integer, Ways> ways = new ConcurrentHashMap<>();

  RewrittenFunctions(Shim shim, long handle, Installer installer, SensorTable sensors) {
    this.shim = shim;
    this.handle = handle;
    this.installer = installer;
    this.sensors = sensors;
  }

  /** The number of rewritings in force for a region. They end when its library is unloaded. */
  private static final class Ways {
    /** Whether the region has its sensor only for rewriting. */
    final boolean isOnly;

    int count = 1;

    Ways(boolean isOnly) {
      this.isOnly = isOnly;
    }
  }

  /**
   * A function whose calls can be rewritten.
   *
   * @param number number of its sensor
   * @param ways its rewritings
   * @param stopped how long threads were stopped to insert the sensor
   */
  record Rewritten(int number, Ways ways, Duration stopped) {}

  boolean has(int number) {
    return ways.containsKey(number);
  }

  /**
   * Prepares a function for rewriting its calls. An existing sensor is removed and inserted again
   * as one that rewrites.
   */
  Outcome<Rewritten> begin(Place place) {
    Optional<Integer> known = sensors.number(place.code()).filter(installer::isInstalled);
    if (known.filter(this::has).isPresent()) {
      Ways before = ways.get(known.get());
      before.count++;
      return Outcome.done(new Rewritten(known.get(), before, Duration.ZERO));
    }
    SensorRequest.Builder request = SensorRequest.builder(RegionPattern.ALL.toString());
    if (known.isPresent()) {
      request.metrics(sensors.all().get(known.get()).metrics().toArray(Metric[]::new));
      Outcome<Verdicts> removed = shim.remove(handle, List.of(known.get()));
      if (removed.refusal().isPresent()) {
        return new Outcome.Refused<>(removed.refusal().get());
      }
      sensors.markRemoved(List.of(known.get()));
    }
    return installer
        .insertRewriting(place, request.build())
        .then(
            report -> {
              int number = sensors.number(place.code()).orElseThrow();
              Ways first = new Ways(known.isEmpty());
              ways.put(number, first);
              return Outcome.done(new Rewritten(number, first, report.stopped()));
            });
  }

  /** Whether a rewriting is still in force, which it is not after its library was unloaded. */
  boolean isInForce(Rewritten begun) {
    return ways.get(begun.number()) == begun.ways() && installer.isInstalled(begun.number());
  }

  /** Forgets the rewritings of a sensor that is gone. */
  void forget(int number) {
    ways.remove(number);
  }

  /** Ends one rewriting; the last one also removes the sensor if it served only for rewriting. */
  void end(Rewritten begun) {
    int number = begun.number();
    if (!ways.remove(number, begun.ways())) {
      return;
    }
    if (--begun.ways().count > 0) {
      ways.put(number, begun.ways());
    } else if (begun.ways().isOnly && installer.isInstalled(number)) {
      shim.remove(handle, List.of(number)).value();
      sensors.markRemoved(List.of(number));
    }
  }
}
