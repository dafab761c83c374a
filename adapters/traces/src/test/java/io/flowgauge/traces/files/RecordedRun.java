package io.flowgauge.traces.files;

import io.flowgauge.model.core.Nameable;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;

/**
 * A recorder that keeps the calls of a reader unchanged, for tests of readers in isolation. Not
 * thread-safe.
 */
public final class RecordedRun implements RunRecorder, Nameable {
  /** One event as recorded. */
  public record Event(String activity, EventType type, long nanos, int attempt) {}

  public final Map<String, Activity> activities = new LinkedHashMap<>();
  public final List<Dependency> dependencies = new ArrayList<>();
  public final List<Event> events = new ArrayList<>();
  public final Map<String, String> processors = new LinkedHashMap<>();
  public final Map<String, Long> wallclocks = new LinkedHashMap<>();
  public final Map<String, List<Phase>> phases = new LinkedHashMap<>();
  public final List<Diagnostic> diagnostics = new ArrayList<>();
  public OptionalLong start = OptionalLong.empty();
  public OptionalLong makespan = OptionalLong.empty();
  public TimeBase base = TimeBase.UTC;
  public String name;

  public RecordedRun(String name) {
    this.name = name;
  }

  @Override
  public void rename(String name) {
    this.name = name;
  }

  public long time(String activity, EventType type, int attempt) {
    return events.stream()
        .filter(e -> e.activity().equals(activity) && e.type() == type && e.attempt() == attempt)
        .mapToLong(Event::nanos)
        .max()
        .orElseThrow(() -> new NoSuchElementException(activity + " " + type + " " + attempt));
  }

  public List<String> messages() {
    return diagnostics.stream().map(Diagnostic::toString).toList();
  }

  @Override
  public void activity(Activity activity) {
    activities.putIfAbsent(activity.id(), activity);
  }

  @Override
  public void dependency(String from, String to) {
    dependencies.add(new Dependency(from, to));
  }

  @Override
  public void processor(Processor processor) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void regions(Region root) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void record(String activity, EventType type, long epochNanos, int attempt) {
    events.add(new Event(activity, type, epochNanos, attempt));
  }

  @Override
  public void assign(String activity, int attempt, String processor) {
    processors.put(activity + "#" + attempt, processor);
  }

  @Override
  public void wallclock(String activity, long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("negative wall-clock time " + nanos);
    }
    wallclocks.put(activity, nanos);
  }

  @Override
  public void wallclock(String activity, int attempt, long nanos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void phase(String activity, int attempt, Phase phase) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void ideal(String activity, long nanos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void phase(String activity, Phase phase) {
    phases.computeIfAbsent(activity, id -> new ArrayList<>()).add(phase);
  }

  @Override
  public void phaseTime(String activity, PhaseType phase, long nanos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void codeProfile(String activity, CodeProfile profile) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void service(ServiceInterval service) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void hostLoad(HostLoad load) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void start(long epochNanos) {
    start = OptionalLong.of(epochNanos);
  }

  @Override
  public void end(long epochNanos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void timeBase(TimeBase base) {
    this.base = base;
  }

  @Override
  public void recordedMakespan(long nanos) {
    makespan = OptionalLong.of(nanos);
  }

  @Override
  public void diagnostic(Diagnostic diagnostic) {
    diagnostics.add(diagnostic);
  }

  /** Returns a run that has only its name and diagnostics. */
  @Override
  public WorkflowRun snapshot() {
    return (WorkflowRun)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {WorkflowRun.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "name" -> name;
                  case "diagnostics" -> List.copyOf(diagnostics);
                  case "toString" -> "run " + name;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Override
  public WorkflowRun snapshot(Instant now) {
    return snapshot();
  }
}
