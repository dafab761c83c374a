package io.flowgauge.cli.run;

import io.flowgauge.cli.DatabasePlace;
import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Session;
import io.flowgauge.lake.Lake;
import io.flowgauge.store.ExperimentRepository;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine.Option;

/** The option for the experiment repository that a command uses. */
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

  /** Returns the place of the repository. */
  String place() {
    if (place != null) {
      return place;
    }
    return PlaceName.ofVariable(VARIABLE, System.getenv().getOrDefault(VARIABLE, DEFAULT));
  }

  /** Returns the place of the repository without its password, for messages. */
  String shown() {
    return DatabasePlace.shown(place());
  }

  /** Whether stored runs may be lost until the repository is closed. */
  boolean holdsRunsBack() {
    return place().startsWith(Lake.PREFIX);
  }

  /** Whether it exists; true for one on a server, which is not asked. */
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
