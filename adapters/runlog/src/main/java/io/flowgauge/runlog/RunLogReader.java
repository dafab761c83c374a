package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads runs from event logs. The log in which a run begins is its main file; logs of other
 * processes that joined it are companions. A log may hold other events as well.
 *
 * <p>If a log holds several runs, choose one, by its id in the system property {@value #CHOICE} or
 * with {@link LoggedRuns}. Stateless and thread-safe.
 */
public final class RunLogReader implements RunReader {
  /** System property with the id of the run to read from a log that holds several. */
  public static final String CHOICE = "flowgauge.run";

  static final String FORMAT = "event-log";

  /** The start of a block, without its first byte, which is not text. */
  private static final String MARKER = "FGL\r\n\u001A\0";

  /** Made by the service loader. */
  public RunLogReader() {}

  @Override
  public String format() {
    return FORMAT;
  }

  @Override
  public Match match(TraceFile file) {
    if (!file.head().contains(MARKER)) {
      return Match.NO;
    }
    try (LogReader log = LogReader.open(file.path())) {
      Set<EventSchema> schemas = Set.copyOf(log.schemas());
      if (schemas.contains(RunSchemas.BEGIN)) {
        return Match.RUN;
      }
      boolean ofRun =
          schemas.stream().anyMatch(schema -> schema.name().startsWith(RunIntakes.PREFIX));
      return ofRun ? Match.COMPANION : Match.NO;
    } catch (IOException e) {
      return Match.NO; // The error will be reported when the file is read.
    }
  }

  /** Returns true, because logs of engines cannot be corrected. */
  @Override
  public boolean leavesOutCycles() {
    return true;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    List<Path> files = new ArrayList<>(List.of(file.path()));
    companions.forEach(companion -> files.add(companion.path()));
    try (LoggedRuns runs = LoggedRuns.open(files.toArray(Path[]::new))) {
      LoggedRun run = choose(file, runs);
      runs.read(run, into);
      return run.name();
    }
  }

  private static LoggedRun choose(TraceFile file, LoggedRuns runs) throws IOException {
    String wanted = System.getProperty(CHOICE, "");
    List<LoggedRun> fitting =
        runs.list().stream().filter(r -> wanted.isEmpty() || r.id().equals(wanted)).toList();
    if (fitting.size() != 1) {
      String expected =
          wanted.isEmpty()
              ? "one run, or the id of one in the system property " + CHOICE
              : "the run " + wanted + ", which the system property " + CHOICE + " names";
      throw file.error("", runs.found(), expected);
    }
    return fitting.get(0);
  }
}
