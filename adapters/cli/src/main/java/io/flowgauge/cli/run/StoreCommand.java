package io.flowgauge.cli.run;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.NameValues;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.report.layout.Human;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.StoreResult;
import io.flowgauge.store.StoredRun;
import io.flowgauge.trace.RunSource;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "store",
    description = {
      "Stores runs in an experiment repository, for comparison across experiments.",
      "",
      "A run is stored whole, so that nothing is lost, and as rows of a relational database that"
          + " can be queried for workflows, versions, regions, processors and times. A run"
          + " already stored is recognised by its content. A file that is not a run is reported"
          + " and left out; the exit status is then 1.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge store trace.txt --workflow montage --version 5-resources",
      "  flowgauge store runs/* --workflow dft --tag machine=lab",
      "  flowgauge store new/ --workflow montage --version 2 --refines 1 \\",
      "      --subgraph image=mProject,mImgtbl1",
      "  flowgauge store trace.txt --to 'jdbc:postgresql://localhost/experiments?user=me'"
    })
public final class StoreCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description =
          "A file, a folder with the files of one run, a folder of such folders, or - for standard"
              + " input.")
  private List<Path> runs = List.of();

  @Mixin private RepositoryOption repository;

  @Option(
      names = "--workflow",
      paramLabel = "NAME",
      description =
          "Name of the workflow, under which its versions are grouped. Default: the run's.")
  private String workflow;

  @Option(
      names = "--version",
      paramLabel = "LABEL",
      defaultValue = RunLabel.DEFAULT_VERSION,
      description = "Version of the workflow (default: ${DEFAULT-VALUE}).")
  private String version;

  @Option(
      names = "--refines",
      paramLabel = "LABEL",
      description =
          "The version that this one refines: subgraphs of the same name replace each other.")
  private String refines;

  @Option(
      names = "--tag",
      paramLabel = "NAME=VALUE",
      description = "A label to find the run by. May be repeated.")
  private List<String> tags = List.of();

  @Option(
      names = "--subgraph",
      paramLabel = "NAME=TYPE,TYPE",
      description =
          "A part of this version, given by the types of its activities, whose time is compared"
              + " across versions. May be repeated.")
  private List<String> subgraphs = List.of();

  public StoreCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    RunLabel label = label();
    int status = Main.DONE;
    StringWriter held = new StringWriter();
    Writer out = repository.holdsRunsBack() ? held : session.text();
    try (ExperimentRepository open = repository.create(session)) {
      for (RunSource run : session.runsIn(session.inputs(runs))) {
        try {
          out.write(store(session.readAnalysable(run), run.path(), label, open) + "\n");
        } catch (TraceFormatException e) { // For example, a note next to the runs.
          session.report(e);
          status = Main.FAILED;
        }
      }
    }
    session.text().write(held.toString());
    session.text().flush();
    return status;
  }

  private String store(WorkflowRun run, Path path, RunLabel label, ExperimentRepository open)
      throws IOException {
    StoreResult result =
        session.during("storing " + path, () -> open.store(run, label.source(session.shown(path))));
    return resultText(session.shown(path), result);
  }

  private RunLabel label() {
    RunLabel label = RunLabel.empty().version(version);
    label = workflow == null ? label : label.workflow(workflow);
    label = refines == null ? label : label.refines(refines);
    for (Map.Entry<String, String> tag : NameValues.parse("--tag", tags).entrySet()) {
      label = label.tag(tag.getKey(), tag.getValue());
    }
    for (String subgraph : subgraphs) {
      label = label.subgraph(subgraph(subgraph));
    }
    return label;
  }

  static Subgraph subgraph(String text) {
    try {
      return Subgraph.parse(text);
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException("--subgraph: " + e.getMessage());
    }
  }

  private String resultText(String path, StoreResult result) {
    StoredRun run = result.run();
    String number = "run " + run.id();
    return Failure.oneLine(
        (result.isNew() ? path + " stored as " + number : path + " was stored before, as " + number)
            + " of "
            + run.workflow()
            + ", version "
            + run.version()
            + ", in "
            + repository.shown()
            + ": "
            + Human.count(run.activities(), "activity", "activities")
            + (run.makespanSeconds().isPresent()
                ? ", " + Human.brief(run.makespanSeconds().getAsDouble())
                : ""));
  }
}
