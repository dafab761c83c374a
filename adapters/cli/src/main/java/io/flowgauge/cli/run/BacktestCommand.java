package io.flowgauge.cli.run;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.history.Backtest;
import io.flowgauge.report.prediction.CsvBacktest;
import io.flowgauge.report.prediction.JsonBacktest;
import io.flowgauge.report.prediction.TextBacktest;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "backtest",
    description = {
      "Shows how well earlier runs would have predicted later ones.",
      "",
      "Replays runs in the order in which they began: each is predicted from those before it, and"
          + " the prediction is compared with what happened and with simple rules, such as the"
          + " mean of all earlier makespans. If there is only one run, each activity is predicted"
          + " from those that had completed when it was submitted.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge backtest runs/                         a folder of runs",
      "  flowgauge backtest experiments.db#montage        all stored runs of a workflow",
      "  flowgauge backtest runs/* --predictions all.csv  every prediction, with quantiles"
    })
public final class BacktestCommand implements Callable<Integer> {
  private static final String CORPUS = "runs";

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
      names = "--predictions",
      paramLabel = "FILE",
      description =
          "Also write every prediction to this file, as CSV, replacing it only once complete.")
  private Path predictions;

  @Mixin private TextOrJson format;

  public BacktestCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    boolean isJson = format.isJson("backtest");
    Backtest backtest = predictions == null ? backtest() : withPredictions();
    if (isJson) {
      JsonBacktest.write(backtest, session.text());
    } else {
      TextBacktest.write(backtest, session.text());
    }
    session.text().flush();
    return Main.DONE;
  }

  private Backtest backtest() throws IOException {
    List<WorkflowRun> runs = new EarlierRuns(session, places).all();
    if (runs.isEmpty()) {
      throw new WrongUsageException("there are no runs in " + String.join(", ", places));
    }
    return session.during("predicting runs", () -> Backtest.of(runs));
  }

  private Backtest withPredictions() throws IOException {
    try (NewFile file = new NewFile(predictions)) {
      Backtest backtest = backtest();
      file.writeText(out -> CsvBacktest.write(backtest, CORPUS, out));
      file.publish();
      return backtest;
    }
  }
}
