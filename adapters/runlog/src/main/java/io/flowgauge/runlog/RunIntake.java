package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Passes the events of a log about one run to a recorder. Not thread-safe. */
final class RunIntake implements RunEventConsumer {
  /** Handles the events of a type. */
  private interface Handler {
    void take(EventCursor event);
  }

  private static final Handler PASSED_OVER = event -> {};

  /** The place stated in diagnostics. */
  static final String WHERE = "event log";

  private final long run;
  private final RunRecorder into;
  private final Map<EventSchema, Handler> handlers = new HashMap<>();

  /**
   * Handlers by identity, because cursors return the same object for all events of a type in a log.
   */
  private final IdentityHashMap<EventSchema, Handler> seen = new IdentityHashMap<>();

  private final ActivityNames names = new ActivityNames();
  private final Map<Long, Attributes> attributes = new HashMap<>();
  private final Map<Long, ProfileAssembly> profiles = new HashMap<>();
  private final Map<Integer, RegionAssembly> regions = new LinkedHashMap<>();
  private RegionAssembly ended;
  private boolean isEnded;
  private long unusable;

  /** Attributes logged before the activity is declared. */
  private static final class Attributes {
    final Map<String, String> values = new TreeMap<>();
    int events;
  }

  RunIntake(long run, RunRecorder into) {
    this.run = run;
    this.into = into;
    handleActivityEvents();
    handleRunEvents();
    for (EventType type : EventType.values()) {
      handlers.put(RunSchemas.atLogTime(type), e -> event(e, type, e.timeNanos()));
      handlers.put(RunSchemas.atGivenTime(type), e -> event(e, type, e.int64(2)));
    }
  }

  private void handleActivityEvents() {
    handlers.put(RunSchemas.ATTRIBUTE, this::attribute);
    handlers.put(RunSchemas.ACTIVITY, this::activity);
    handlers.put(RunSchemas.KNOWN, this::known);
    handlers.put(RunSchemas.ASSIGNED, this::assigned);
    handlers.put(RunSchemas.PHASE, this::phase);
    handlers.put(RunSchemas.PHASE_TIME, this::phaseTime);
    handlers.put(RunSchemas.ATTEMPT_PHASE, this::attemptPhase);
    handlers.put(RunSchemas.CODE_REGION, e -> profile(e).region(e));
    handlers.put(RunSchemas.CODE_CALL, e -> profile(e).call(e));
    handlers.put(RunSchemas.CODE_ANEW, e -> profile(e).discardMeasurements());
    handlers.put(RunSchemas.CODE_PROFILE, this::codeProfile);
    handlers.put(
        RunSchemas.ATTEMPT_WALLCLOCK,
        e -> {
          int attempt = e.int32(1);
          long nanos = e.int64(2);
          names.whenNamed(e.int64(0), activity -> into.wallclock(activity, attempt, nanos));
        });
    handlers.put(
        RunSchemas.WALLCLOCK,
        e -> {
          long nanos = e.int64(1);
          names.whenNamed(e.int64(0), activity -> into.wallclock(activity, nanos));
        });
    handlers.put(
        RunSchemas.IDEAL,
        e -> {
          long nanos = e.int64(1);
          names.whenNamed(e.int64(0), activity -> into.ideal(activity, nanos));
        });
  }

  private void handleRunEvents() {
    handleRunEvent(RunSchemas.START, e -> into.start(e.int64(1)));
    handleRunEvent(
        RunSchemas.END,
        e -> {
          isEnded = true;
          into.end(e.int64(1));
        });
    handleRunEvent(RunSchemas.MAKESPAN, e -> into.recordedMakespan(e.int64(1)));
    handleRunEvent(
        RunSchemas.TIME_BASE,
        e -> into.timeBase(constant(TimeBase.class, "time base", e.string(1))));
    handleRunEvent(
        RunSchemas.PROCESSOR,
        e -> into.processor(new Processor(e.string(3), e.float64(2), e.int32(1), e.string(4))));
    handleRunEvent(
        RunSchemas.SERVICE,
        e -> into.service(new ServiceInterval(e.string(3), e.int64(1), e.int64(2))));
    handleRunEvent(RunSchemas.HOST_LOAD, e -> into.hostLoad(hostLoad(e)));
    handleRunEvent(RunSchemas.DIAGNOSTIC, e -> into.diagnostic(diagnostic(e)));
    handleRunEvent(RunSchemas.UNUSABLE, e -> UnusableCall.labelled(e.string(1)).repeat(into));
    handleRunEvent(RunSchemas.DEPENDENCY, e -> dependency(e.int64(1), e.int64(2)));
    handleRunEvent(RunSchemas.REGION, e -> assembly(e).region(e));
    handleRunEvent(RunSchemas.LEAF, e -> assembly(e).leaf(e));
    handleRunEvent(RunSchemas.LINK, e -> assembly(e).link(e));
    handleRunEvent(RunSchemas.REGIONS, this::regions);
  }

  private void handleRunEvent(EventSchema schema, Handler handler) {
    handlers.put(
        schema,
        event -> {
          if (event.int64(0) == run) {
            handler.take(event);
          }
        });
  }

  /** Handles the current event of a cursor, if it concerns the run. */
  @Override
  public void take(EventCursor event) {
    Handler handler = seen.get(event.schema());
    if (handler == null) {
      handler = handlers.getOrDefault(event.schema(), PASSED_OVER);
      seen.put(event.schema(), handler);
    }
    try {
      handler.take(event);
    } catch (RuntimeException e) { // A faulty event must not affect others.
      countUnusable(event, e);
    }
  }

  /**
   * Counts an event that cannot be used; only logs written by other software contain such events.
   */
  private void countUnusable(EventCursor event, RuntimeException e) {
    unusable++;
    if (unusable == 1) {
      into.diagnostic(
          Diagnostic.error(WHERE, "not used: " + event.event() + " (" + e.getMessage() + ")"));
    }
  }

  private void event(EventCursor event, EventType type, long nanos) {
    int attempt = event.int32(1);
    names.whenNamed(event.int64(0), activity -> into.record(activity, type, nanos, attempt));
  }

  private void assigned(EventCursor event) {
    int attempt = event.int32(1);
    String processor = event.string(2);
    names.whenNamed(event.int64(0), activity -> into.assign(activity, attempt, processor));
  }

  private void phase(EventCursor event) {
    Phase phase = new Phase(event.string(3), event.int64(1), event.int64(2));
    names.whenNamed(event.int64(0), activity -> into.phase(activity, phase));
  }

  private void attemptPhase(EventCursor event) {
    int attempt = event.int32(1);
    Phase phase = new Phase(event.string(4), event.int64(2), event.int64(3));
    names.whenNamed(event.int64(0), activity -> into.phase(activity, attempt, phase));
  }

  private void phaseTime(EventCursor event) {
    long nanos = event.int64(1);
    PhaseType phase =
        PhaseType.of(event.string(2))
            .orElseThrow(() -> new IllegalArgumentException("no phase " + event.string(2)));
    names.whenNamed(event.int64(0), activity -> into.phaseTime(activity, phase, nanos));
  }

  private ProfileAssembly profile(EventCursor event) {
    return profiles.computeIfAbsent(event.int64(0), activity -> new ProfileAssembly());
  }

  private void codeProfile(EventCursor event) {
    CodeProfile profile = profile(event).profile(event);
    names.whenNamed(event.int64(0), activity -> into.codeProfile(activity, profile));
  }

  private void attribute(EventCursor event) {
    Attributes early = attributes.computeIfAbsent(event.int64(0), id -> new Attributes());
    early.events++;
    String value = event.string(3);
    String key = event.string(2);
    early.values.merge(key, value, (before, more) -> event.int32(1) == 0 ? value : before + more);
  }

  private void known(EventCursor event) {
    if (name(event.int64(1), event.int64(0), event.string(2))) {
      names.release(event.int64(0));
    }
  }

  private void activity(EventCursor event) {
    long lifeline = event.int64(0);
    Attributes early = attributes.remove(lifeline);
    if (!name(event.int64(1), lifeline, event.string(4))) {
      return;
    }
    try {
      into.activity(declared(event, early == null ? Map.of() : early.values));
    } finally {
      // Even if its declaration is unusable, other events about it count.
      names.release(lifeline);
    }
    int lost = event.int32(3) - (early == null ? 0 : early.events);
    if (lost > 0) {
      into.diagnostic(
          Diagnostic.error(
              "activity " + event.string(4), lost + " events of its attributes are missing"));
    }
  }

  private static Activity declared(EventCursor event, Map<String, String> attributes) {
    ActivityKind kind = constant(ActivityKind.class, "kind", event.string(6));
    Activity plain = Activity.of(event.string(4), event.string(5), kind);
    int iteration = event.int32(2);
    return (iteration == 0 ? plain : plain.withIteration(iteration)).withAttributes(attributes);
  }

  /** Notes the name of a lifeline; returns whether it is an activity of this run. */
  private boolean name(long itsRun, long lifeline, String activity) {
    if (itsRun != run) {
      names.markForeign(lifeline);
      return false;
    }
    String known = names.name(lifeline, activity);
    if (!known.equals(activity)) {
      into.diagnostic(
          Diagnostic.error(
              "activity " + activity,
              "was logged with the lifeline of " + known + ", to which its events are added"));
      return false;
    }
    return true;
  }

  private void dependency(long from, long to) {
    names.whenNamed(from, earlier -> names.whenNamed(to, later -> into.dependency(earlier, later)));
  }

  /** Returns a constant by its name, in either case. */
  private static <E extends Enum<E>> E constant(Class<E> type, String what, String name) {
    return Stream.of(type.getEnumConstants())
        .filter(one -> one.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + what + " " + name));
  }

  private static HostLoad hostLoad(EventCursor event) {
    return new HostLoad(
        event.string(6),
        event.string(7),
        event.string(8),
        event.int64(1),
        event.int64(2),
        event.float64(3),
        event.float64(4),
        event.float64(5));
  }

  private static Diagnostic diagnostic(EventCursor event) {
    Severity severity = constant(Severity.class, "severity", event.string(1));
    return new Diagnostic(severity, event.string(2), event.string(3));
  }

  private RegionAssembly assembly(EventCursor event) {
    return regions.computeIfAbsent(event.int32(1), tree -> new RegionAssembly(names));
  }

  /** Notes the tree that was declared last, which is the one that counts. */
  private void regions(EventCursor event) {
    ended = assembly(event);
    ended.end(event);
  }

  /** Whether the end of the run was among the events. */
  boolean isEnded() {
    return isEnded;
  }

  /**
   * Records the regions, which is possible only once their activities have names.
   *
   * @param isEnd whether nothing will follow, so that anything missing is lost
   */
  private void recordEndedRegions(boolean isEnd) {
    if (ended == null) {
      return;
    }
    Optional<String> fault = ended.fault();
    if (fault.isEmpty()) {
      recordRegions();
      ended = null;
    } else if (isEnd) {
      into.diagnostic(Diagnostic.warning(WHERE, fault.get() + "; the tree is not used"));
    }
  }

  private void recordRegions() {
    try {
      into.regions(ended.tree());
    } catch (IllegalArgumentException e) {
      into.diagnostic(Diagnostic.warning(WHERE, "the region tree is not used: " + e.getMessage()));
    }
  }

  @Override
  public void passOnComplete() {
    recordEndedRegions(false);
  }

  /** Reports what remains unresolved at the end of the log. */
  void finish() {
    recordEndedRegions(true);
    if (names.unnamedCount() > 0) {
      into.diagnostic(
          Diagnostic.error(
              WHERE,
              names.waitingStepCount()
                  + " events belong to "
                  + names.unnamedCount()
                  + " activities whose declarations are missing; these events are not used"));
    }
    long lost =
        profiles.entrySet().stream()
            .filter(profile -> names.of(profile.getKey()) != null)
            .mapToLong(profile -> profile.getValue().missingCount())
            .sum();
    if (lost > 0) {
      into.diagnostic(
          Diagnostic.warning(WHERE, lost + " measurements of code regions are missing"));
    }
    if (unusable > 1) {
      into.diagnostic(Diagnostic.error(WHERE, (unusable - 1) + " more events are not used"));
    }
  }
}
