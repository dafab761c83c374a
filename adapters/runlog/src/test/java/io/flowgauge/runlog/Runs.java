package io.flowgauge.runlog;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Parts of runs that tests compare. */
final class Runs {
  private Runs() {}

  /** Returns everything about a run except its diagnostics, as a run document. */
  static String facts(WorkflowRun run) throws IOException {
    Path file = Files.createTempFile("run", ".json");
    try {
      List<Diagnostic> lost = Flowgauge.write(run, file);
      String text = Files.readString(file);
      int diagnostics = text.indexOf("\n  \"diagnostics\": [");
      String facts = text.substring(0, diagnostics < 0 ? text.lastIndexOf("\n}") : diagnostics);
      return lost + (facts.endsWith(",") ? facts.substring(0, facts.length() - 1) : facts);
    } finally {
      Files.delete(file);
    }
  }

  /** Returns the diagnostics except those about the log itself. */
  static Set<String> remarks(WorkflowRun run) {
    return run.diagnostics().stream()
        .filter(d -> !d.message().startsWith("read as ") && !d.where().contains("/"))
        .map(Diagnostic::toString)
        .collect(Collectors.toSet());
  }

  static Path log(Path folder) {
    return folder.resolve("run.nlb");
  }
}
