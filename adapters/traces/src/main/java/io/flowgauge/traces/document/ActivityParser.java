package io.flowgauge.traces.document;

import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.traces.inputs.FileList;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.UnusedKeys;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads the activities, and records each as soon as it has been read. Not thread-safe. */
final class ActivityParser {
  private static final String EVENT = "[TYPE, time, attempt]";
  private static final String ATTEMPT = "the number of an attempt, counted from 1";

  private static final NamedConstants<ActivityKind> KINDS =
      new NamedConstants<>(ActivityKind.values());
  private static final NamedConstants<EventType> EVENT_TYPES =
      new NamedConstants<>(EventType.values());

  private final JsonCursor json;
  private final DocumentTimes times;
  private final References references;
  private final UnusedKeys unknown;
  private final RunRecorder into;
  private final ActivityWork work;
  private int measured;
  private int laws;

  ActivityParser(
      JsonCursor json,
      DocumentTimes times,
      References references,
      UnusedKeys unknown,
      RunRecorder into) {
    this.json = json;
    this.times = times;
    this.references = references;
    this.unknown = unknown;
    this.into = into;
    work = new ActivityWork(json, unknown, into);
  }

  /**
   * Whether activities have laws of their duration, and no measurement of any activity is given.
   */
  boolean isStochastic() {
    return laws > 0 && measured == 0;
  }

  int laws() {
    return laws;
  }

  /** Returns what the document says about the work of the activities. */
  ActivityWork work() {
    return work;
  }

  void parse(String id) throws IOException {
    if (id.isEmpty()) {
      throw json.error("an activity with an empty id", "a key that is not empty");
    }
    references.activity(id);
    Draft draft = new Draft(id);
    json.object(key -> read(key, draft));
    record(draft);
  }

  private void read(String key, Draft draft) throws IOException {
    switch (key) {
      case Keys.TYPE -> draft.type = json.name("a type");
      case Keys.KIND -> draft.kind = constant(KINDS);
      case Keys.PROCESSOR -> draft.processor = Optional.of(references.readProcessor());
      case Keys.ATTEMPT_PROCESSORS -> json.object(number -> readAttemptProcessor(number, draft));
      case Keys.WALLCLOCK -> draft.wallclock = seconds();
      case Keys.IDEAL -> draft.ideal = seconds();
      case Keys.EVENTS -> json.array("an array of " + EVENT, index -> draft.events.add(event()));
      case Keys.PHASES -> json.array(index -> draft.phases.add(phase()));
      case Keys.PHASE_TIMES -> json.object(phase -> readPhaseTime(phase, draft));
      case Keys.CODE_PROFILES -> draft.codeProfiles = CodeProfiles.read(json, times, unknown);
      case Keys.ITERATION -> draft.iteration = json.wholeNumber(1, "an iteration, counted from 1");
      case Keys.ATTRIBUTES -> json.object(name -> draft.attributes.put(name, json.text()));
      case Keys.INPUTS -> draft.inputs = Optional.of(work.readInputs());
      case Keys.DURATION -> readLaw();
      default -> work.read(key, draft.attributes);
    }
  }

  private OptionalLong seconds() throws IOException {
    return OptionalLong.of(json.duration("a number of seconds, 0 or more"));
  }

  private <E extends Enum<E>> E constant(NamedConstants<E> constants) throws IOException {
    Optional<E> constant = constants.of(json.name(constants.expected()));
    if (constant.isEmpty()) {
      throw json.error(json.found(), constants.expected());
    }
    return constant.get();
  }

  private void readAttemptProcessor(String number, Draft draft) throws IOException {
    if (!number.matches("[1-9][0-9]{0,8}")) {
      throw json.error("key \"" + number + "\"", ATTEMPT);
    }
    draft.attemptProcessors.put(
        Integer.valueOf(number),
        json.isNull() ? Optional.empty() : Optional.of(references.readProcessor()));
  }

  private Event event() throws IOException {
    Event event = new Event();
    json.tuple(
        3,
        EVENT,
        index -> {
          switch (index) {
            case 0 -> event.type = constant(EVENT_TYPES);
            case 1 -> event.nanos = times.nanos();
            default -> event.attempt = json.wholeNumber(1, ATTEMPT);
          }
        });
    return event;
  }

  private Phase phase() throws IOException {
    Interval read = Interval.parse(json, times);
    return new Phase(read.name(), read.beginNanos(), read.endNanos());
  }

  private void readPhaseTime(String name, Draft draft) throws IOException {
    Optional<PhaseType> phase = PhaseType.of(name);
    if (phase.isPresent()) {
      draft.phaseTimes.put(phase.get(), seconds().getAsLong());
    } else {
      unknown.skip(json, name);
    }
  }

  private void readLaw() throws IOException {
    if (!json.isObject()) {
      throw json.error(json.found(), "a law object such as {\"type\": \"lognormal\", …}");
    }
    laws++;
    json.skip();
  }

  private void record(Draft draft) {
    draft.processor.ifPresent(
        processor -> work.putProcessor(draft.id, processor, draft.attributes));
    Activity activity = Activity.of(draft.id, draft.type, draft.kind);
    if (!draft.attributes.isEmpty()) {
      activity = activity.withAttributes(draft.attributes);
    }
    into.activity(draft.iteration == 0 ? activity : activity.withIteration(draft.iteration));
    draft.inputs.ifPresent(
        inputs -> work.addInputs(Activity.of(draft.id, draft.type), inputs, draft.attributes));
    for (Event event : draft.events) {
      into.record(draft.id, event.type, event.nanos, event.attempt);
      draft.attemptProcessors.putIfAbsent(event.attempt, draft.processor);
    }
    if (draft.attemptProcessors.isEmpty()) {
      draft.attemptProcessors.put(1, draft.processor);
    }
    draft.attemptProcessors.forEach(
        (attempt, name) -> name.ifPresent(found -> into.assign(draft.id, attempt, found)));
    draft.wallclock.ifPresent(nanos -> into.wallclock(draft.id, nanos));
    draft.ideal.ifPresent(nanos -> into.ideal(draft.id, nanos));
    draft.phases.forEach(phase -> into.phase(draft.id, phase));
    draft.phaseTimes.forEach((phase, nanos) -> into.phaseTime(draft.id, phase, nanos));
    draft.codeProfiles.forEach(profile -> into.codeProfile(draft.id, profile));
    measured += draft.events.isEmpty() && draft.wallclock.isEmpty() ? 0 : 1;
  }

  private static final class Event {
    private EventType type;
    private long nanos;
    private int attempt;
  }

  private static final class Draft {
    private final String id;
    private final List<Event> events = new ArrayList<>();
    private final List<Phase> phases = new ArrayList<>();
    private final Map<PhaseType, Long> phaseTimes = new EnumMap<>(PhaseType.class);
    private List<CodeProfile> codeProfiles = List.of();
    private final Map<Integer, Optional<String>> attemptProcessors = new TreeMap<>();
    private final Map<String, String> attributes = new TreeMap<>();
    private String type;
    private ActivityKind kind = ActivityKind.COMPUTE;
    private Optional<String> processor = Optional.empty();
    private Optional<FileList> inputs = Optional.empty();
    private OptionalLong wallclock = OptionalLong.empty();
    private OptionalLong ideal = OptionalLong.empty();
    private int iteration;

    private Draft(String id) {
      this.id = id;
      this.type = id;
    }
  }
}
