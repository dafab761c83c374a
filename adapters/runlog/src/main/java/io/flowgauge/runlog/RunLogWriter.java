package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.text.BinaryWriter;
import io.flowgauge.log.text.EventWriter;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Writes recorded runs as event logs. Events of activities are ordered by time and stamped with the
 * time at which they happened, so that the log can be plotted, merged and followed like one written
 * live; all other events have the time of the start. The id of the run is generated. Stateless and
 * thread-safe.
 */
public final class RunLogWriter implements RunWriter {
  private static final List<String> SUFFIXES = List.of(".nlb");

  /** Made by the service loader. */
  public RunLogWriter() {}

  @Override
  public String format() {
    return RunLogReader.FORMAT;
  }

  @Override
  public List<String> suffixes() {
    return SUFFIXES;
  }

  @Override
  public List<Diagnostic> write(WorkflowRun run, OutputStream out) throws IOException {
    try (BinaryWriter log = EventWriter.binary(new Unclosed(out))) {
      Writing writing = new Writing(run, log);
      writing.write();
      return writing.lost;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Keeps the stream open, which its owner closes. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  /** Writes one run. Not thread-safe. */
  private static final class Writing {
    final List<Diagnostic> lost = new ArrayList<>();
    private final WorkflowRun run;
    private final BinaryWriter log;
    private final Declarations declarations;
    private final long start;
    private long last = Long.MIN_VALUE;

    Writing(WorkflowRun run, BinaryWriter log) {
      this.run = run;
      this.log = log;
      start = run.startNanos().orElse(0);
      declarations = new Declarations(this::declare, UUID.randomUUID().toString());
    }

    private void declare(EventSchema schema, Object... values) {
      log(start, schema, values);
    }

    private void log(long nanos, EventSchema schema, Object... values) {
      try {
        log.write(new OneEvent(nanos, schema, values));
      } catch (IllegalArgumentException e) {
        lost.add(Diagnostic.error("event log", e.getMessage()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void write() {
      declarations.begin(run.name());
      declarations.timeBase(run.timeBase());
      if (run.isStartRecorded()) {
        run.startNanos().ifPresent(declarations::start);
      }
      if (run.startNanos().isEmpty() || run.endNanos().isEmpty()) {
        run.makespan().map(Times::saturatedNanos).ifPresent(declarations::makespan);
      }
      run.processors().forEach(declarations::processor);
      writeWorkflow(run.workflow());
      run.executions().forEach(this::writeExecution);
      run.services().forEach(declarations::service);
      run.hostLoads().forEach(declarations::hostLoad);
      run.diagnostics().forEach(declarations::diagnostic);
      writeEvents();
      writeEnd();
    }

    private void writeWorkflow(Workflow workflow) {
      workflow.activities().forEach(declarations::activity);
      workflow.dependencies().forEach(d -> declarations.dependency(d.from(), d.to()));
      if (workflow.activityCount() > 0) {
        declarations.regions(workflow.regions(), declared -> {});
      }
    }

    private void writeExecution(ActivityExecution execution) {
      String id = execution.activity().id();
      long lifeline = declarations.lifeline(id);
      List<Attempt> attempts = execution.attempts();
      if (attempts.isEmpty()) {
        execution.processor().ifPresent(p -> declarations.assigned(id, 1, p));
      }
      for (Attempt attempt : attempts) {
        attempt.processor().ifPresent(p -> declarations.assigned(id, attempt.number(), p));
      }
      execution.wallclock().ifPresent(t -> declarations.wallclock(lifeline, t.toNanos()));
      execution.ideal().ifPresent(t -> declarations.ideal(lifeline, t.toNanos()));
      execution.phases().forEach(phase -> declarations.phase(lifeline, phase));
      execution
          .phaseTimes()
          .forEach((phase, time) -> declarations.phaseTime(lifeline, phase, time.toNanos()));
      execution.codeProfiles().forEach(profile -> declarations.codeProfile(lifeline, profile));
    }

    private void writeEvents() {
      List<ActivityEvent> all = new ArrayList<>();
      run.executions().forEach(execution -> all.addAll(execution.graph().events()));
      all.sort(Comparator.comparingLong(ActivityEvent::epochNanos));
      for (ActivityEvent event : all) {
        long lifeline = declarations.lifeline(event.activity());
        last = event.epochNanos();
        log(last, RunSchemas.atLogTime(event.type()), lifeline, event.attempt());
      }
    }

    private void writeEnd() {
      if (run.isEnded()) {
        run.endNanos().ifPresent(end -> declarations.end(Math.max(end, last)));
      } else if (!run.isFinished()) {
        remarkOpenEnd();
      }
    }

    /** A log has no place for the moment of a snapshot. */
    private void remarkOpenEnd() {
      if (!isUnderWay()) {
        lost.add(
            Diagnostic.warning(
                "run",
                "the run had not finished, but since no activity was under way, readers of the log"
                    + " take it as finished"));
      } else if (last != Long.MIN_VALUE && run.endNanos().orElse(last) > last) {
        lost.add(
            Diagnostic.warning(
                "run",
                "the run had not finished: its open states were measured up to "
                    + Times.instant(run.endNanos().getAsLong())
                    + ", but read from the log, they are measured up to the last event"));
      }
    }

    private boolean isUnderWay() {
      return run.executions().stream()
          .map(ActivityExecution::attempts)
          .anyMatch(
              attempts ->
                  !attempts.isEmpty() && attempts.get(attempts.size() - 1).outcome().isEmpty());
    }
  }
}
