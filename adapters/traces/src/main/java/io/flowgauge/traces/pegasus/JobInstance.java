package io.flowgauge.traces.pegasus;

import io.flowgauge.run.EventType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** One submission of a job, as its events show it. Not thread-safe. */
final class JobInstance {
  private final Map<Moment, Long> times = new EnumMap<>(Moment.class);
  private final Set<Moment> failed = EnumSet.noneOf(Moment.class);
  private final List<Long> starts = new ArrayList<>(1);
  private final List<Long> evictions = new ArrayList<>(0);
  private final List<Hold> holds = new ArrayList<>(0);
  private final Invocations invocations = new Invocations();
  private String host = "";
  private String site = "";
  private String schedulerId = "";
  private String exit = "";

  /**
   * The job was taken out of the queue, off its host, or stopped on it; or came back.
   *
   * @param nanos when
   * @param onHost whether it was only stopped, as in a suspension
   */
  record Hold(long nanos, boolean begins, boolean onHost) {
    static Hold of(Moment moment, long nanos) {
      boolean onHost = moment == Moment.SUSPEND_START || moment == Moment.SUSPEND_END;
      boolean begins = moment == Moment.HELD_START || moment == Moment.SUSPEND_START;
      return new Hold(nanos, begins, onHost);
    }

    boolean takesOffHost() {
      return begins && !onHost;
    }
  }

  /**
   * How and when the attempt ended.
   *
   * @param type COMPLETED, FAILED or ABORTED
   * @param nanos when
   */
  record End(EventType type, long nanos) {}

  /** Of an event that repeats the last counts. */
  void at(Moment moment, long nanos, boolean failure) {
    if (moment.isOfHold()) {
      holds.add(Hold.of(moment, nanos));
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

  /** The job left its host without having ended: it goes back to the queue. */
  void evicted(long nanos) {
    evictions.add(nanos);
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

  /**
   * The attempts of this submission: more than one if it was evicted while it ran, or held, as that
   * takes a job off its host, too. A hold after which it ended without having begun again left it
   * where it was.
   */
  List<Execution> executions() {
    List<Long> begun = starts.stream().sorted().toList();
    List<Long> losses = new ArrayList<>(evictions);
    holds.stream().filter(Hold::takesOffHost).map(Hold::nanos).forEach(losses::add);
    return Execution.of(begun, losses.stream().filter(this::beganAnewAfter).sorted().toList());
  }

  /** Whether it did, or still might. */
  private boolean beganAnewAfter(long loss) {
    boolean ended = times.containsKey(Moment.MAIN_END) && !times.containsKey(Moment.ABORT);
    return !ended || time(Moment.MAIN_START).orElse(Long.MIN_VALUE) >= loss;
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
