package io.flowgauge.cli.run;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.lake.Lake;
import io.flowgauge.lake.LakeWriter;
import io.flowgauge.report.layout.Human;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "export",
    description = {
      "Copies runs of an experiment repository into a lake.",
      "",
      "A lake is a folder of Parquet files by workflow and month, which pandas, Spark, DuckDB and"
          + " others can read. Other commands accept it as an experiment repository, lake:FOLDER."
          + " Runs already in the lake are kept.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge export --parquet lake/",
      "  flowgauge export --parquet lake/ --from old.db --workflow montage",
      "  flowgauge sql 'select type, avg(processing_seconds) from activities group by type' \\",
      "      --from lake:lake/"
    })
public final class ExportCommand implements Callable<Integer> {
  private final Session session;

  @Option(
      names = "--parquet",
      paramLabel = "FOLDER",
      required = true,
      description = "The folder of the lake, created if it is missing.")
  private Path lake;

  @Mixin private RepositoryOption repository;

  @Mixin private RunSelection selection;

  public ExportCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    NewFile.checkFolderName(lake);
    if (lake.toString().startsWith(Lake.PREFIX)) {
      throw new WrongUsageException(
          "--parquet names the folder itself, without " + Lake.PREFIX + ", but is " + lake);
    }
    int copied = 0;
    try (ExperimentRepository open = repository.open(session)) {
      List<StoredRun> runs = open.runs(selection.filter());
      try (LakeWriter writer = LakeWriter.open(lake)) {
        for (StoredRun run : runs) {
          session.during("copying run " + run.id(), () -> copy(run, open, writer));
          copied++;
        }
      }
    }
    session
        .text()
        .write(Human.count(copied, "run", "runs") + " copied to " + session.shown(lake) + "\n");
    session.text().flush();
    return Main.DONE;
  }

  private static long copy(StoredRun run, ExperimentRepository from, LakeWriter to)
      throws IOException {
    return to.add(from.load(run.id()).orElseThrow(), from.label(run));
  }
}
