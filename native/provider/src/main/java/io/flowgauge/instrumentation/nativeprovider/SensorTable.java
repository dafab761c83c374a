package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.shared.SharedSensor;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The sensors of a process by number. A number belongs to one piece of code permanently, unless
 * that code could not get a sensor; then the number is reused. Reading is thread-safe, changing is
 * not.
 */
final class SensorTable {
  /** How many numbers there are: {@code FG_REGIONS}. */
  static final int MOST = 4096;

  private static final int WALL = 1;
  private static final int CPU_ADAPTIVE = 4;
  private static final int COUNT_ADAPTIVE = 8;
  private static final int FIRST_COUNTER = 0x100;

  private final Map<Place.Code, Integer> numbers = new HashMap<>();
  private final Map<Integer, Place.Code> codes = new HashMap<>();
  private final BitSet taken = new BitSet(MOST);
  private final Map<Integer, Backend> backends = new HashMap<>();
  private final double callCostNanos;
  private volatile Map<Integer, SharedSensor> all = Map.of();
  private volatile boolean needsSync;

  /**
   * Creates an empty table.
   *
   * @param callCostNanos cost of a call of an agent's sensor that reads only the time
   */
  SensorTable(double callCostNanos) {
    this.callCostNanos = callCostNanos;
  }

  /** Returns the sensors by number, in order of insertion. */
  Map<Integer, SharedSensor> all() {
    return all;
  }

  Optional<Integer> number(Place.Code code) {
    return Optional.ofNullable(numbers.get(code));
  }

  /** Returns the number of the code, or allocates one; empty if none is left. */
  Optional<Integer> allocateNumber(Place.Code code) {
    Optional<Integer> number =
        number(code).or(() -> Optional.of(taken.nextClearBit(0)).filter(free -> free < MOST));
    number.ifPresent(
        k -> {
          numbers.put(code, k);
          codes.put(k, code);
          taken.set(k);
        });
    return number;
  }

  /** Releases a number that never had a sensor. */
  void release(int number) {
    if (!all.containsKey(number)) {
      numbers.remove(codes.remove(number));
      taken.clear(number);
    }
  }

  Probe probe(Place place, int number, SensorRequest request) {
    return new Probe(
        place.region().address(),
        place.region().size(),
        number,
        metrics(request),
        number(request.backend()),
        request.costLimit().orElse(0));
  }

  private static int metrics(SensorRequest request) {
    return (request.metrics().contains(Metric.WALL_TIME) ? WALL : 0)
        | (request.metrics().contains(Metric.CPU_TIME) ? CPU_ADAPTIVE : 0)
        | counters(request);
  }

  /** Returns a bit for each counter, and the flag that they are read only in long calls. */
  private static int counters(SensorRequest request) {
    List<Metric> all = Metric.counters();
    int wanted =
        IntStream.range(0, all.size())
            .filter(k -> request.metrics().contains(all.get(k)))
            .map(k -> FIRST_COUNTER << k)
            .sum();
    return wanted == 0 ? 0 : wanted | COUNT_ADAPTIVE;
  }

  private static int number(Backend backend) {
    return switch (backend) {
      case AUTOMATIC, AGENT -> 1;
      case KERNEL -> 2;
    };
  }

  /** Describes an inserted sensor, for {@link #addInstalled}. */
  SharedSensor sensor(int number, Place place, SensorRequest request, Verdicts.Verdict verdict) {
    backends.put(number, verdict.backend());
    double call =
        verdict.backend() == Backend.KERNEL
            ? verdict.costNanos()
            : Math.min(callCostNanos, verdict.costNanos());
    return new SharedSensor(
        place.region(),
        request.metrics(),
        whyUncounted(verdict),
        call,
        verdict.costNanos() - call,
        true);
  }

  /**
   * Adds sensors that are in place. They are added together, because each change copies the table.
   */
  void addInstalled(Map<Integer, SharedSensor> sensors) {
    update(sensors);
  }

  private static Optional<String> whyUncounted(Verdicts.Verdict verdict) {
    return verdict.backend() == Backend.KERNEL
        ? Optional.of("kernel probes read no counters; request the backend \"agent\"")
        : Optional.empty();
  }

  /** Marks sensors as no longer in place. */
  void markRemoved(Collection<Integer> numbers) {
    Map<Integer, SharedSensor> changes = new HashMap<>();
    for (int number : numbers) {
      SharedSensor old = all.get(number);
      changes.put(
          number,
          new SharedSensor(
              old.region(),
              old.metrics(),
              old.whyUncounted(),
              old.costNanos(),
              old.readingNanos(),
              false));
    }
    update(changes);
  }

  private void update(Map<Integer, SharedSensor> changes) {
    Map<Integer, SharedSensor> copy = new LinkedHashMap<>(all);
    copy.putAll(changes);
    all = copy;
    needsSync = copy.keySet().stream().anyMatch(number -> backend(number) == Backend.KERNEL);
  }

  Backend backend(int number) {
    return backends.getOrDefault(number, Backend.AGENT);
  }

  /** Whether some sensors are kernel probes, whose counts must be fetched. */
  boolean needsSync() {
    return needsSync;
  }
}
