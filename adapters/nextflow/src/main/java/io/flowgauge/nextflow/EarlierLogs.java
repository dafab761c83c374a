package io.flowgauge.nextflow;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.History;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.NoForecastException;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.LoggedRun;
import io.flowgauge.runlog.LoggedRuns;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Logs of earlier runs, read in the background during the run. Thread-safe. */
final class EarlierLogs {
  static final String ENDING = ".nlb";

  /** Maximum number of logs; more would take too long to read. */
  private static final int NEWEST = 20;

  private final CompletableFuture<List<WorkflowRun>> runs;

  private EarlierLogs(CompletableFuture<List<WorkflowRun>> runs) {
    this.runs = runs;
  }

  /**
   * Starts reading the logs in the folder of earlier runs.
   *
   * @param own the log of the run itself, which is left out
   */
  static EarlierLogs read(PluginSettings settings, Path own) {
    if (settings.history().isEmpty()) {
      return new EarlierLogs(CompletableFuture.completedFuture(List.of()));
    }
    CompletableFuture<List<WorkflowRun>> read = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                read.complete(readFolder(settings.history().get(), own));
              } catch (IOException | RuntimeException e) {
                PluginSettings.warn("earlier runs could not be read: " + reason(e));
                read.complete(List.of());
              }
            },
            "flowgauge-history");
    thread.setDaemon(true);
    thread.start();
    return new EarlierLogs(read);
  }

  private static List<WorkflowRun> readFolder(Path folder, Path own) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files =
          entries
              .filter(file -> file.toString().endsWith(ENDING))
              .filter(file -> !file.getFileName().equals(own.getFileName()))
              .sorted(
                  Comparator.comparingLong((Path file) -> file.toFile().lastModified()).reversed())
              .limit(NEWEST)
              .toList();
    }
    List<WorkflowRun> runs = new ArrayList<>();
    for (Path file : files) {
      try {
        runs.addAll(readLog(file));
      } catch (IOException | RuntimeException e) { // The other logs may still be readable.
        PluginSettings.warn("earlier runs in " + file + " could not be read: " + reason(e));
      }
    }
    return runs;
  }

  /** Returns what went wrong. The message of a file error may be only the name of the file. */
  private static String reason(Exception e) {
    return e instanceof IOException && !(e instanceof FileSystemException)
        ? e.getMessage()
        : e.toString();
  }

  /** Reads the finished runs in a log, which contains several if runs had the same name. */
  private static List<WorkflowRun> readLog(Path log) throws IOException {
    List<WorkflowRun> finished = new ArrayList<>();
    try (LoggedRuns logged = LoggedRuns.open(log)) {
      for (LoggedRun each : logged.list()) {
        WorkflowRun run = logged.read(each.id());
        if (run.isFinished() && run.workflow().activityCount() > 0) {
          finished.add(run);
        }
      }
    }
    return finished;
  }

  /**
   * Returns the expected time of a run; empty if earlier runs do not show it or have not been read
   * yet.
   */
  Optional<LearnedForecast> expected(WorkflowRun run) {
    List<WorkflowRun> known = runs.getNow(List.of());
    if (known.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Flowgauge.predict(run.workflow()).from(History.of(known)).forecast());
    } catch (NoForecastException e) {
      return Optional.empty();
    }
  }
}
