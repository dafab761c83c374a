package io.flowgauge.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs real pipelines in Nextflow with the plug-in. */
class NextflowIT {
  private static final String PIPELINE =
      """
      process MAKE {
        tag "part-${x}"
        errorStrategy 'retry'
        maxRetries 2
        input: val x
        output: path "part_${x}.txt"
        script:
        \"\"\"
        sleep 0.1
        if [ ${x} = 2 -a ${task.attempt} = 1 ]; then exit 7; fi
        echo ${x} > part_${x}.txt
        \"\"\"
      }
      process JOIN {
        input: path parts
        output: path 'all.txt'
        script: "cat ${parts} > all.txt"
      }
      workflow MAKING {
        take: numbers
        main: MAKE(numbers)
        emit: MAKE.out
      }
      workflow { Channel.of(1, 2, 3) | MAKING | collect | JOIN }
      """;

  @TempDir private Path folder;

  private List<Path> found(String ending) throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("flowgauge"), 1)) {
      return all.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"24.10", "25.04"})
  void log_ofRun_agreesWithNextflowsOwnTrace(String version) throws Exception {
    Nextflow nextflow = new Nextflow(version, folder);
    Nextflow.Outcome outcome = nextflow.run(PIPELINE, "-with-trace", "trace.txt");

    assertThat(outcome.text()).contains("was useful").contains("Flowgauge: see flowgauge");
    assertThat(outcome.status()).isZero();
    WorkflowRun run = Flowgauge.read(found(".nlb").get(0));
    assertThat(run.isEnded()).isTrue();
    assertThat(run.diagnostics()).noneMatch(each -> each.message().contains("lost"));
    assertThat(ends(run)).isEqualTo(ends(folder.resolve("trace.txt")));
    assertThat(ends(run)).hasSize(5).containsValue("FAILED");
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrder(
            new Dependency("MAKING:MAKE (part-1)", "JOIN"),
            new Dependency("MAKING:MAKE (part-2)", "JOIN"),
            new Dependency("MAKING:MAKE (part-3)", "JOIN"));
    assertThat(run.execution("MAKING:MAKE (part-2)").orElseThrow().attempts())
        .extracting(Attempt::outcome)
        .containsExactly(Optional.of(EventType.FAILED), Optional.of(EventType.COMPLETED));
    Flowgauge.report(run).attribution();
    assertThat(Files.readString(found(".html").get(0))).contains("</html>");
  }

  /** Returns outcomes by name and attempt, with their times in milliseconds. */
  private static Map<String, String> ends(WorkflowRun run) {
    Map<String, String> ends = new TreeMap<>();
    run.executions()
        .forEach(
            each ->
                each.attempts()
                    .forEach(
                        attempt ->
                            ends.put(
                                each.activity().id()
                                    + " "
                                    + attempt.pending().orElse(0) / 1_000_000,
                                attempt.outcome().orElseThrow().name())));
    return ends;
  }

  /** Returns the outcomes read directly from the columns of a trace. */
  private static Map<String, String> ends(Path trace) throws IOException {
    Map<String, String> ends = new TreeMap<>();
    List<String> lines = Files.readAllLines(trace);
    List<String> columns = List.of(lines.get(0).split("\t", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split("\t", -1);
      String submit = values[columns.indexOf("submit")];
      long millis =
          LocalDateTime.parse(submit.replace(' ', 'T'))
              .atZone(ZoneId.systemDefault())
              .toInstant()
              .toEpochMilli();
      ends.put(values[columns.indexOf("name")] + " " + millis, values[columns.indexOf("status")]);
    }
    return ends;
  }

  @Test
  void run_resumed_recordsWhatWasCachedAndForecasts() throws Exception {
    Nextflow nextflow = new Nextflow("25.04", folder);
    nextflow.run(PIPELINE);
    Nextflow.Outcome again = nextflow.run(PIPELINE, "-resume");

    assertThat(again.status()).isZero();
    List<WorkflowRun> runs = new ArrayList<>();
    for (Path log : found(".nlb")) {
      runs.add(Flowgauge.read(log));
    }
    assertThat(runs).hasSize(2);
    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.workflow().activityCount()).isEqualTo(4);
              assertThat(run.workflow().dependencyCount()).isEqualTo(3);
            });
    assertThat(runs)
        .anySatisfy(
            run -> assertThat(run.executions()).allMatch(each -> each.attempts().isEmpty()));
    Nextflow.Outcome third = nextflow.run(PIPELINE);
    assertThat(third.text()).contains("earlier runs suggested", "with a probability of 90 %");
  }

  @Test
  void run_withWrongSettings_warnsAndGoesOn() throws Exception {
    Files.writeString(
        folder.resolve("nextflow.config"),
        "flowgauge { page = 'perhaps'\n colour = 'red'\n summary = false }\n");
    Nextflow.Outcome outcome = new Nextflow("25.04", folder).run(PIPELINE);

    assertThat(outcome.status()).isZero();
    assertThat(outcome.text())
        .contains("flowgauge.page must be true or false, but is perhaps")
        .containsOnlyOnce("there is no setting flowgauge.colour")
        .doesNotContain("was useful");
    assertThat(found(".html")).hasSize(1);
  }

  @Test
  void run_whereNothingCanBeWritten_warnsAndGoesOn() throws Exception {
    Files.writeString(folder.resolve("flowgauge"), "a file in the place of the folder");
    Nextflow.Outcome outcome = new Nextflow("25.04", folder).run(PIPELINE);

    assertThat(outcome.status()).isZero();
    assertThat(outcome.text()).containsOnlyOnce("the run continues, but its record is incomplete");
  }

  @Test
  void run_disabled_leavesNothing() throws Exception {
    Files.writeString(folder.resolve("nextflow.config"), "flowgauge.enabled = false\n");
    Nextflow.Outcome outcome = new Nextflow("25.04", folder).run(PIPELINE);

    assertThat(outcome.status()).isZero();
    assertThat(folder.resolve("flowgauge")).doesNotExist();
  }

  @Test
  void log_ofKilledNextflow_readsUpToThatMoment() throws Exception {
    Nextflow nextflow = new Nextflow("25.04", folder);
    Files.writeString(
        folder.resolve("main.nf"), PIPELINE.replace("sleep 0.1", "sleep ${x * 2 - 1}"));
    Process process =
        nextflow.start("run", "main.nf", "-ansi-log", "false", "-plugins", nextflow.plugin());
    boolean hasCompleted = false;
    for (int tries = 0; tries < 600 && !hasCompleted; tries++) {
      Thread.sleep(100);
      hasCompleted =
          Files.isDirectory(folder.resolve("flowgauge"))
              && !found(".nlb").isEmpty()
              && completed() > 0;
    }
    process.destroyForcibly();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    WorkflowRun run = Flowgauge.read(found(".nlb").get(0));
    assertThat(completed()).isPositive();
    assertThat(run.isFinished()).isFalse();
    assertThat(run.isEnded()).isFalse();
  }

  private long completed() throws IOException {
    try {
      return Flowgauge.read(found(".nlb").get(0)).executions().stream()
          .flatMap(each -> each.attempts().stream())
          .filter(attempt -> attempt.outcome().equals(Optional.of(EventType.COMPLETED)))
          .count();
    } catch (TraceFormatException e) {
      return 0;
    }
  }
}
