package io.flowgauge.traces.condor;

import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** One attempt of a job: a stay in the queue, and a run on at most one host. Not thread-safe. */
final class CondorAttempt {
  /**
   * An event in the vocabulary of runs.
   *
   * @param nanos epoch nanoseconds
   */
  record TimedEvent(EventType type, long nanos) {}

  private final List<TimedEvent> events = new ArrayList<>(4);
  private final List<Phase> phases = new ArrayList<>(0);
  private final Map<String, Long> transfers = new TreeMap<>();
  private final Map<String, String> attributes = new TreeMap<>();
  private Optional<TimedEvent> end = Optional.empty();
  private OptionalLong terminated = OptionalLong.empty();
  private String host = "";
  private boolean active;
  private boolean suspended;
  private boolean posted;

  CondorAttempt(String job) {
    attributes.put("native_id", job);
  }

  void addEvent(EventType type, long nanos) {
    events.add(new TimedEvent(type, nanos));
  }

  void execute(long nanos, String on) {
    active = true;
    host = on;
    addEvent(suspended ? EventType.RESUMED : EventType.ACTIVE, nanos);
    suspended = false;
  }

  void suspend(long nanos) {
    suspended = true;
    addEvent(EventType.SUSPENDED, nanos);
  }

  void resume(long nanos) {
    suspended = false;
    addEvent(EventType.RESUMED, nanos);
  }

  /** Records that the job itself is over. */
  void terminate(EventType type, long nanos) {
    terminated = OptionalLong.of(nanos);
    end(type, nanos);
  }

  void end(EventType type, long nanos) {
    end = Optional.of(new TimedEvent(type, nanos));
  }

  /** Records that the job's POST script is over, whose result becomes that of the node. */
  void endPostScript(EventType type, long nanos) {
    posted = true;
    if (terminated.isPresent() && terminated.getAsLong() <= nanos) {
      phases.add(new Phase("post-script", terminated.getAsLong(), nanos));
    }
    end(type, nanos);
  }

  void transferBegins(String phase, long nanos) {
    transfers.putIfAbsent(phase, nanos);
  }

  void transferEnds(String phase, long nanos) {
    Long begin = transfers.remove(phase);
    if (begin != null && begin <= nanos) {
      phases.add(new Phase(phase, begin, nanos));
    }
  }

  void attribute(String name, String value) {
    if (!value.isEmpty()) {
      attributes.put(name, value);
    }
  }

  boolean isActive() {
    return active && end.isEmpty();
  }

  /** Whether the POST script is over. */
  boolean isPosted() {
    return posted;
  }

  boolean isSuspended() {
    return suspended;
  }

  Optional<TimedEvent> end() {
    return end;
  }

  List<TimedEvent> events() {
    return events;
  }

  List<Phase> phases() {
    return phases;
  }

  Map<String, String> attributes() {
    return attributes;
  }

  /** Returns the host it ran on; empty if it did not run. */
  String host() {
    return host;
  }
}
