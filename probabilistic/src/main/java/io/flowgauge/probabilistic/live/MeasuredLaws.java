package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.workflow.Activity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds the law of each activity's time. It is the first of these that is known: a law given for
 * the activity; its own service time plus a latency; unless a latency or service time is given for
 * all activities, the law of the whole times of its type or, if the type was never measured, of all
 * types; the mean service time of its type plus a latency. Equal laws are one object. Not
 * thread-safe.
 */
final class MeasuredLaws {
  private final LearnedTimes learned;
  private final GivenTimes given;
  private final Law general;
  private final Map<String, Optional<Law>> durationLaws = new HashMap<>();
  private final Map<String, Law> latencies = new HashMap<>();
  private final Map<Law, Law> durations = new HashMap<>();

  /**
   * Prepares the laws.
   *
   * @param general the latency of activities whose type has no law of its own
   */
  MeasuredLaws(LearnedTimes learned, GivenTimes given, Law general) {
    this.learned = learned;
    this.given = given;
    this.general = general;
  }

  /** Returns a prediction in which the times of an activity are set. */
  NetworkPrediction withActivityTimes(NetworkPrediction prediction, Activity activity) {
    String id = activity.id();
    return whole(activity)
        .map(whole -> prediction.serviceTime(id, 0).latency(id, whole))
        .orElseGet(
            () -> prediction.serviceTime(id, service(activity)).latency(id, latency(activity)));
  }

  /** Returns the law of service time plus latency. */
  Law law(Activity activity) {
    return whole(activity).orElseGet(() -> Law.shifted(service(activity), latency(activity)));
  }

  private Law latency(Activity activity) {
    return latencies.computeIfAbsent(activity.type(), this::latency);
  }

  private Law latency(String type) {
    Optional<Law> own = given.latency().isPresent() ? Optional.empty() : learned.latency(type);
    return own.map(given::varied).orElse(general);
  }

  private Optional<Law> whole(Activity activity) {
    Law duration = given.durations().get(activity.id());
    if (duration != null) {
      return Optional.of(durations.computeIfAbsent(duration, given::varied));
    }
    boolean isKnown = learned.service(activity).isPresent() || given.isGeneral();
    return isKnown
        ? Optional.empty()
        : durationLaws.computeIfAbsent(
            activity.type(), key -> learned.durationLaw(key).map(given::varied));
  }

  private double service(Activity activity) {
    return given
        .serviceSeconds()
        .orElseGet(() -> learned.service(activity).orElseGet(() -> serviceOfType(activity)));
  }

  private double serviceOfType(Activity activity) {
    OptionalDouble service = learned.service(activity.type());
    if (service.isEmpty() && !given.isGeneral()) {
      throw new IllegalArgumentException(
          "activity "
              + activity.id()
              + " must have measured times, or others of its type, but has none;"
              + " give a duration, latency or service time");
    }
    return service.orElse(0);
  }
}
