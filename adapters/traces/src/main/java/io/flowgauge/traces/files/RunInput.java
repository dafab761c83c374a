package io.flowgauge.traces.files;

import static java.util.stream.Collectors.joining;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Nameable;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.ReadProgress;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads one run with a given set of readers, by the rules of {@link RunFiles}. Not thread-safe. */
final class RunInput {
  private static final int SHOWN = 5;

  private final List<RunReader> readers;
  private final Neighbours neighbours;

  /**
   * Creates a reader of runs.
   *
   * @param named files that are read one after another; those that hold runs are not each other's
   *     companions
   */
  RunInput(List<RunReader> readers, List<Path> named) {
    this.readers = readers;
    this.neighbours = new Neighbours(readers, named);
  }

  WorkflowRun read(List<Path> paths, Recorders recorders) throws IOException {
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("no file to read: name a file or folder");
    }
    Offers offers = Offers.of(paths, readers, neighbours);
    Optional<RunChoice> found = RunChoice.among(offers, paths);
    if (found.isPresent()) {
      return read(paths, offers, found.get(), recorders);
    }
    Path folder =
        RunFolders.only(offers, paths)
            .orElseThrow(() -> RunChoice.nothing(offers, paths, formats()));
    return read(List.of(folder), recorders);
  }

  private static WorkflowRun read(
      List<Path> paths, Offers offers, RunChoice choice, Recorders recorders) throws IOException {
    TraceFile file = choice.run().file();
    RunRecorder recorder = recorders.empty().apply(defaultName(paths, file));
    ReadProgress.expect(choice.bytes());
    String name =
        translateFailures(
            choice, () -> choice.reader().read(file, choice.companionFiles(), recorder));
    if (!choice.supplements().isEmpty()) {
      // Reports faults of the run itself first, so that they are not blamed on the supplements.
      translateFailures(choice, () -> refuseCycles(choice, recorder.snapshot()));
      new Supplements(choice.supplements(), recorders).join(recorder);
    }
    new InputReport(paths, offers, choice).report(recorder);
    if (recorder instanceof Nameable nameable && !name.isEmpty()) {
      nameable.rename(name);
    }
    return translateFailures(choice, () -> refuseCycles(choice, recorders.last().apply(recorder)));
  }

  /**
   * Refuses a cycle: a recorder leaves out the dependency that closes it, but most files that state
   * one need correction.
   */
  private static WorkflowRun refuseCycles(RunChoice choice, WorkflowRun run) {
    if (run instanceof ColumnarRun columns && !choice.reader().leavesOutCycles()) {
      columns.requireAcyclic();
    }
    return run;
  }

  private String formats() {
    return readers.isEmpty()
        ? "a reader of trace files on the class path or module path"
        : "one of the formats "
            + readers.stream().map(RunReader::format).distinct().collect(joining(", "));
  }

  static String shortened(List<String> names) {
    String first = names.stream().limit(SHOWN).collect(joining(", "));
    return names.size() <= SHOWN ? first : first + " and " + (names.size() - SHOWN) + " more";
  }

  /**
   * Returns the name of the folder if that is what the caller named, because traces have the same
   * file name in all runs; otherwise the name of the file.
   */
  private static String defaultName(List<Path> paths, TraceFile file) {
    Path folder = paths.get(0).toAbsolutePath().normalize();
    if (paths.size() == 1 && Files.isDirectory(folder) && folder.getFileName() != null) {
      return folder.getFileName().toString();
    }
    String name = FileContent.plainName(file);
    int dot = name.lastIndexOf('.');
    // Nextflow appends a number to the names of earlier traces, such as trace.txt.1.
    return dot > 0 && !name.substring(dot).matches("[.][0-9]+") ? name.substring(0, dot) : name;
  }

  private interface Step<T> {
    T get() throws IOException;
  }

  /** Turns any failure of a reader into an error that names the file and the fault. */
  private static <T> T translateFailures(RunChoice choice, Step<T> step) throws IOException {
    TraceFile file = choice.run().file();
    try {
      return step.get();
    } catch (UncheckedIOException e) {
      throw toReadError(file, Objects.requireNonNull(e.getCause()));
    } catch (CharacterCodingException e) {
      throw toReadError(file, e);
    } catch (IllegalArgumentException e) {
      throw readError(file, text(e), "a run of the format " + choice.reader().format(), e);
    } catch (StackOverflowError e) {
      throw readError(file, "nesting that is too deep", "fewer than a thousand levels", e);
    } catch (RuntimeException e) {
      String found = "something its reader cannot handle (" + e + ")";
      throw readError(file, found, "a run of the format " + choice.reader().format(), e);
    }
  }

  private static IOException toReadError(TraceFile file, IOException e) {
    return e instanceof CharacterCodingException
        ? readError(file, "bytes that are not UTF-8 text", "UTF-8 text", e)
        : e;
  }

  private static String text(RuntimeException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private static TraceFormatException readError(
      TraceFile file, String found, String expected, Throwable cause) {
    return new TraceFormatException(file.name(), "", found, expected, cause);
  }
}
