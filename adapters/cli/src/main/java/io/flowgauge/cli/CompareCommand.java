package io.flowgauge.cli;

import io.flowgauge.Flowgauge;
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
      "Compares runs, or groups of runs, to the first of them.",
      "",
      "It says what each class of overhead, critical path, metric, activity type and region became;"
          + " how much faster the refinements of a workflow are; how far fork-joins slow down; the"
          + " speedup and efficiency on growing sets of sites; and whether a difference is more than"
          + " runs of one group differ among themselves, for which it takes several runs a group.",
      "",
      "A RUN is a file, a folder, the number of a stored run, or the version of stored runs. A folder"
          + " with the folders of several runs is a group; others are made by NAME=RUN,RUN. Without RUN the versions of the stored runs are"
          + " compared, or with --by sites the sets of sites they ran on.",
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
final class CompareCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..*",
      description = "A run or a group of runs; the first is what the others are compared to.")
  private List<String> runs = List.of();

  @Mixin private RepositoryOption repository;

  @Mixin private RunSelection selection;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "version",
      description =
          "Without RUN, what makes runs a group: version (default) or sites, the fewest first.")
  private String by = "";

  @Option(
      names = "--subgraph",
      paramLabel = "NAME=TYPE,TYPE",
      description =
          "A part of the workflows whose critical paths are compared, by types of activities, in runs"
              + " that are read from files; stored ones have those they were stored with.")
  private List<String> subgraphs = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "text (default): to be read; json: one object, with everything; html: one page with"
              + " charts, which needs nothing but a browser.")
  private String format = "";

  @Mixin private OutputOption output;

  CompareCommand(Session session) {
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
            "it takes two groups of runs to compare, but there is only '"
                + groups.get(0).name()
                + "'");
      }
      return session.during("comparing", () -> Flowgauge.compare(groups));
    }
  }
}
