package io.flowgauge.traces.snakemake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs Snakemake 7 with the log handler and reads its events. */
class SnakemakeLiveTest {
  private static final String[] OPTIONS = {"--cores", "2", "--retries", "1", "--keep-going"};
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;
  private LiveSnakemake snakemake;

  @AfterEach
  void stop() throws InterruptedException {
    if (snakemake != null && snakemake.isAlive()) {
      snakemake.kill();
    }
  }

  private void start(String workflow, String... options) throws IOException {
    snakemake = LiveSnakemake.of(workflow, folder);
    snakemake.start(options);
  }

  private static Set<String> dependencies(WorkflowRun run) {
    return run.workflow().dependencies().stream().map(Object::toString).collect(Collectors.toSet());
  }

  private static List<PlainEvents.Start> starts(ActivityExecution execution) {
    return execution.attempts().stream()
        .map(
            attempt ->
                new PlainEvents.Start(
                    attempt.started().orElseThrow(),
                    attempt.ended().orElseThrow(),
                    attempt.outcome().orElseThrow()))
        .toList();
  }

  @Test
  void read_events_agreeWithAPlainReadingOfThem() throws IOException, InterruptedException {
    start("Snakefile", OPTIONS);
    assertThat(snakemake.await()).as(snakemake.printed()).isEqualTo(1);
    Path file = snakemake.events().get(0);
    WorkflowRun run = Flowgauge.read(file);
    PlainEvents plain = PlainEvents.of(file);
    assertThat(dependencies(run)).isEqualTo(plain.dependencies).hasSize(9);
    assertThat(run.executions()).hasSize(plain.starts.size()).hasSize(9);
    for (ActivityExecution execution : run.executions()) {
      String id = execution.activity().id();
      assertThat(starts(execution)).as(id).isEqualTo(plain.starts.get(id));
      for (Attempt attempt : execution.attempts()) {
        assertThat(attempt.submitted()).as(id).isEqualTo(attempt.started());
        assertThat(attempt.active()).as(id).isEqualTo(attempt.started());
      }
      assertThat(execution.activity().attributes()).containsKey("command");
    }
    assertThat(outcomes(run, "flaky (flaky.txt)"))
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    assertThat(outcomes(run, "double (k=3)")).containsExactly(EventType.COMPLETED);
    assertThat(run.execution("broken (broken.txt)").orElseThrow().attempts())
        .allMatch(attempt -> attempt.outcome().orElseThrow() == EventType.FAILED);
    assertThat(run.isEnded()).isTrue();
    assertThat(run.diagnostics())
        .anyMatch(d -> d.message().equals("Snakemake ended: failure"))
        .noneMatch(d -> d.severity() != Severity.INFO);
  }

  private static List<EventType> outcomes(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow().attempts().stream()
        .map(attempt -> attempt.outcome().orElseThrow())
        .toList();
  }

  @Test
  void read_events_agreeWithTheLogAndTheMetadata() throws IOException, InterruptedException {
    start("Snakefile", OPTIONS);
    assertThat(snakemake.await()).as(snakemake.printed()).isEqualTo(1);
    Path file = snakemake.events().get(0);
    WorkflowRun run = Flowgauge.read(file);
    WorkflowRun log = Flowgauge.read(snakemake.log());
    assertThat(dependencies(run)).isEqualTo(dependencies(log));
    for (ActivityExecution logged : log.executions()) {
      String id = logged.activity().id();
      List<Attempt> attempts = run.execution(id).orElseThrow().attempts();
      assertThat(attempts).as(id).hasSameSizeAs(logged.attempts());
      for (int k = 0; k < attempts.size(); k++) {
        assertThat(attempts.get(k).outcome()).isEqualTo(logged.attempts().get(k).outcome());
        near(attempts.get(k).started(), logged.attempts().get(k).started());
        near(attempts.get(k).ended(), logged.attempts().get(k).ended());
      }
    }
    WorkflowRun both = Flowgauge.read(file, snakemake.metadata());
    Attempt part = both.execution("part (n=a)").orElseThrow().attempts().get(0);
    assertThat(part.active().orElseThrow())
        .isBetween(part.started().orElseThrow() - SECOND, part.ended().orElseThrow());
    assertThat(part.active()).isNotEqualTo(part.started());
  }

  /** Asserts that times agree; the log has whole seconds of local time. */
  private static void near(OptionalLong exact, OptionalLong logged) {
    long nanos = exact.orElseThrow();
    long zone =
        ZoneId.systemDefault()
            .getRules()
            .getOffset(Instant.ofEpochSecond(nanos / SECOND))
            .getTotalSeconds();
    assertThat(logged.orElseThrow() - zone * SECOND)
        .isCloseTo(nanos - SECOND / 2, within(SECOND * 3 / 2));
  }

  @Test
  void read_whileSnakemakeRuns_isARunThatGoesOn() throws IOException, InterruptedException {
    start("Snakefile", OPTIONS);
    int seen = 0;
    boolean ended = false;
    while (!ended) {
      Thread.sleep(20);
      boolean alive = snakemake.isAlive();
      for (Path file : snakemake.events()) {
        try {
          WorkflowRun run = Flowgauge.read(file);
          seen += run.isEnded() ? 0 : 1;
          ended = run.isEnded();
        } catch (TraceFormatException e) {
          assertThat(e.getMessage()).containsAnyOf("no job", "an empty file");
        }
      }
      assertThat(alive || ended).as("the end is stated before Snakemake is gone").isTrue();
    }
    assertThat(seen).isPositive();
  }

  @Test
  void read_snakemakeKilled_hasAllThatWasLogged() throws IOException, InterruptedException {
    start("Snakefile", "--cores", "1");
    while (snakemake.isAlive()
        && (snakemake.events().isEmpty()
            || !Files.readString(snakemake.events().get(0)).contains("job_finished"))) {
      Thread.sleep(5);
    }
    snakemake.kill();
    WorkflowRun run = Flowgauge.read(snakemake.events().get(0));
    assertThat(run.isEnded()).isFalse();
    assertThat(run.executions()).anyMatch(e -> e.attempts().get(0).outcome().isPresent());
    assertThat(run.diagnostics()).noneMatch(d -> d.severity() == Severity.ERROR);
  }

  @Test
  void run_withAnUnwritableFolder_isWarnedOnceAndDoesItsWork()
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve(".snakemake"));
    Files.createFile(folder.resolve(".snakemake/flowgauge"));
    start("Snakefile", "--cores", "2", "part_a.txt", "part_b.txt");
    assertThat(snakemake.await()).as(snakemake.printed()).isZero();
    assertThat(snakemake.printed().lines().filter(line -> line.startsWith("flowgauge:")))
        .hasSize(1);
    assertThat(folder.resolve("part_b.txt")).exists();
  }

  @Test
  void run_twiceAndDry_hasAFileForEachRunThatDidWork() throws IOException, InterruptedException {
    start("Snakefile", "--cores", "1", "--dry-run");
    assertThat(snakemake.await()).isZero();
    assertThat(snakemake.events()).isEmpty();
    for (String target : List.of("part_a.txt", "part_b.txt")) {
      snakemake.start("--cores", "1", target);
      assertThat(snakemake.await()).isZero();
    }
    snakemake.start("--cores", "1", "part_b.txt");
    assertThat(snakemake.await()).isZero();
    assertThat(snakemake.events()).hasSize(2);
    WorkflowRun run = Flowgauge.read(snakemake.events().get(1));
    assertThat(run.isEnded()).isTrue();
    assertThat(run.diagnostics()).anyMatch(d -> d.message().equals("Snakemake ended: success"));
    assertThat(run.workflow().activities()).extracting(Activity::id).containsExactly("part (n=b)");
  }

  @Test
  void read_clusterWithAGroup_hasSubmissions() throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("submit.sh"), "sh \"$1\" > \"$1.out\" 2>&1 &\necho \"c-$(basename $1)\"\n");
    start("Grouped", "--jobs", "2", "--cluster", "sh submit.sh");
    assertThat(snakemake.await()).as(snakemake.printed()).isZero();
    WorkflowRun run = Flowgauge.read(snakemake.events().get(0));
    Attempt first = run.execution("first (first.txt)").orElseThrow().attempts().get(0);
    Attempt second = run.execution("second (second.txt)").orElseThrow().attempts().get(0);
    Attempt alone = run.execution("alone (alone.txt)").orElseThrow().attempts().get(0);
    assertThat(first.submitted()).isPresent().isEqualTo(second.submitted());
    assertThat(alone.submitted()).isPresent().isNotEqualTo(first.submitted());
    for (Attempt attempt : List.of(first, second, alone)) {
      assertThat(attempt.submitted().orElseThrow())
          .isGreaterThan(attempt.started().orElseThrow())
          .isLessThan(attempt.ended().orElseThrow());
      assertThat(attempt.active()).isEmpty();
    }
    assertThat(run.isEnded()).isTrue();
  }
}
