package io.flowgauge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRepositoryTest extends RepositoryContract {
  /** Room for the tables and a small run; times out when another holds the lock. */
  private static final String SMALL_DISK =
      "?transaction_mode=IMMEDIATE&busy_timeout=2000&max_page_count=80";

  @TempDir private Path disk;

  @Override
  Database database(Path folder) {
    return Database.sqlite(folder.resolve("experiments.db"));
  }

  /** SQLite rolls back by itself when the disk is full; that must neither hide it nor lock. */
  @Test
  void store_fullDisk_saysSoAndGoesOn() throws IOException {
    String url = "jdbc:sqlite:" + disk.resolve("full.db") + SMALL_DISK;
    WorkflowRun small = Runs.forkJoin("small", 2, new Random(1));
    WorkflowRun large = Runs.forkJoin("large", 3000, new Random(2));
    try (ExperimentRepository first = ExperimentRepository.connect(url);
        ExperimentRepository second = ExperimentRepository.connect(url)) {
      assertThatThrownBy(() -> first.store(large, RunLabel.of("w")))
          .isInstanceOf(RepositoryException.class)
          .hasMessageContaining("the disk is full");

      assertThat(first.runs(RunFilter.all())).isEmpty();
      second.store(small, RunLabel.of("w"));
      assertThat(first.runs(RunFilter.all())).hasSize(1);
      assertThat(first.store(small, RunLabel.of("w")).isNew()).isFalse();
    }
  }

  @Test
  void openExisting_otherDatabase_leavesItAsItIs() throws IOException {
    Path file = disk.resolve("other.db");
    Database other = Database.sqlite(file);
    other.execute("create table mine (x)");
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> ExperimentRepository.openExisting(file))
        .isInstanceOf(RepositoryException.class)
        .hasMessageEndingWith("other.db: this database holds no repository; it was left as it is");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    ExperimentRepository.open(file).close();
    try (ExperimentRepository there = ExperimentRepository.openExisting(file)) {
      assertThat(there.runs(RunFilter.all())).isEmpty();
    }
  }
}
