package io.flowgauge.cli.log;

import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Session;
import io.flowgauge.parquet.ColumnarFile;
import io.flowgauge.parquet.ParquetExport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    description = {
      "Writes binary logs as Parquet, one file per event type, for analysis elsewhere.",
      "",
      "Replaces files of the same names once everything is written.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge log export columns transfers.nlb",
      "  python3 -c 'import pandas; print(pandas.read_parquet(\"columns/transfer_end.parquet\"))'"
    })
final class LogExportCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "FOLDER",
      description = "The folder for the files, created if missing.")
  private Path folder;

  @Parameters(
      index = "1..*",
      paramLabel = "LOG",
      arity = "1..*",
      description = "A binary log, a folder of rotated ones, or - for standard input.")
  private List<Path> logs = List.of();

  LogExportCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    NewFile.checkFolderName(folder);
    Path[] files = LogFiles.binary(logs, session);
    ParquetExport export =
        session.during("writing " + folder, () -> ParquetExport.write(folder, files));
    for (ColumnarFile file : export.files()) {
      session.text().write(file + "\n");
    }
    LogDamage damage = new LogDamage(session);
    damage.found(export.losses());
    return damage.status();
  }
}
