package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Times of completed activities. Immutable once made; thread-safe. */
final class LearnedTimes {
  final List<Double> latencies = new ArrayList<>();
  int unmeasured;
  int negative;
  private final LatencySample all = new LatencySample();
  private final LatencySample allWholes = new LatencySample();
  private final Map<String, Double> own = new HashMap<>();
  private final Map<String, TypeTimes> types = new HashMap<>();

  /** Computed when first needed; racing threads compute the same value. */
  private volatile Boolean typesDiffer;

  /** Times of one type of activity. */
  private static final class TypeTimes {
    final List<Double> services = new ArrayList<>();
    final LatencySample latencies = new LatencySample();
    final LatencySample wholes = new LatencySample();
  }

  /**
   * Learns from runs.
   *
   * @param onSlots whether to exclude waits for slots from latencies
   */
  static LearnedTimes of(List<RunReading> runs, boolean onSlots) {
    LearnedTimes learned = new LearnedTimes();
    runs.forEach(run -> learned.add(run, onSlots));
    return learned;
  }

  private void add(RunReading run, boolean onSlots) {
    Workflow workflow = run.run().workflow();
    ObservedTimes times = run.times();
    for (int k = 0; k < workflow.activityCount(); k++) {
      if (times.isCompleted(k)) {
        Activity activity = workflow.activity(k);
        OptionalDouble service = times.service(k);
        service.ifPresent(seconds -> learn(activity, seconds));
        OptionalDouble latency = onSlots ? times.latency(k, run.slots()) : times.latency(k);
        if (latency.isPresent()) {
          learn(activity, service.orElseThrow(), latency.getAsDouble(), times.isRetried(k));
        } else {
          unmeasured++;
        }
      }
    }
  }

  private TypeTimes type(Activity activity) {
    return types.computeIfAbsent(activity.type(), key -> new TypeTimes());
  }

  private void learn(Activity activity, double service) {
    own.putIfAbsent(activity.id(), service);
    type(activity).services.add(service);
  }

  private void learn(Activity activity, double service, double latency, boolean isRetried) {
    negative += latency < 0 ? 1 : 0;
    double seconds = Math.max(0, latency);
    latencies.add(seconds);
    all.add(seconds, isRetried);
    allWholes.add(service + seconds, isRetried);
    type(activity).latencies.add(seconds, isRetried);
    type(activity).wholes.add(service + seconds, isRetried);
  }

  Optional<LawFit> latencyFit() {
    return all.fit();
  }

  Optional<Law> latency() {
    return all.law();
  }

  /**
   * Whether latencies differ by type, among the types with enough of them, so that each such type
   * has its own law.
   */
  boolean typesDiffer() {
    Boolean made = typesDiffer;
    if (made == null) {
      made = differ();
      typesDiffer = made;
    }
    return made;
  }

  private boolean differ() {
    return KruskalWallis.differ(
        types.values().stream()
            .map(type -> type.latencies)
            .filter(sample -> sample.size() >= LatencySample.FEWEST)
            .map(LatencySample::values)
            .toList());
  }

  /** Returns the latency of a type if latencies differ by type and this one has enough of them. */
  Optional<Law> latency(String type) {
    TypeTimes times = types.get(type);
    return times != null && times.latencies.size() >= LatencySample.FEWEST && typesDiffer()
        ? times.latencies.law()
        : Optional.empty();
  }

  /**
   * Returns the law of service time plus latency of a type or, if it was never measured, of all
   * types.
   */
  Optional<Law> durationLaw(String type) {
    return (types.containsKey(type) ? types.get(type).wholes : allWholes).law();
  }

  /** Returns the service time that was measured for this activity, recognized by its id. */
  OptionalDouble service(Activity activity) {
    Double seconds = own.get(activity.id());
    return seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds);
  }

  /** Returns the mean service time of a type. */
  OptionalDouble service(String type) {
    return types.containsKey(type)
        ? types.get(type).services.stream().mapToDouble(seconds -> seconds).average()
        : OptionalDouble.empty();
  }
}
