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

/** One submission of a job, from its events. Not thread-safe. */
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
   * The start or end of a hold: the job is removed from the queue or its host, or stopped on its
   * host.
   *
   * @param nanos epoch nanoseconds
   * @param onHost whether it was stopped on its host, as in a suspension
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
   * @param nanos epoch nanoseconds
   */
  record End(EventType type, long nanos) {}

  /** Records an event; if it repeats, the latest time counts. */
  void recordMoment(Moment moment, long nanos, boolean failure) {
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

  /** Records that the job left its host without having ended, and returned to the queue. */
  void evicted(long nanos) {
    evictions.add(nanos);
  }

  void setPlace(String host, String site) {
    this.host = host.isEmpty() ? this.host : host;
    this.site = site.isEmpty() ? this.site : site;
  }

  void setSchedulerId(String id) {
    schedulerId = id;
  }

  void setExitCode(String code) {
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

  /** Returns the exit code of the job, or else of its script; empty if unknown. */
  String exitCode() {
    return exit;
  }

  Invocations invocations() {
    return invocations;
  }

  /**
   * Returns the attempts of this submission. There are several if it was evicted while it ran, or
   * held, which also takes a job off its host. A hold is ignored if the job ended without having
   * started again.
   */
  List<Execution> executions() {
    List<Long> begun = starts.stream().sorted().toList();
    List<Long> losses = new ArrayList<>(evictions);
    holds.stream().filter(Hold::takesOffHost).map(Hold::nanos).forEach(losses::add);
    return Execution.of(begun, losses.stream().filter(this::beganAnewAfter).sorted().toList());
  }

  /** Whether the job started again after a loss, or still may. */
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

  /** Returns the time of the first of some moments that is known. */
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

  /** Whether T was measured on the host, rather than derived from events by Pegasus' monitor. */
  boolean isMeasured() {
    return invocations.isMeasured(!host.isEmpty());
  }

  /**
   * Returns the end as DAGMan sees it: the result of a post script, if there is one, is that of the
   * job.
   */
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
    return times.containsKey(Moment.MAIN_END)
        ? Optional.of(endAt(Moment.MAIN_END))
        : endBeforeRun();
  }

  private Optional<End> endBeforeRun() {
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

  /** Returns the first two consecutive events that are in the wrong order. */
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
