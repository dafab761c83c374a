package io.flowgauge.traces.files;

import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.RunReader.Match;
import io.flowgauge.trace.TraceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file and the readers that recognise it.
 *
 * @param file the file; its head is kept only if a reader recognised it
 * @param named whether the caller named the file itself, rather than its folder
 * @param content description of its content, if it is not text
 * @param runs readers that see a run in it, ordered by format
 * @param companions readers that see a companion in it, ordered by format
 */
record Offer(
    TraceFile file,
    boolean named,
    Optional<String> content,
    List<RunReader> runs,
    List<RunReader> companions) {

  static Offer of(TraceFile file, boolean named, Optional<String> content, List<RunReader> all) {
    List<RunReader> runs = new ArrayList<>();
    List<RunReader> companions = new ArrayList<>();
    for (RunReader reader : file.head().isEmpty() ? List.<RunReader>of() : all) {
      switch (match(reader, file)) {
        case RUN -> runs.add(reader);
        case COMPANION -> companions.add(reader);
        case NO -> {}
      }
    }
    boolean known = !runs.isEmpty() || !companions.isEmpty();
    TraceFile kept = known ? file : new TraceFile(file.path(), "");
    return new Offer(kept, named, content, List.copyOf(runs), List.copyOf(companions));
  }

  /** Asks a reader; one that fails on the head of a file does not know its format. */
  private static Match match(RunReader reader, TraceFile file) {
    try {
      return reader.match(file);
    } catch (RuntimeException | StackOverflowError e) {
      return Match.NO;
    }
  }

  /**
   * Returns the file that a reader chooses among several runs; empty if the reader makes no choice
   * or fails.
   */
  static Optional<TraceFile> main(RunReader reader, List<Offer> runs) {
    try {
      return reader.main(runs.stream().map(Offer::file).toList());
    } catch (RuntimeException | StackOverflowError e) {
      return Optional.empty();
    }
  }

  boolean isRun() {
    return !runs.isEmpty();
  }

  /** Whether its run may be another description of the run in files next to it. */
  boolean isSupplement() {
    return isRun() && reader().isSupplementary();
  }

  /** Returns the reader of its run: the first one by format. */
  RunReader reader() {
    return runs.get(0);
  }

  boolean isRunOf(RunReader reader) {
    return isRun() && reader() == reader;
  }

  Path folder() {
    Path parent = file.path().getParent();
    return parent == null ? Path.of("") : parent;
  }

  /** Returns its path relative to the folder that the caller named. */
  String relativePath(List<Path> paths) {
    return paths.stream()
        .filter(path -> file.path().startsWith(path) && !file.path().equals(path))
        .findFirst()
        .map(path -> path.relativize(file.path()).toString())
        .orElse(file.fileName());
  }

  boolean isCompanionFor(RunReader reader) {
    return companions.contains(reader);
  }

  /** Returns the name of the file and its format, for messages. */
  String described() {
    return file.fileName() + " (" + runs.get(0).format() + ")";
  }
}
