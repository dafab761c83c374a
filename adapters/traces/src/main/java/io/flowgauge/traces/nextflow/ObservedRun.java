package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.inputs.InputFiles;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The attempts that an observer of a run logged, by the hashes of their tasks: as rows of a trace,
 * with the time at which each became pending, which no trace has. An attempt that did not end is in
 * the state of its last event. Not thread-safe.
 */
final class ObservedRun {
  private static final TableColumns COLUMNS = TableColumns.named(TraceColumns.known());
  private static final String HASH = TraceColumns.HASH;

  private final TraceFile file;
  private final RowParser parser;
  private final Map<String, TaskRow> rows = new LinkedHashMap<>();
  private final Map<String, ObserverEvents.Event> open = new LinkedHashMap<>();
  private final Map<String, Long> queued = new HashMap<>();
  private final Map<String, Set<String>> makers = new HashMap<>();
  private final Map<String, Integer> maxForks = new HashMap<>();
  private final Map<String, Map<String, String>> work = new HashMap<>();
  private final Set<String> withInputs = new HashSet<>();
  private InputFiles files = new InputFiles();
  private final Arguments arguments = new Arguments();
  private OptionalLong begin = OptionalLong.empty();
  private OptionalLong end = OptionalLong.empty();
  private String name = "";
  private boolean failed;
  private boolean completed;
  private long reportedAborts;

  /** Number of runs in the file before this one. */
  private int earlierRuns;

  private ObservedRun(TraceFile file, Oddities oddities) {
    this.file = file;
    this.parser = new RowParser(oddities, file.fileName());
  }

  /** Reads a file, and counts the oddities of its rows. */
  static ObservedRun read(TraceFile file, Oddities oddities) throws IOException {
    ObservedRun run = new ObservedRun(file, oddities);
    run.readTo();
    return run;
  }

  /** Reads as much as possible of a file next to a trace. */
  static ObservedRun readCompanion(TraceFile file, Oddities oddities, RunRecorder into)
      throws IOException {
    ObservedRun run = new ObservedRun(file, oddities);
    try {
      run.readTo();
    } catch (TraceFormatException e) {
      run.finish();
      into.diagnostic(Diagnostic.error(file.fileName(), "not read to its end: " + e.getMessage()));
    }
    return run;
  }

  /**
   * Returns the file whose run started last: events of a resumed run include those of the earlier
   * runs.
   */
  static Optional<TraceFile> latest(List<TraceFile> files) {
    return files.stream().max(Comparator.comparingLong(ObservedRun::created));
  }

  private static long created(TraceFile file) {
    return ObserverEvents.first(file).map(ObserverEvents.Event::millis).orElse(0L);
  }

  private void readTo() throws IOException {
    try (ObserverEvents events = ObserverEvents.open(file)) {
      for (Optional<ObserverEvents.Event> event = events.next();
          event.isPresent();
          event = events.next()) {
        applyEvent(event.get());
      }
    }
    finish();
  }

  private void applyEvent(ObserverEvents.Event event) {
    switch (event.hook()) {
      case "onFlowCreate" -> create(event.values().getOrDefault("runName", ""));
      case "onProcessCreate" -> limit(event);
      case "onFlowBegin" -> {
        if (begin.isPresent()) {
          create(name);
        }
        begin = nanos(event.millis());
      }
      case "onFlowError" -> failed = true;
      case "onFlowComplete" -> {
        completed = true;
        end = nanos(event.millis());
        failed |= event.values().getOrDefault("success", "true").equals("false");
      }
      default -> task(event);
    }
  }

  /** Starts a run, and discards an earlier one in the file, which it may have resumed. */
  private void create(String runName) {
    if (begin.isPresent() || !rows.isEmpty() || !open.isEmpty()) {
      earlierRuns++;
    }
    name = runName;
    rows.clear();
    open.clear();
    queued.clear();
    makers.clear();
    maxForks.clear();
    work.clear();
    withInputs.clear();
    files = new InputFiles();
    begin = OptionalLong.empty();
    end = OptionalLong.empty();
    failed = false;
    completed = false;
    reportedAborts = 0;
  }

  private void limit(ObserverEvents.Event event) {
    String process = event.values().get("process");
    String forks = event.values().getOrDefault("maxForks", "");
    if (process != null && forks.matches("[1-9]\\d{0,8}")) {
      maxForks.put(process, Integer.parseInt(forks));
    }
  }

  private void task(ObserverEvents.Event event) {
    String hash = event.record().get(HASH);
    if (hash == null) {
      return;
    }
    if (!event.makers().isEmpty()) {
      makers.put(hash, event.makers());
    }
    noteWork(hash, event);
    switch (event.hook()) {
      case "onProcessPending" -> {
        queued.put(hash, event.millis());
        open.putIfAbsent(hash, event);
      }
      case "onProcessSubmit", "onProcessStart" -> open.put(hash, event);
      case "onProcessComplete", "onProcessCached" -> {
        open.remove(hash);
        row(hash, event);
      }
      default -> {
        // The hook concerns no task.
      }
    }
  }

  /**
   * Adds the row of an attempt. An aborted one has no completion; it ends when Nextflow reports the
   * abort.
   */
  private void row(String hash, ObserverEvents.Event event) {
    boolean aborted = event.record().getOrDefault(TraceColumns.STATUS, "").equals("ABORTED");
    boolean unknown =
        event.record().getOrDefault(TraceColumns.COMPLETE, "0").equals("0") && event.millis() > 0;
    if (aborted && unknown) {
      event.record().put(TraceColumns.COMPLETE, Long.toString(event.millis()));
      reportedAborts++;
    }
    List<String> cells = new ArrayList<>(COLUMNS.size());
    COLUMNS.names().forEach(column -> cells.add(event.record().getOrDefault(column, "-")));
    parser
        .parse(TableRow.of(event.line(), COLUMNS, cells))
        .ifPresent(row -> rows.put(hash, row.withTimes(withQueued(hash, row))));
  }

  private TaskTimes withQueued(String hash, TaskRow row) {
    Long millis = row.status() == TaskStatus.CACHED ? null : queued.get(hash);
    return millis == null ? row.times() : row.times().withQueued(nanos(millis));
  }

  private static OptionalLong nanos(long millis) {
    return millis == 0 || millis > Long.MAX_VALUE / NextflowTime.NANOS_PER_MILLI
        ? OptionalLong.empty()
        : OptionalLong.of(millis * NextflowTime.NANOS_PER_MILLI);
  }

  /**
   * Notes script and inputs of a task, which Nextflow reports before it runs, but not on
   * completion.
   */
  private void noteWork(String hash, ObserverEvents.Event event) {
    // Removed from the event: thousands of tasks may be pending, each with a long script.
    String script = event.record().remove(TraceColumns.SCRIPT);
    if (script != null) {
      arguments.put(script, work.computeIfAbsent(hash, any -> new TreeMap<>()));
    }
    if (event.inputs().isPresent() && withInputs.add(hash)) {
      files.recordInputs(
          event.record().getOrDefault(TraceColumns.PROCESS, ""),
          event.inputs().get(),
          work.computeIfAbsent(hash, any -> new TreeMap<>()));
    }
  }

  private void finish() {
    open.forEach(this::row);
    open.clear();
    files.addAttributes();
    rows.replaceAll((hash, row) -> row.completedBy(work.getOrDefault(hash, Map.of())));
    work.clear();
    withInputs.clear();
  }

  TraceFile file() {
    return file;
  }

  /** Returns the attempts not yet taken, and takes them. */
  List<TaskRow> takeRest() {
    List<TaskRow> rest = new ArrayList<>(rows.values());
    rows.clear();
    return rest;
  }

  /** Returns an attempt, and removes it from the rest. */
  Optional<TaskRow> take(String hash) {
    return Optional.ofNullable(rows.remove(hash));
  }

  boolean knows(String hash) {
    return rows.containsKey(hash);
  }

  /** Returns, for each task, the hashes of the tasks that produced its input files. */
  Map<String, Set<String>> makers() {
    return makers;
  }

  /** Returns the limits of tasks at once by process, for processes that have one. */
  Map<String, Integer> maxForks() {
    return maxForks;
  }

  /** Returns the name that Nextflow gave the run; may be empty. */
  String name() {
    return name;
  }

  /** Records when the run began and ended, with diagnostics about its end. */
  void report(RunRecorder into) {
    begin.ifPresent(into::start);
    end.ifPresent(into::end);
    if (earlierRuns > 0) {
      into.diagnostic(
          Diagnostic.warning(
              file.fileName(),
              (earlierRuns + 1) + " runs one after another; the last one is read"));
    }
    if (failed) {
      into.diagnostic(Diagnostic.warning(file.fileName(), "Nextflow ended the run with an error"));
    }
    if (!completed) {
      into.diagnostic(
          Diagnostic.warning(
              file.fileName(), "the events end before the run does (no onFlowComplete)"));
    }
    if (reportedAborts > 0) {
      into.diagnostic(
          Diagnostic.info(
              file.fileName(),
              reportedAborts
                  + " aborted attempts have no completion; their end is when Nextflow reported them"));
    }
  }
}
