package io.flowgauge.traces.files;

import static java.util.stream.Collectors.joining;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Writes one run with a given set of writers, by the rules of {@link RunFiles}. Thread-safe. */
final class RunOutput {
  private final List<RunWriter> writers;

  RunOutput(List<RunWriter> writers) {
    this.writers = writers;
  }

  List<Diagnostic> write(WorkflowRun run, Path file) throws IOException {
    RunWriter writer = writer(file);
    Path target = Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(file.toString(), null, "its folder does not exist");
    }
    // Not Files.createTempFile: its files are readable by their owner only, and would stay so.
    Path part = folder.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
    try {
      List<Diagnostic> lost = write(writer, run, part);
      move(part, target);
      return lost;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private RunWriter writer(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    RunWriter best = null;
    int longest = -1;
    for (RunWriter writer : writers) {
      for (String suffix : writer.suffixes()) {
        if (suffix.length() > longest && name.endsWith(suffix.toLowerCase(Locale.ROOT))) {
          best = writer;
          longest = suffix.length();
        }
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(
          "no format writes " + file + ": its name must end in one of " + suffixes());
    }
    return best;
  }

  private String suffixes() {
    List<String> all = new ArrayList<>();
    writers.forEach(writer -> all.addAll(writer.suffixes()));
    return all.isEmpty()
        ? "(no writer is installed)"
        : all.stream().sorted().collect(joining(", "));
  }

  private static List<Diagnostic> write(RunWriter writer, WorkflowRun run, Path part)
      throws IOException {
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(part, StandardOpenOption.CREATE_NEW))) {
      return writer.write(run, out);
    }
  }

  private static void move(Path part, Path target) throws IOException {
    try {
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
