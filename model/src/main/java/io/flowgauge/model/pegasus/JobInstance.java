package io.flowgauge.model.pegasus;

import io.flowgauge.run.EventType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** One submission of a job, as its events tell it. Not thread-safe. */
final class JobInstance {
  private final Map<Moment, Long> times = new EnumMap<>(Moment.class);
  private final Set<Moment> failed = EnumSet.noneOf(Moment.class);
  private final List<Long> starts = new ArrayList<>(1);
  private final List<Hold> holds = new ArrayList<>(0);
  private final Invocations invocations = new Invocations();
  private String host = "";
  private String site = "";
  private String schedulerId = "";
  private String exit = "";

  /**
   * The job was taken out of the queue or off its host, or came back.
   *
   * @param nanos when
   * @param begins whether the hold begins
   */
  record Hold(long nanos, boolean begins) {}

  /**
   * How and when the attempt ended.
   *
   * @param type COMPLETED, FAILED or ABORTED
   * @param nanos when
   */
  record End(EventType type, long nanos) {}

  /** Of an event that repeats the last counts. */
  void at(Moment moment, long nanos, boolean failure) {
    if (moment == Moment.HELD_START || moment == Moment.HELD_END) {
      holds.add(new Hold(nanos, moment == Moment.HELD_START));
      return;
    }
    if (moment == Moment.MAIN_START) {
      starts.add(nanos);
    }
    if (nanos >= times.getOrDefault(moment, Long.MIN_VALUE)) {
      times.put(moment, nanos);
      failed.remove(moment);
      if (failure) {
        failed.add(moment);
      }
    }
  }

  void on(String host, String site) {
    this.host = host.isEmpty() ? this.host : host;
    this.site = site.isEmpty() ? this.site : site;
  }

  void schedulerId(String id) {
    schedulerId = id;
  }

  void exit(String code) {
    exit = code;
  }

  String host() {
    return host;
  }

  String site() {
    return site;
  }

  String schedulerId() {
    return schedulerId;
  }

  /** Exit code of the job, else of its script; empty where unknown. */
  String exit() {
    return exit;
  }

  Invocations invocations() {
    return invocations;
  }

  /** Each time the job began to run: more than once if it was evicted. */
  List<Long> starts() {
    return starts;
  }

  List<Hold> holds() {
    return holds;
  }

  OptionalLong time(Moment moment) {
    Long nanos = times.get(moment);
    return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** Time of the first of some moments that is known. */
  OptionalLong firstOf(Moment... moments) {
    for (Moment moment : moments) {
      if (times.containsKey(moment)) {
        return time(moment);
      }
    }
    return OptionalLong.empty();
  }

  boolean hasFailed(Moment moment) {
    return failed.contains(moment);
  }

  boolean hasEvents() {
    return !times.isEmpty();
  }

  /** Whether T was measured on the host, and not made up from the events by Pegasus' monitor. */
  boolean isMeasured() {
    return invocations.isMeasured(!host.isEmpty());
  }

  /** The end as DAGMan sees it: where there is a post script its result is that of the job. */
  Optional<End> end() {
    if (times.containsKey(Moment.ABORT)) {
      long last = times.get(Moment.ABORT);
      last = Math.max(last, times.getOrDefault(Moment.MAIN_END, last));
      last = Math.max(last, times.getOrDefault(Moment.POST_END, last));
      return Optional.of(new End(EventType.ABORTED, last));
    }
    if (times.containsKey(Moment.POST_END)) {
      return Optional.of(endAt(Moment.POST_END));
    }
    if (times.containsKey(Moment.POST_START)) {
      return Optional.empty();
    }
    return times.containsKey(Moment.MAIN_END) ? Optional.of(endAt(Moment.MAIN_END)) : neverRan();
  }

  private Optional<End> neverRan() {
    boolean submitted = times.containsKey(Moment.SUBMIT_START);
    if (hasFailed(Moment.SUBMIT_END)) {
      return Optional.of(endAt(Moment.SUBMIT_END));
    }
    return hasFailed(Moment.PRE_END) && !submitted
        ? Optional.of(endAt(Moment.PRE_END))
        : Optional.empty();
  }

  private End endAt(Moment moment) {
    return new End(hasFailed(moment) ? EventType.FAILED : EventType.COMPLETED, times.get(moment));
  }

  /** The first two neighbouring events that are in the wrong order. */
  Optional<String> disorder() {
    Moment before = null;
    for (Moment moment : Moment.ordered().filter(times::containsKey).toList()) {
      if (before != null && times.get(moment) < times.get(before)) {
        return Optional.of(before.event() + " after " + moment.event());
      }
      before = moment;
    }
    return Optional.empty();
  }
}
