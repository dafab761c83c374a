package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.spi.ComparisonRenderer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      "Compares runs, or groups of runs, with the first of them.",
      "",
      "Shows how each class of overhead, critical path, metric, activity type and region changed;"
          + " how much faster the refinements of a workflow are; how much fork-joins slow down;"
          + " the speedup and efficiency on growing sets of sites; and whether a difference"
          + " exceeds the variation among the runs of one group, which needs several runs per"
          + " group.",
      "",
      "A RUN is a file, a folder, - for standard input, the number of a stored run, or the version"
          + " of stored runs. A folder that contains a folder for each of several runs is a group;"
          + " NAME=RUN,RUN makes a group of any runs. Without RUN, compares the versions of the"
          + " stored runs or, with --by sites, the sets of sites they ran on.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge compare one/ two/ five/ --subgraph image=mProject,mImgtbl1",
      "  flowgauge compare old=1,2,3 new=4,5,6          stored runs, by number",
      "  flowgauge compare --workflow montage           all versions",
      "  flowgauge compare --workflow montage --format html -o versions.html",
      "  flowgauge compare --workflow dft --by sites    speedup and efficiency over sites"
    })
public final class CompareCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..*",
      description = "A run or a group of runs; the others are compared with the first.")
  private List<String> runs = List.of();

  @Mixin private RepositoryOption repository;

  @Mixin private RunSelection selection;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "version",
      description = "Without RUN, what to group runs by: version (default) or sites, fewest first.")
  private String by = "";

  @Option(
      names = "--subgraph",
      paramLabel = "NAME=TYPE,TYPE",
      description =
          "A part of the workflows, given by types of activities. Its critical paths are compared,"
              + " too, but only in runs read from files: stored runs have the subgraphs they were"
              + " stored with.")
  private List<String> subgraphs = List.of();

  @Option(
      names = "--completed",
      description = "Leave out runs that are known not to have completed all their activities.")
  private boolean completed;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "text (default): for people to read; json: one object with everything; html: one page"
              + " with charts, which needs only a browser.")
  private String format = "";

  @Mixin private OutputOption output;

  public CompareCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    ComparisonRenderer renderer =
        Formats.find(ComparisonRenderer.class, ComparisonRenderer::format, format, "comparison");
    if (!by.equals("version") && !by.equals("sites")) {
      throw new WrongUsageException("--by must be version or sites, but is '" + by + "'");
    }
    output.write(
        session,
        () -> {
          Comparison comparison = comparison();
          return out -> renderer.render(comparison, out);
        });
    return Main.DONE;
  }

  private Comparison comparison() throws IOException {
    List<Subgraph> parts = subgraphs.stream().map(StoreCommand::subgraph).toList();
    try (ComparedRuns compared = new ComparedRuns(session, repository, selection, parts)) {
      List<RunGroup> groups =
          runs.isEmpty() ? compared.stored(by.equals("sites")) : compared.named(runs);
      if (groups.size() < 2) {
        throw new WrongUsageException(
            "a comparison needs two groups of runs, but there is only '"
                + groups.get(0).name()
                + "'");
      }
      List<RunGroup> kept =
          completed ? groups.stream().map(CompareCommand::completed).toList() : groups;
      return session.during("comparing", () -> Flowgauge.compare(kept));
    }
  }

  private static RunGroup completed(RunGroup group) {
    return group
        .completeRuns()
        .orElseThrow(
            () ->
                new WrongUsageException(
                    "no run of '" + group.name() + "' completed all its activities"));
  }
}
