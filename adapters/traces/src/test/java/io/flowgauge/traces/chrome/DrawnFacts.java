package io.flowgauge.traces.chrome;

import static io.flowgauge.traces.json.JsonTree.array;
import static io.flowgauge.traces.json.JsonTree.object;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.Phase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.traces.chrome.DecodedTrace.Drawn;
import io.flowgauge.workflow.Dependency;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Facts about activities with events, taken once from a run and once from its trace. */
final class DrawnFacts {
  private final DecodedTrace trace;

  DrawnFacts(DecodedTrace trace) {
    this.trace = trace;
  }

  /** Returns the facts according to the run. */
  Map<String, Collection<String>> of(WorkflowRun run) {
    long origin = origin(run);
    Map<String, Collection<String>> facts = new TreeMap<>();
    for (ActivityExecution execution : run.executions()) {
      if (execution.attempts().isEmpty()) {
        continue;
      }
      Set<String> of = new TreeSet<>();
      for (ActivityEvent event : inAttempts(execution)) {
        of.add(ChromeTraceTest.shown(event, origin));
      }
      for (Phase phase : execution.phases()) {
        of.add(
            "phase "
                + phase.name()
                + " "
                + micros(phase.beginNanos() - origin)
                + " "
                + micros(phase.endNanos() - origin));
      }
      execution.attempts().stream()
          .filter(a -> execution.graph().events().stream().anyMatch(e -> e.attempt() == a.number()))
          .forEach(a -> of.add(a.number() + " on " + a.processor() + ", " + a.outcome()));
      of.add(execution.activity().type() + " " + execution.activity().kind());
      of.add("attributes " + execution.activity().attributes());
      of.add("iteration " + execution.activity().iteration());
      of.add("wallclock " + seconds(execution.wallclock()));
      of.add("ideal " + seconds(execution.ideal()));
      execution
          .phaseTimes()
          .forEach(
              (phase, time) ->
                  of.add("time of " + phase.label() + " " + seconds(Optional.of(time))));
      facts.put(execution.activity().id(), of);
    }
    for (Dependency edge : run.workflow().dependencies()) {
      if (facts.containsKey(edge.to())) {
        facts.get(edge.to()).add("after " + edge.from());
      }
    }
    return facts;
  }

  /**
   * Returns the events that belong to attempts; the writer reports others, of skipped activities,
   * as lost.
   */
  private static List<ActivityEvent> inAttempts(ActivityExecution execution) {
    Set<Integer> numbers =
        execution.attempts().stream().map(Attempt::number).collect(Collectors.toSet());
    return execution.graph().events().stream().filter(e -> numbers.contains(e.attempt())).toList();
  }

  private static String seconds(Optional<Duration> time) {
    return time.map(t -> BigDecimal.valueOf(t.toNanos(), 9).stripTrailingZeros()).toString();
  }

  private static long origin(WorkflowRun run) {
    long origin = run.startNanos().orElse(Long.MAX_VALUE);
    for (var service : run.services()) {
      origin = Math.min(origin, service.beginNanos());
    }
    for (ActivityExecution execution : run.executions()) {
      for (ActivityEvent event : inAttempts(execution)) {
        origin = Math.min(origin, event.epochNanos());
      }
      if (!execution.attempts().isEmpty()) {
        for (Phase phase : execution.phases()) {
          origin = Math.min(origin, phase.beginNanos());
        }
      }
    }
    return origin == Long.MAX_VALUE ? 0 : origin;
  }

  private static BigDecimal micros(long nanos) {
    return TraceEvents.micros(nanos);
  }

  /** Returns the facts according to the trace. */
  Map<String, Collection<String>> drawn(WorkflowRun run) {
    Map<String, Collection<String>> facts = new TreeMap<>();
    Map<Drawn, List<Drawn>> inside = new HashMap<>();
    Map<String, Drawn> owners = new HashMap<>();
    for (Drawn attempt : trace.slices("activity")) {
      owners.put(attempt.name + " " + attempt.arguments.get("attempt"), attempt);
    }
    for (Drawn slice : trace.slices) {
      if (slice.arguments.containsKey("activity")) {
        String owner = slice.arguments.get("activity") + " " + slice.arguments.get("attempt");
        inside.computeIfAbsent(owners.get(owner), o -> new ArrayList<>()).add(slice);
        continue;
      }
      for (Drawn outer = slice.parent; outer != null; outer = outer.parent) {
        inside.computeIfAbsent(outer, o -> new ArrayList<>()).add(slice);
      }
    }
    for (Drawn attempt : trace.slices("activity")) {
      Collection<String> of = facts.computeIfAbsent(attempt.name, id -> new TreeSet<>());
      add(attempt, inside.getOrDefault(attempt, List.of()), of, run);
    }
    for (DecodedTrace.Arrow arrow : trace.arrows) {
      if (arrow.name().equals("dependency")) {
        facts.get(arrow.to().name).add("after " + arrow.from().name);
      }
    }
    return facts;
  }

  private void add(Drawn attempt, List<Drawn> inside, Collection<String> of, WorkflowRun run) {
    Map<String, Object> arguments = attempt.arguments;
    String number = arguments.get("attempt").toString();
    if (arguments.containsKey("events")) {
      array(arguments.get("events")).forEach(event -> of.add(number + " " + event));
    } else {
      addEvents(attempt, inside, of, number);
    }
    for (Drawn slice : inside) {
      if (slice.category.equals("phase")) {
        of.add("phase " + slice.name + " " + plain(slice.begin) + " " + plain(slice.end));
      }
    }
    of.add(
        number
            + " on "
            + Optional.ofNullable(arguments.get("processor"))
            + ", "
            + Optional.ofNullable(arguments.get("outcome")));
    of.add(arguments.get("type") + " " + arguments.get("kind"));
    Object iteration = arguments.get("iteration");
    of.add(
        "iteration "
            + (iteration == null ? "OptionalInt.empty" : "OptionalInt[" + iteration + "]"));
    array(arguments.getOrDefault("dependsOn", List.of())).forEach(id -> of.add("after " + id));
    boolean last =
        inAttempts(run.execution(attempt.name).orElseThrow()).stream()
            .allMatch(event -> event.attempt() <= Integer.parseInt(number));
    if (last) {
      of.add("attributes " + arguments.getOrDefault("attributes", Map.of()));
      of.add("wallclock " + Optional.ofNullable(stripped(arguments.get("wallclockSeconds"))));
      of.add("ideal " + Optional.ofNullable(stripped(arguments.get("idealSeconds"))));
      object(arguments.getOrDefault("phaseSeconds", Map.of()))
          .forEach(
              (phase, time) ->
                  of.add("time of " + phase + " " + Optional.ofNullable(stripped(time))));
    }
  }

  private static Object stripped(Object number) {
    return number == null ? null : ((BigDecimal) number).stripTrailingZeros();
  }

  /** Adds the events of an attempt: the begin of each state, and the end of the last. */
  private void addEvents(Drawn attempt, List<Drawn> inside, Collection<String> of, String number) {
    Map<String, String> begins =
        Map.of(
            "submitting", "STARTED",
            "waiting", "SUBMITTED",
            "queuing", "PENDING",
            "processing", "ACTIVE",
            "suspended", "SUSPENDED");
    List<Drawn> states =
        inside.stream().filter(s -> s.category.equals("state")).collect(Collectors.toList());
    for (Drawn state : states) {
      of.add(number + " " + begins.get(state.name) + " " + plain(state.begin));
      if (state.name.equals("suspended") && state.end != null && !isSame(state.end, attempt.end)) {
        of.add(number + " RESUMED " + plain(state.end));
      }
    }
    if (attempt.arguments.containsKey("outcome")) {
      of.add(number + " " + attempt.arguments.get("outcome") + " " + plain(attempt.end));
    }
  }

  private static boolean isSame(BigDecimal one, BigDecimal other) {
    return other != null && one.compareTo(other) == 0;
  }

  private static BigDecimal plain(BigDecimal number) {
    return number.stripTrailingZeros();
  }
}
