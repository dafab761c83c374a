package io.flowgauge.cli.run;

import io.flowgauge.cli.DatabasePlace;
import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Session;
import io.flowgauge.lake.Lake;
import io.flowgauge.store.ExperimentRepository;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine.Option;

/** Which experiment repository a command works with. */
final class RepositoryOption {
  private static final String VARIABLE = "FLOWGAUGE_REPOSITORY";
  private static final String DEFAULT = "experiments.db";

  @Option(
      names = {"-r", "--repository", "--to", "--from"},
      paramLabel = "REPO",
      converter = PlaceName.class,
      description =
          "The experiment repository: an SQLite file, a JDBC URL of PostgreSQL, or lake:FOLDER, a"
              + " lake of Parquet files. Default: the environment variable "
              + VARIABLE
              + ", else "
              + DEFAULT
              + " in the current folder.")
  private String place;

  /** Where it is. */
  String place() {
    if (place != null) {
      return place;
    }
    return PlaceName.ofVariable(VARIABLE, System.getenv().getOrDefault(VARIABLE, DEFAULT));
  }

  /** The repository's place without its password, for messages. */
  String shown() {
    return DatabasePlace.shown(place());
  }

  /** Whether what is stored may be lost until it is closed. */
  boolean holdsRunsBack() {
    return place().startsWith(Lake.PREFIX);
  }

  /** Whether it exists, if that can be known without asking a server. */
  boolean exists() {
    return DatabasePlace.exists(place());
  }

  /** Opens it for storing; creates a missing SQLite file. */
  ExperimentRepository create(Session session) throws IOException {
    warn(session);
    return DatabasePlace.open(place(), ExperimentRepository::open, ExperimentRepository::connect);
  }

  /** Opens it for queries; it must exist. */
  ExperimentRepository open(Session session) throws IOException {
    if (!exists()) {
      throw new NoSuchFileException(place());
    }
    warn(session);
    return DatabasePlace.existing(place());
  }

  private void warn(Session session) {
    if (place != null) {
      DatabasePlace.warnOfPassword(place, session);
    }
  }
}
