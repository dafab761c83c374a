package io.flowgauge.traces.chrome;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.traces.json.JsonOutput;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** Draws all attempts on lanes, with their states, phases and arrows. Used once. */
final class AttemptTracks {
  private static final String ACTIVITY = "activity";
  private static final String DEPENDENCY = "dependency";
  private static final String REPETITION = "repeated";

  private final WorkflowRun run;
  private final List<DrawnAttempt> attempts;
  private final JsonGenerator json;
  private final TraceEvents events;
  private final Arrows arrows;
  private final int[] lanes;
  private final int laneCount;

  private final PriorityQueue<Integer> open;
  private final PriorityQueue<Head> heads;
  private long across;

  /** The head of an arrow that does not point at the start of its attempt. */
  private record Head(long nanos, Track track, long id) {}

  AttemptTracks(
      WorkflowRun run, List<DrawnAttempt> attempts, JsonGenerator json, TraceEvents events) {
    this.run = run;
    this.attempts = attempts;
    this.json = json;
    this.events = events;
    arrows = new Arrows(run, attempts);
    TrackLanes free = new TrackLanes();
    // Catapult may attach an end of an arrow to any slice of that time, so no two slices may touch.
    lanes =
        attempts.stream()
            .mapToInt(
                drawn -> free.take(drawn.begin(), drawn.isOpen() ? drawn.end() : drawn.end() + 1))
            .toArray();
    laneCount = free.count();
    open = new PriorityQueue<>(Comparator.comparingLong(k -> attempts.get(k).end()));
    heads = new PriorityQueue<>(Comparator.comparingLong(Head::nanos));
  }

  /** Draws all attempts in a process, and returns the first free thread number. */
  int draw(int process, int firstThread) throws IOException {
    if (laneCount == 0) {
      return firstThread;
    }
    events.processName(process, "activities");
    for (int lane = 0; lane < laneCount; lane++) {
      events.threadName(new Track(process, firstThread + lane), "lane " + (lane + 1));
    }
    for (int k = 0; k < attempts.size(); k++) {
      closeUpTo(attempts.get(k).begin(), process, firstThread);
      begin(k, new Track(process, firstThread + lanes[k]));
      open.add(k);
    }
    closeUpTo(Long.MAX_VALUE, process, firstThread);
    return firstThread + laneCount;
  }

  /**
   * Writes ends before later starts, so that the tail of an arrow precedes its head even when both
   * have the same time.
   */
  private void closeUpTo(long nanos, int process, int firstThread) throws IOException {
    while (!open.isEmpty() && attempts.get(open.peek()).end() <= nanos) {
      int k = open.poll();
      if (!attempts.get(k).isOpen()) {
        pointUpTo(attempts.get(k).end() - 1);
        end(k, new Track(process, firstThread + lanes[k]));
      }
    }
    pointUpTo(nanos - 1);
  }

  /** Draws the heads up to a time; heads of a moment follow all tails of that moment. */
  private void pointUpTo(long nanos) throws IOException {
    while (!heads.isEmpty() && heads.peek().nanos() <= nanos) {
      Head head = heads.poll();
      events.arrowTo(head.track(), head.nanos(), DEPENDENCY, head.id());
    }
  }

  private void begin(int k, Track track) throws IOException {
    DrawnAttempt drawn = attempts.get(k);
    ActivityExecution execution = run.execution(drawn.activity());
    String name = execution.activity().id();
    Slice slice =
        new Slice(name, ACTIVITY, Colour.of(drawn.attempt().outcome()), drawn.begin(), drawn.end());
    events.begin(track, slice, () -> writeArguments(k, drawn, execution));
    List<Long> repetitions = new ArrayList<>();
    List<Long> dependencies = new ArrayList<>();
    arrows.to(
        k,
        repetitions::add,
        (id, nanos) -> {
          if (nanos == drawn.begin()) {
            dependencies.add(id);
          } else {
            heads.add(new Head(nanos, track, id));
          }
        });
    for (long id : repetitions) {
      events.arrowTo(track, drawn.begin(), REPETITION, id);
    }
    for (long id : dependencies) {
      events.arrowTo(track, drawn.begin(), DEPENDENCY, id);
    }
    List<Slice> inside = slices(drawn, execution);
    for (Slice apart : Nesting.draw(events, track, inside, drawn.begin(), drawn.end())) {
      events.across(track, apart, ++across, () -> writeOwner(name, drawn));
    }
  }

  /** Names the attempt, because an asynchronous event is drawn apart from it. */
  private void writeOwner(String activity, DrawnAttempt drawn) throws IOException {
    json.writeStringField("activity", activity);
    json.writeNumberField("attempt", drawn.attempt().number());
  }

  private void end(int k, Track track) throws IOException {
    long nanos = attempts.get(k).end();
    List<Long> repetitions = new ArrayList<>();
    List<Long> dependencies = new ArrayList<>();
    arrows.from(k, repetitions::add, dependencies::add);
    for (long id : repetitions) {
      events.arrowFrom(track, nanos, REPETITION, id);
    }
    for (long id : dependencies) {
      events.arrowFrom(track, nanos, DEPENDENCY, id);
    }
    events.end(track, nanos);
  }

  private static List<Slice> slices(DrawnAttempt drawn, ActivityExecution execution) {
    List<Slice> slices = new ArrayList<>();
    for (StateInterval state : drawn.states()) {
      String name = state.state().name().toLowerCase(Locale.ROOT);
      slices.add(
          new Slice(
              name,
              Slice.STATE,
              Colour.of(state.state()),
              state.leading().epochNanos(),
              drawn.endOf(state)));
    }
    if (drawn.last()) {
      for (Phase phase : execution.phases()) {
        slices.add(
            new Slice(
                phase.name(), Slice.PHASE, Colour.BY_NAME, phase.beginNanos(), phase.endNanos()));
      }
    }
    return slices;
  }

  private void writeArguments(int k, DrawnAttempt drawn, ActivityExecution execution)
      throws IOException {
    Activity activity = execution.activity();
    json.writeStringField("type", activity.type());
    json.writeStringField("kind", activity.kind().name());
    json.writeNumberField("attempt", drawn.attempt().number());
    if (drawn.attempt().processor().isPresent()) {
      json.writeStringField("processor", drawn.attempt().processor().get());
    }
    if (drawn.attempt().outcome().isPresent()) {
      json.writeStringField("outcome", drawn.attempt().outcome().get().name());
    }
    if (activity.iteration().isPresent()) {
      json.writeNumberField("iteration", activity.iteration().getAsInt());
    }
    if (!drawn.statesShowAllEvents()) {
      writeEvents(drawn.events());
    }
    if (drawn.last()) {
      writeTimes(execution);
      writeAttributes(activity);
    }
    if (arrows.isFirst(k)) {
      writeUndrawn(drawn.activity());
    }
  }

  private void writeEvents(List<ActivityEvent> all) throws IOException {
    json.writeArrayFieldStart("events");
    for (ActivityEvent event : all) {
      json.writeString(
          event.type() + " " + TraceEvents.micros(events.sinceOrigin(event.epochNanos())));
    }
    json.writeEndArray();
  }

  private void writeTimes(ActivityExecution execution) throws IOException {
    JsonOutput.writeSeconds(json, "wallclockSeconds", execution.wallclock());
    JsonOutput.writeSeconds(json, "idealSeconds", execution.ideal());
    if (!execution.phaseTimes().isEmpty()) {
      json.writeObjectFieldStart("phaseSeconds");
      for (Map.Entry<PhaseType, Duration> time : execution.phaseTimes().entrySet()) {
        JsonOutput.writeSeconds(json, time.getKey().label(), Optional.of(time.getValue()));
      }
      json.writeEndObject();
    }
  }

  private void writeAttributes(Activity activity) throws IOException {
    if (activity.attributes().isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("attributes");
    for (Map.Entry<String, String> attribute : activity.attributes().entrySet()) {
      json.writeStringField(attribute.getKey(), attribute.getValue());
    }
    json.writeEndObject();
  }

  /** Writes the predecessors from which no arrow can be drawn. */
  private void writeUndrawn(int activity) throws IOException {
    List<String> undrawn = new ArrayList<>();
    for (int earlier : run.workflow().predecessors(activity)) {
      if (!arrows.isDrawn(earlier, activity)) {
        undrawn.add(run.workflow().activity(earlier).id());
      }
    }
    if (!undrawn.isEmpty()) {
      json.writeArrayFieldStart("dependsOn");
      for (String id : undrawn) {
        json.writeString(id);
      }
      json.writeEndArray();
    }
  }
}
