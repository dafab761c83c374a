package io.flowgauge.runlog;

import static java.util.stream.Collectors.joining;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The runs in one event log, or in several logs that are read together, such as the logs of an
 * engine and of its workers on other hosts. Not thread-safe.
 *
 * <pre>{@code
 * try (LoggedRuns runs = LoggedRuns.open(Path.of("engine.nlb"), Path.of("worker.nlb"))) {
 *   WorkflowRun run = runs.read(runs.list().get(0).id());
 * }
 * }</pre>
 *
 * <p>For a log with a single run, {@link Flowgauge#read} does the same.
 */
public final class LoggedRuns implements Closeable {
  private static final int SHOWN = 10;

  private final LogReader log;
  private final Map<Long, LoggedRun> runs = new LinkedHashMap<>();

  private LoggedRuns(LogReader log) {
    this.log = log;
  }

  /**
   * Opens logs and finds the runs in them.
   *
   * @param files one or more logs
   * @return the runs, to be closed by the caller
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if no file is given
   */
  public static LoggedRuns open(Path... files) throws IOException {
    LogReader log = LogReader.open(files);
    try {
      LoggedRuns made = new LoggedRuns(log);
      made.find();
      return made;
    } catch (IOException e) {
      log.close();
      throw e;
    }
  }

  private void find() throws IOException {
    if (!log.schemas().contains(RunSchemas.BEGIN)) {
      return;
    }
    for (EventCursor event = log.cursor(); event.next(); ) {
      if (event.schema().equals(RunSchemas.BEGIN)) {
        runs.putIfAbsent(event.int64(0), new LoggedRun(event.string(1), event.string(2)));
      }
    }
  }

  /**
   * Returns the runs that begin in the logs.
   *
   * @return runs in the order in which they began
   */
  public List<LoggedRun> list() {
    return List.copyOf(runs.values());
  }

  /**
   * Reads a run from the logs. For a run in progress, the result is what has been logged so far,
   * with open states measured up to the last event.
   *
   * @param id id of the run
   * @return the run; its diagnostics say what is lost
   * @throws IOException if a log cannot be read
   * @throws IllegalArgumentException if no such run begins in the logs
   */
  public WorkflowRun read(String id) throws IOException {
    LoggedRun run = run(id);
    RunRecorder recorder = Flowgauge.recorder(run.name());
    read(run, recorder);
    return recorder.snapshot();
  }

  /**
   * Reads many runs into recorders, in one pass over the logs. The diagnostics of each run list all
   * losses of the logs, because it is unknown which runs the lost events belonged to.
   *
   * @param wanted selects the runs to read
   * @param recorders returns the recorder for a run
   * @throws IOException if a log cannot be read
   */
  public void readAll(Predicate<LoggedRun> wanted, Function<LoggedRun, RunRecorder> recorders)
      throws IOException {
    List<RunRecorder> into = new ArrayList<>();
    RunIntakes<RunIntake> intakes =
        new RunIntakes<>(
            run -> {
              if (!wanted.test(run)) {
                return null;
              }
              into.add(recorders.apply(run));
              return new RunIntake(Lifelines.of(run.id()), into.get(into.size() - 1));
            },
            Integer.MAX_VALUE);
    runs.forEach(intakes::begin);
    for (EventCursor event = log.cursor(); event.next(); ) {
      intakes.take(event);
    }
    intakes.consumers().forEach(RunIntake::finish);
    List<LogLoss> losses = log.losses();
    for (RunRecorder recorder : into) {
      LossRemarks.report(losses, recorder);
      log.streams().forEach(stream -> LossRemarks.reportDropped(stream, recorder));
    }
  }

  private LoggedRun run(String id) {
    Objects.requireNonNull(id, "id");
    return runs.values().stream()
        .filter(run -> run.id().equals(id))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("the log has no run " + id + ", but " + found()));
  }

  /** Reads a run into a recorder, and reports what the logs have lost. */
  void read(LoggedRun run, RunRecorder into) throws IOException {
    RunIntake intake = new RunIntake(Lifelines.of(run.id()), into);
    for (EventCursor event = log.cursor(); event.next(); ) {
      intake.take(event);
    }
    intake.finish();
    LossRemarks.report(log.losses(), into);
    log.streams().forEach(stream -> LossRemarks.report(stream, into));
  }

  /** Describes the runs for messages. */
  String found() {
    List<String> shown = new ArrayList<>();
    runs.values().stream().limit(SHOWN).forEach(run -> shown.add(run.toString()));
    String more = runs.size() > SHOWN ? " and " + (runs.size() - SHOWN) + " more" : "";
    String count = runs.size() == 1 ? "1 run" : runs.size() + " runs";
    return runs.isEmpty() ? "no run" : count + ": " + shown.stream().collect(joining(", ")) + more;
  }

  @Override
  public void close() throws IOException {
    log.close();
  }

  @Override
  public String toString() {
    return "LoggedRuns[" + found() + "]";
  }
}
