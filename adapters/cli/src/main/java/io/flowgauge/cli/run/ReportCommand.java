package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.lake.ActivityFile;
import io.flowgauge.report.html.HtmlReport;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.ReportRenderer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Shows where the time of a run went.",
      "",
      "The report gives the makespan and its critical path, the overheads of middleware, lost"
          + " parallelism and activities, a line for each type of activity, and anything odd about"
          + " the input.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge report trace.txt",
      "  flowgauge report trace.txt --format html -o report.html",
      "  flowgauge report run1/ run2/ --history old/ --format json -o reports.json",
      "  flowgauge report trace.txt --history experiments.db",
      "  flowgauge report trace.txt --format csv -o activities.csv"
    })
public final class ReportCommand implements Callable<Integer> {
  private static final String PARQUET = "parquet";

  private final Session session;

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description =
          "A file, a folder with the files of one run, or - for standard input. Several runs give"
              + " several reports in a row, or one page that shows them side by side.")
  private List<Path> runs = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "text (default): for people to read; json: one object, or an array of them for several"
              + " runs; html: one page with charts, which needs only a browser; csv, parquet: a table"
              + " with a row for each activity, for R, pandas, Spark or a spreadsheet.")
  private String format = "";

  @Mixin private OutputOption output;

  @Option(
      names = "--no-prediction",
      description =
          "Leave the prediction out of the page. With thousands of activities, making it takes most"
              + " of the time.")
  private boolean withoutPrediction;

  @Option(
      names = "--history",
      paramLabel = "RUN",
      converter = PlaceName.class,
      description =
          "Another run with activities of the same names: an activity's ideal time is then its"
              + " shortest time in any of the runs. May be repeated. An experiment repository"
              + " (REPO, or REPO#WORKFLOW if it holds several workflows) stands for all its runs.")
  private List<String> history = List.of();

  public ReportCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    if (format.equals(PARQUET)) {
      output.writeFile(
          () -> {
            List<RunReport> reports = reports();
            return file -> ActivityFile.write(file, reports);
          });
      return Main.DONE;
    }
    ReportRenderer renderer = renderer();
    output.write(
        session,
        () -> {
          List<RunReport> reports = reports();
          return out -> renderer.render(reports, out);
        });
    return Main.DONE;
  }

  private ReportRenderer renderer() {
    ReportRenderer found =
        Formats.find(ReportRenderer.class, ReportRenderer::format, format, "report", PARQUET);
    if (!withoutPrediction) {
      return found;
    }
    if (!(found instanceof HtmlReport)) {
      throw new WrongUsageException("--no-prediction needs --format html");
    }
    return HtmlReport.withoutPrediction();
  }

  private List<RunReport> reports() throws IOException {
    WorkflowRun[] others =
        new EarlierRuns(session, history).forIdealTimes().toArray(WorkflowRun[]::new);
    List<RunReport> reports = new ArrayList<>();
    for (WorkflowRun run : read(runs)) {
      reports.add(session.during("analysing " + run.name(), () -> Flowgauge.report(run, others)));
    }
    return reports;
  }

  private List<WorkflowRun> read(List<Path> paths) throws IOException {
    List<WorkflowRun> read = new ArrayList<>();
    for (Path path : paths) {
      read.add(session.readAnalysable(session.input(path)));
    }
    return read;
  }
}
