package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Follows recorded runs whose files grow as they once did, but faster, and cut at any byte. */
class GrowingFilesTest {
  private static final int STEPS = 4;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "samples/montage",
        "samples/povray-slurm",
        "samples/movie-versions/fine/run-1",
        "samples/registration"
      })
  void view_ofGrowingSample_endsAsTheReportReadFromDisk(String sample) throws Exception {
    follow(Checkout.root().resolve(sample));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "povray-makeflow-local",
        "povray-makeflow-workqueue",
        "povray-snakemake",
        "dft-slurm",
        "montage-nextflow-background"
      })
  void view_ofGrowingSharedRun_endsAsTheReportReadFromDisk(String name) throws Exception {
    follow(SharedData.path("runs/" + name));
  }

  /** Spark renames a log at its end, in a folder that also holds other logs. */
  @Test
  void follow_fileThatLosesItsEnding_goesOn() throws Exception {
    Path log = folder.resolve("app-1.inprogress");
    String begin =
        "{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\"a\",\"Timestamp\":1795255200000}\n";
    Files.writeString(log, begin);
    Files.writeString(folder.resolve("app-2"), begin);
    try (LiveMonitor monitor = LiveMonitor.builder().quiet(Duration.ofMillis(200)).open()) {
      LiveRun run = monitor.follow(log);
      Eventually.holds(() -> run.view().isPresent());
      assertThat(run.isFinished()).isFalse();
      Files.writeString(
          log, begin + "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":1795255209000}\n");
      Files.move(log, folder.resolve("app-1"));
      Eventually.holds(run::isFinished);
      assertThat(run.view().orElseThrow().report().run().makespan())
          .contains(Duration.ofSeconds(9));
    }
  }

  /** Logs of several runs may be in one folder. */
  @Test
  void changes_whileAnotherFileBesideGrows_areThoseOfTheRunAlone() throws Exception {
    Path sample = Checkout.root().resolve("samples/montage");
    Path trace = Files.copy(sample.resolve("trace.txt"), folder.resolve("trace.txt"));
    Path other = Files.writeString(folder.resolve("other.log"), "");
    try (LiveMonitor monitor = LiveMonitor.builder().quiet(Duration.ofMillis(300)).open()) {
      LiveRun run = monitor.follow(trace);
      Eventually.holds(() -> run.changes() > 0);
      for (int k = 0; k < 40; k++) {
        Files.writeString(other, "more\n", StandardOpenOption.APPEND);
        Thread.sleep(100);
      }
      assertThat(run.changes()).isEqualTo(1);
      assertThat(run.isFinished()).isTrue();
      Files.copy(sample.resolve("edges.tsv"), folder.resolve("edges.tsv"));
      Eventually.holds(() -> run.changes() > 1);
      assertThat(run.view().orElseThrow().run().workflow().dependencyCount()).isPositive();
    }
  }

  private void follow(Path original) throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.list(original)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    Random random = new Random(1);
    try (LiveMonitor monitor = LiveMonitor.builder().quiet(Duration.ofMillis(200)).open()) {
      write(files, 0, random);
      LiveRun run = monitor.follow(folder);
      for (int step = 1; step <= STEPS; step++) {
        long before = run.changes();
        write(files, (double) step / STEPS, random);
        Eventually.holds(() -> run.changes() > before || !run.trouble().isEmpty());
        assertThat(run.trouble()).doesNotContain("cannot be read (");
      }
      Eventually.holds(() -> run.trouble().isEmpty() && run.view().isPresent());
      RunReport expected = Flowgauge.report(Flowgauge.read(folder));
      Eventually.holds(run::isFinished);
      Eventually.holds(() -> run.view().orElseThrow().isFinished());
      RunReport seen = run.view().orElseThrow().report();
      assertThat(seen.attribution().classes()).isEqualTo(expected.attribution().classes());
      assertThat(seen.overheads().total().classes())
          .isEqualTo(expected.overheads().total().classes());
      assertThat(seen.attribution().criticalPath())
          .isEqualTo(expected.attribution().criticalPath());
    }
  }

  /** Writes the beginnings of files, cut at any byte; for a share of 1, the whole files. */
  private void write(List<Path> files, double share, Random random) throws IOException {
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      int length = (int) (bytes.length * share);
      int cut = share < 1 ? Math.max(0, length - random.nextInt(40)) : bytes.length;
      Files.write(folder.resolve(file.getFileName()), Arrays.copyOf(bytes, cut));
    }
  }
}
