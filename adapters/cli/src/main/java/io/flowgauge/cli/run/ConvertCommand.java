package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "convert",
    description = {
      "Writes a run in another format.",
      "",
      "Lists on standard error whatever the new format cannot hold.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge convert trace.txt run.json",
      "  flowgauge convert submit-dir/ run.wfformat.json",
      "  flowgauge convert samples/montage montage.trace.json",
      "  flowgauge convert samples/montage montage.dot && dot -Tsvg -O montage.dot"
    })
public final class ConvertCommand implements Callable<Integer> {
  private static final int SHOWN = 20;

  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "IN",
      description = "A file, a folder with the files of one run, or - for standard input.")
  private Path in;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description =
          "The file to write, replaced only once complete. Its extension chooses the format:"
              + " .json is Flowgauge's run document, .wfformat.json WfFormat 1.5, .trace.json"
              + " Chrome's trace format, which the Perfetto UI (https://ui.perfetto.dev) opens,"
              + " .otlp.json OpenTelemetry's spans, .dot or .gv the graph for Graphviz, with the"
              + " critical path in red.")
  private Path out;

  public ConvertCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    try (NewFile file = new NewFile(out)) {
      WorkflowRun run = session.read(session.input(in));
      List<Diagnostic> lost = file.write(() -> write(run, file.draft()));
      file.publish();
      lost.stream().limit(SHOWN).map(Diagnostic::toString).forEach(session::say);
      if (lost.size() > SHOWN) {
        session.say("and " + (lost.size() - SHOWN) + " more warnings");
      }
    }
    return Main.DONE;
  }

  /** Writes a draft; an error about an unknown extension names the user's file, not the draft. */
  private List<Diagnostic> write(WorkflowRun run, Path draft) throws IOException {
    try {
      return session.during("writing " + out, () -> Flowgauge.write(run, draft));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw new WrongUsageException(
          message
              .replace(draft.toString(), out.toString())
              .replace(String.valueOf(draft.getFileName()), String.valueOf(out.getFileName())));
    }
  }
}
