package io.flowgauge.receivers.openlineage;

import io.flowgauge.Flowgauge;
import io.flowgauge.live.RunSink;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** A sink that keeps recorders by id. Thread-safe. */
final class ReceivedRuns implements RunSink {
  private final Map<String, RunRecorder> recorders = new ConcurrentHashMap<>();

  @Override
  public RunRecorder recorder(String id, String name) {
    return recorders.computeIfAbsent(id, i -> Flowgauge.recorder(name));
  }

  @Override
  public void append(String id, byte[] lines) {
    throw new UnsupportedOperationException("events are passed on, not kept");
  }

  Set<String> ids() {
    return new TreeSet<>(recorders.keySet());
  }

  WorkflowRun run(String id) {
    return recorders.get(id).snapshot();
  }

  /** Returns activities with their events, and dependencies, as sorted text. */
  Set<String> facts(String id) {
    WorkflowRun run = run(id);
    Set<String> facts = new TreeSet<>();
    for (var execution : run.executions()) {
      facts.add(execution.activity() + " " + execution.activity().attributes());
      execution.phases().forEach(phase -> facts.add(phase.toString()));
      execution.graph().events().forEach(event -> facts.add(event.toString()));
    }
    facts.add("from " + run.startNanos() + " to " + run.endNanos() + run.isFinished());
    run.workflow().dependencies().forEach(dependency -> facts.add(dependency.toString()));
    return facts;
  }

  boolean remarks(String id, String part) {
    return run(id).diagnostics().stream().map(Diagnostic::message).anyMatch(m -> m.contains(part));
  }
}
