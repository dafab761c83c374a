package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import io.flowgauge.log.text.EventForm;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the log files that arguments name, with their forms. */
final class LogFiles {
  private static final String RINGS = ".rings";
  static final String EXPECTED = "an event log: binary, BP, ULM or XML";

  /** A file and its form. */
  record LogFile(Path path, EventForm form) {}

  private LogFiles() {}

  /** Returns the files of an argument: the file itself, or the logs in a folder, sorted by name. */
  static List<LogFile> of(Path path) throws IOException {
    if (isRings(path)) {
      return List.of(new LogFile(path, EventForm.BINARY));
    }
    return Files.isDirectory(path) ? inFolder(path) : List.of(file(path));
  }

  /** Returns the files of arguments, which must be binary logs. */
  static Path[] binary(List<Path> paths, Session session) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : session.inputs(paths)) {
      for (LogFile file : of(path)) {
        if (file.form() != EventForm.BINARY) {
          throw new TraceFormatException(
              file.path().toString(), "", "a text form", "a binary log; 'log convert' makes one");
        }
        files.add(file.path());
      }
    }
    return files.toArray(Path[]::new);
  }

  /**
   * Whether a folder holds the rings that a killed process left behind; the log next to it, if any,
   * is read too.
   */
  private static boolean isRings(Path path) {
    return Files.isDirectory(path) && String.valueOf(path.getFileName()).endsWith(RINGS);
  }

  private static LogFile file(Path path) throws IOException {
    if (PipedLog.isAt(path)) {
      throw new TraceFormatException(
          path.toString(), "", "a pipe or device", "a file or folder with " + EXPECTED);
    }
    return new LogFile(
        path,
        EventForm.of(path)
            .filter(EventForm::isRead)
            .orElseThrow(
                () -> new TraceFormatException(path.toString(), "", found(path), EXPECTED)));
  }

  private static String found(Path path) {
    boolean isWritten = EventForm.named(path).filter(form -> !form.isRead()).isPresent();
    return isWritten
        ? "a form that can be written but not read"
        : "no line or block of an event log";
  }

  private static List<LogFile> inFolder(Path folder) throws IOException {
    List<LogFile> logs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path path : files.filter(LogFiles::isVisible).sorted().toList()) {
        Optional<EventForm> form = EventForm.of(path).filter(EventForm::isRead);
        form.ifPresent(f -> logs.add(new LogFile(path, f)));
      }
    }
    if (logs.isEmpty()) {
      throw new TraceFormatException(
          folder.toString(), "", "a folder without a log", EXPECTED + " in it");
    }
    return logs;
  }

  private static boolean isVisible(Path path) {
    return Files.isRegularFile(path) && !path.getFileName().toString().startsWith(".");
  }
}
