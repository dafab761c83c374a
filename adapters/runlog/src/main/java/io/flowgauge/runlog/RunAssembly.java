package io.flowgauge.runlog;

import io.flowgauge.log.read.BlockReader;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Assembles a run from blocks of event logs that arrive one by one, in any order, possibly more
 * than once: the output of a {@link RunSplitter} after it has passed through a queue. Not
 * thread-safe; the recorder may be used from any thread.
 */
public final class RunAssembly {
  private final String id;
  private final Function<LoggedRun, RunRecorder> recorders;
  private final BlockReader blocks = new BlockReader();
  private final RunIntakes<RunIntake> intakes = new RunIntakes<>(this::begin);
  private RunRecorder recorder;
  private RunIntake intake;
  private long events;
  private boolean isFinished;

  /**
   * Creates an assembly without events.
   *
   * @param id id of the run
   * @param recorders creates the recorder of the run once its name is known
   */
  public RunAssembly(String id, Function<LoggedRun, RunRecorder> recorders) {
    this.id = Objects.requireNonNull(id, "id");
    this.recorders = Objects.requireNonNull(recorders, "recorders");
  }

  private RunIntake begin(LoggedRun run) {
    if (!run.id().equals(id)) {
      return null;
    }
    recorder = recorders.apply(run);
    intake = new RunIntake(Lifelines.of(id), recorder);
    return intake;
  }

  /**
   * Adds blocks.
   *
   * @param place their origin, for diagnostics
   * @param whole whole blocks, which must not change
   * @throws IllegalArgumentException if they are not whole blocks of an event log; the run is then
   *     unchanged
   */
  public void add(Path place, ByteBuffer whole) {
    blocks.add(place, whole);
    EventCursor fresh = blocks.appended();
    try {
      while (fresh.next()) {
        intakes.take(fresh);
        events++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Cannot happen: the blocks are in memory.
    }
    intakes.passOnComplete();
  }

  /**
   * The recorder of the run.
   *
   * @return the recorder; empty if the beginning of the run has not arrived yet
   */
  public Optional<RunRecorder> recorder() {
    return Optional.ofNullable(recorder);
  }

  /**
   * Whether the engine has reported the end of the run; some of its events may still be in transit.
   *
   * @return whether its end has arrived
   */
  public boolean isEnded() {
    return intake != null && intake.isEnded();
  }

  /**
   * Number of events that have arrived.
   *
   * @return events of any kind, each counted once even if it arrived twice
   */
  public long events() {
    return events;
  }

  /**
   * Returns the complete run; to be called once nothing more will arrive. Its diagnostics say what
   * is missing.
   *
   * @return the run
   * @throws IllegalStateException if its beginning has not arrived
   */
  public WorkflowRun finish() {
    if (recorder == null) {
      throw new IllegalStateException("the beginning of run " + id + " has not arrived");
    }
    if (!isFinished) {
      isFinished = true;
      intakes.waiting().forEach(intake::take);
      intake.finish();
      LossRemarks.report(blocks.losses(), recorder);
      blocks.streams().forEach(stream -> LossRemarks.reportDropped(stream, recorder));
      if (intakes.discardedCount() > 0) {
        recorder.diagnostic(
            Diagnostic.error(
                RunIntake.WHERE,
                intakes.discardedCount() + " events of activities came before their declarations"));
      }
    }
    return recorder.snapshot();
  }

  @Override
  public String toString() {
    return "RunAssembly[" + id + ", " + events + " events]";
  }
}
