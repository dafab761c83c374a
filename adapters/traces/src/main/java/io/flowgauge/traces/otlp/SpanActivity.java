package io.flowgauge.traces.otlp;

import io.flowgauge.run.EventType;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.table.DecimalDigits;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** One span that is an attempt of an activity. */
record SpanActivity(TraceFile file, Span span, int attempt, RunRecorder into) {
  private static final Pattern MANY_NANOS = Pattern.compile("[1-9][0-9]{18}");
  private static final String MOST_NANOS = Long.toString(Long.MAX_VALUE);
  private static final int COUNT_DIGITS = 9;
  private static final Map<String, PhaseType> PHASE_TIMES = new HashMap<>();

  /** Types by the names of events, with and without prefix. */
  private static final Map<String, EventType> TYPES = new HashMap<>();

  private static final Set<EventType> BEFORE_END =
      EnumSet.of(EventType.STARTED, EventType.SUBMITTED, EventType.PENDING, EventType.ACTIVE);

  static {
    for (PhaseType phase : PhaseType.values()) {
      PHASE_TIMES.put(OtlpNames.PHASE_TIME + phase.label(), phase);
    }
    for (EventType type : EventType.values()) {
      put(type.name().toLowerCase(Locale.ROOT), type);
    }
    put("queued", EventType.PENDING);
  }

  private static void put(String event, EventType type) {
    TYPES.put(event, type);
    TYPES.put(OtlpNames.OWN + event, type);
  }

  static SpanActivity of(TraceFile file, Span span, RunRecorder into) {
    return new SpanActivity(file, span, count(span, OtlpNames.ATTEMPT).orElse(1), into);
  }

  /** Returns the number of an attempt or iteration; empty if the span has none. */
  private static OptionalInt count(Span span, String attribute) {
    String text = span.attributes.getOrDefault(attribute, "");
    long count = text.startsWith("0") ? 0 : DecimalDigits.of(text, COUNT_DIGITS);
    return count > 0 ? OptionalInt.of((int) count) : OptionalInt.empty();
  }

  private String id() {
    return span.activityId;
  }

  /** Records the attempt, and with the first one also the activity. */
  void record(boolean first) throws TraceFormatException {
    if (first) {
      into.activity(activity());
    }
    recordEvents();
    recordTimes();
  }

  private Activity activity() {
    String type =
        span.attribute(OtlpNames.TYPE)
            .or(() -> span.attribute(OtlpNames.TASK_NAME))
            .or(() -> Optional.of(span.name))
            .filter(name -> !name.isEmpty())
            .orElse(id());
    boolean transfers = ActivityKind.TRANSFER.name().equals(span.attributes.get(OtlpNames.KIND));
    Activity activity =
        Activity.of(id(), type, transfers ? ActivityKind.TRANSFER : ActivityKind.COMPUTE);
    Map<String, String> attributes = attributes();
    if (!attributes.isEmpty()) {
      activity = activity.withAttributes(attributes);
    }
    OptionalInt iteration = count(span, OtlpNames.ITERATION);
    return iteration.isPresent() ? activity.withIteration(iteration.getAsInt()) : activity;
  }

  private Map<String, String> attributes() {
    Map<String, String> all = new TreeMap<>();
    boolean own = isOwn();
    if (!own) {
      span.resource.forEach((key, value) -> addOther(all, key, value));
      if (!span.message.isEmpty()) {
        all.put(OtlpNames.STATUS_MESSAGE, span.message);
      }
    }
    span.attributes.forEach(
        (key, value) -> {
          if (key.startsWith(OtlpNames.ATTRIBUTE)) {
            all.put(key.substring(OtlpNames.ATTRIBUTE.length()), value);
          } else if (!own || !OtlpNames.REPEATED.contains(key)) {
            addOther(all, key, value);
          }
        });
    return all;
  }

  private static void addOther(Map<String, String> to, String key, String value) {
    if (!key.startsWith(OtlpNames.OWN)
        && !key.equals(OtlpNames.HOST)
        && !key.equals(OtlpNames.NODE)) {
      to.put(key, value);
    }
  }

  /** Whether Flowgauge wrote the span, in which case its events are complete. */
  private boolean isOwn() {
    return span.attributes.containsKey(OtlpNames.INDEX);
  }

  private void recordEvents() {
    Set<EventType> recorded = EnumSet.noneOf(EventType.class);
    for (Span.Event event : span.events) {
      EventType type = TYPES.get(event.name());
      if (type != null) {
        recorded.add(type);
        record(type, event.nanos());
      }
    }
    if (!isOwn()) {
      recordStartAndEnd(recorded);
    }
  }

  /** Records start and end of the span; 0 means that the time is unknown. */
  private void recordStartAndEnd(Set<EventType> recorded) {
    boolean covers = recorded.stream().anyMatch(BEFORE_END::contains);
    EventType begin = covers ? EventType.STARTED : EventType.ACTIVE;
    if (span.hasStart() && span.start > 0 && !recorded.contains(begin)) {
      record(begin, span.start);
    }
    boolean ended = recorded.stream().anyMatch(EventType::endsAttempt);
    if (span.hasEnd() && span.end > 0 && !ended) {
      record(outcome(), span.end);
    }
  }

  private EventType outcome() {
    String result = span.attributes.getOrDefault(OtlpNames.TASK_RESULT, "");
    if (result.equals(OtlpNames.CANCELLATION)) {
      return EventType.ABORTED;
    }
    boolean failed = span.status == Span.ERROR || result.equals(OtlpNames.FAILURE);
    return failed ? EventType.FAILED : EventType.COMPLETED;
  }

  private void record(EventType type, long nanos) {
    into.record(id(), type, nanos, attempt);
  }

  private void recordTimes() throws TraceFormatException {
    if (span.attributes.containsKey(OtlpNames.WALLCLOCK)) {
      into.wallclock(id(), nanos(file, span, OtlpNames.WALLCLOCK));
    }
    if (span.attributes.containsKey(OtlpNames.IDEAL)) {
      into.ideal(id(), nanos(file, span, OtlpNames.IDEAL));
    }
    for (String name : span.attributes.keySet()) {
      PhaseType phase = name.startsWith(OtlpNames.PHASE_TIME) ? PHASE_TIMES.get(name) : null;
      if (phase != null) {
        into.phaseTime(id(), phase, nanos(file, span, name));
      }
    }
  }

  static long nanos(TraceFile file, Span span, String attribute) throws TraceFormatException {
    String text = span.attributes.get(attribute);
    long nanos = DecimalDigits.of(text, DecimalDigits.MAX);
    if (nanos >= 0) {
      return nanos;
    }
    if (!MANY_NANOS.matcher(text).matches() || text.compareTo(MOST_NANOS) > 0) {
      throw file.error(
          span.place() + ", " + attribute, "\"" + text + "\"", "nanoseconds, 0 or more");
    }
    return Long.parseLong(text);
  }
}
