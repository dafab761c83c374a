package io.flowgauge.cli.run;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.history.History;
import io.flowgauge.report.layout.Human;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "learn",
    description = {
      "Saves what is learned from runs, for predict --history.",
      "",
      "The file is JSON and holds parameters: how long activities of each type take, by the size of"
          + " their input, on each machine and for repeated work; slots, delays, failures, and how"
          + " far forecasts were off. It holds no names except those of types. Work, workflows and"
          + " machines are stored as digests, by which later runs of them are recognised.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge learn runs/ -o model.json                   from a folder of runs",
      "  flowgauge learn experiments.db#montage -o model.json  all stored runs of a workflow",
      "  flowgauge predict trace.txt --history model.json      how long the next one takes"
    })
public final class LearnCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "RUNS",
      converter = PlaceName.class,
      arity = "1..*",
      description =
          "A run, a folder of runs, or an experiment repository (REPO, or REPO#WORKFLOW if it holds"
              + " several workflows).")
  private List<String> places = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Write to this file, replacing it only once the output is complete.")
  private Path file;

  @Option(
      names = "--machine-names",
      description = "Keep the names of machines, queues and sites instead of digests.")
  private boolean keepsMachines;

  public LearnCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    try (NewFile target = new NewFile(file)) {
      List<WorkflowRun> runs = new EarlierRuns(session, places).all();
      if (runs.isEmpty()) {
        throw new WrongUsageException("there are no runs in " + String.join(", ", places));
      }
      History learned =
          target.write(
              () -> session.during("learning from runs", () -> save(runs, target.draft())));
      target.publish();
      session
          .errors()
          .println(
              Failure.oneLine(
                  "learned from "
                      + Human.count(learned.runs(), "run", "runs")
                      + " with "
                      + Human.count(learned.types().size(), "type", "types")
                      + " of activities, in "
                      + file));
    }
    return Main.DONE;
  }

  private History save(List<WorkflowRun> runs, Path draft) throws IOException {
    History learned = History.of(runs);
    if (keepsMachines) {
      learned.saveWithMachineNames(draft);
    } else {
      learned.save(draft);
    }
    return learned;
  }
}
