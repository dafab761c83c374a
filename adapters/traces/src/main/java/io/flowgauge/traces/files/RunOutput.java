package io.flowgauge.traces.files;

import static java.util.stream.Collectors.joining;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes one run with a given set of writers, by the rules of {@link RunFiles}. Thread-safe. */
final class RunOutput {
  private final List<RunWriter> writers;

  RunOutput(List<RunWriter> writers) {
    this.writers = writers;
  }

  List<Diagnostic> write(WorkflowRun run, Path file) throws IOException {
    RunWriter writer = writer(file);
    return WholeFile.write(file, out -> writer.write(run, out));
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
}
