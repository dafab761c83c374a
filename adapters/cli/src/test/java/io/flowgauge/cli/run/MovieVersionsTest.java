package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Outcome;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four versions of a workflow, recorded several times each: their recorded facts, and what the
 * commands report.
 */
class MovieVersionsTest {
  private static final Path FOLDER = Checkout.root().resolve("samples/movie-versions");
  private static final List<String> VERSIONS = List.of("frames", "halves");

  /** Tolerance in seconds, as the facts are given in milliseconds. */
  private static final double ROUNDING = 1e-3;

  @TempDir private Path folder;

  @Test
  void read_recordedRuns_haveTheCountsAndTimesOfTheirFacts() throws IOException {
    List<String> rows = Files.readAllLines(FOLDER.resolve("facts.tsv"));
    assertThat(rows.get(0))
        .isEqualTo(
            "version\trun\tjobs\trender_jobs\tfirst_job_s\tlast_end_s\tspan_s\tbenchmarked_s");
    assertThat(rows.size() - 1).isEqualTo(4 * 7);
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split("\t", -1);
      WorkflowRun run = Flowgauge.read(FOLDER.resolve(cells[0]).resolve(cells[1]));
      List<ActivityExecution> executions = run.executions();
      assertThat(executions).as(row).hasSize(Integer.parseInt(cells[2]));
      assertThat(executions.stream().filter(e -> e.activity().type().equals("render")))
          .hasSize(Integer.parseInt(cells[3]));
      assertThat(executions).allMatch(execution -> execution.attempts().size() == 1);
      assertThat(span(executions)).isCloseTo(Double.parseDouble(cells[6]), within(2 * ROUNDING));
      double measured =
          executions.stream().mapToDouble(e -> seconds(e.wallclock().orElseThrow())).sum();
      assertThat(measured).isCloseTo(Double.parseDouble(cells[7]), within(ROUNDING));
    }
  }

  private static double span(List<ActivityExecution> executions) {
    long first =
        executions.stream()
            .mapToLong(e -> e.attempts().get(0).started().orElseThrow())
            .min()
            .orElseThrow();
    long last =
        executions.stream()
            .mapToLong(e -> e.attempts().get(0).ended().orElseThrow())
            .max()
            .orElseThrow();
    return seconds(Duration.ofNanos(last - first));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  @Test
  void compare_foldersOfRuns_isWhatStoredVersionsGive() {
    String repository = folder.resolve("experiments.db").toString();
    for (String version : VERSIONS) {
      Outcome stored =
          Outcome.of(
              "store",
              FOLDER.resolve(version).toString(),
              "--to",
              repository,
              "--workflow",
              "movie",
              "--version",
              version,
              "--subgraph",
              "frame=render,stack");
      assertThat(stored.err()).isEmpty();
      assertThat(stored.out()).contains("run-1 stored as run", "of movie, version " + version);
    }
    Outcome ofStored = Outcome.of("compare", "--from", repository, "--format", "json");
    Outcome ofFolders =
        Outcome.of(
            Stream.of(
                    Stream.of("compare", "--subgraph", "frame=render,stack", "--format", "json"),
                    VERSIONS.stream().map(version -> FOLDER.resolve(version).toString()))
                .flatMap(words -> words)
                .toArray(String[]::new));

    assertThat(ofFolders.err()).isEmpty();
    assertThat(ofStored.out()).contains("\"name\" : \"halves\"").isEqualTo(ofFolders.out());
  }
}
