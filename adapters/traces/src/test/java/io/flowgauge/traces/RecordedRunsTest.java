package io.flowgauge.traces;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recorded runs of Nextflow and Slurm, each read from its folder alone and compared with its facts.
 */
class RecordedRunsTest {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static WorkflowRun read(String name) throws IOException {
    return Flowgauge.read(SharedData.path("runs/" + name));
  }

  private static Map<String, String> facts(String name, String file) throws IOException {
    try (Stream<String> lines = Files.lines(SharedData.path("runs/" + name).resolve(file))) {
      return lines.collect(
          Collectors.toMap(
              line -> line.substring(0, line.indexOf('\t')),
              line -> line.substring(line.indexOf('\t') + 1).strip()));
    }
  }

  private static Stream<Attempt> attempts(WorkflowRun run) {
    return run.executions().stream().map(ActivityExecution::attempts).flatMap(List::stream);
  }

  private static long ended(WorkflowRun run, EventType outcome) {
    return attempts(run).filter(a -> a.outcome().equals(Optional.of(outcome))).count();
  }

  private static Map<String, Long> onProcessors(WorkflowRun run) {
    return attempts(run)
        .filter(attempt -> attempt.processor().isPresent())
        .collect(
            Collectors.groupingBy(
                attempt -> "records_on_" + attempt.processor().get(), Collectors.counting()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "povray-nextflow",
        "povray-nextflow-serial",
        "povray-nextflow-slurm",
        "montage-nextflow-background",
        "montage-nextflow-sites/resources-1",
        "montage-nextflow-sites/resources-2",
        "montage-nextflow-sites/resources-5",
        "registration-nextflow-slurm"
      })
  void read_nextflowFolder_agreesWithItsFacts(String name) throws IOException {
    WorkflowRun run = read(name);
    Map<String, String> facts = facts(name, "facts.tsv");
    assertThat(nextflowFacts(run))
        .allSatisfy((fact, value) -> assertThat(facts).containsEntry(fact, "" + value));
    assertThat(run.workflow().dependencyCount() + repeated(run))
        .isEqualTo(Long.parseLong(facts.get("file_edges_between_tasks")));
    assertThat(messages(run))
        .contains("dependencies: " + run.workflow().dependencyCount() + " from edges.tsv")
        .contains(
            "adds the times of "
                + facts.get("attempts")
                + " attempts, including when they entered Nextflow's own queue");
    assertThat(run.isFinished()).isTrue();
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
  }

  private static long repeated(WorkflowRun run) {
    return messages(run).stream()
        .filter(m -> m.contains("an earlier edge between the same two tasks"))
        .mapToLong(m -> Long.parseLong(m.substring(0, m.indexOf(' '))))
        .sum();
  }

  private static Map<String, Long> nextflowFacts(WorkflowRun run) {
    Map<String, Long> facts = new TreeMap<>();
    facts.put("tasks", (long) run.workflow().activityCount());
    facts.put("attempts", attempts(run).count());
    facts.put("attempts_COMPLETED", ended(run, EventType.COMPLETED));
    if (ended(run, EventType.FAILED) > 0) {
      facts.put("attempts_FAILED", ended(run, EventType.FAILED));
    }
    facts.put(
        "tasks_with_more_than_one_attempt",
        run.executions().stream().filter(e -> e.attempts().size() > 1).count());
    facts.put(
        "hook_onProcessPending", attempts(run).filter(a -> a.submitted().isPresent()).count());
    facts.put("hook_onProcessSubmit", attempts(run).filter(a -> a.pending().isPresent()).count());
    facts.put("hook_onProcessStart", attempts(run).filter(a -> a.active().isPresent()).count());
    long submit =
        attempts(run).map(Attempt::pending).mapToLong(OptionalLong::getAsLong).min().getAsLong();
    facts.put("first_submit", submit / NANOS_PER_MILLI);
    facts.put("last_complete", run.endNanos().getAsLong() / NANOS_PER_MILLI);
    facts.put("span", (run.endNanos().getAsLong() - submit) / NANOS_PER_MILLI);
    facts.put(
        "sum_realtime_of_completed",
        run.executions().stream()
            .map(e -> e.wallclock().orElseThrow())
            .reduce(Duration.ZERO, Duration::plus)
            .toMillis());
    run.workflow().activities().stream()
        .collect(Collectors.groupingBy(Activity::type, Collectors.counting()))
        .forEach((type, count) -> facts.put("tasks_of_" + type, count));
    return facts;
  }

  @Test
  void read_taskPendingInNextflowsQueue_waits() throws IOException {
    WorkflowRun run = read("povray-nextflow-serial");
    Attempt last =
        run.executions().stream()
            .filter(e -> e.activity().type().equals("RENDER"))
            .flatMap(e -> e.attempts().stream())
            .max((a, b) -> Long.compare(a.active().getAsLong(), b.active().getAsLong()))
            .orElseThrow();
    // One frame at a time: the last of 18 waits for the other 17.
    assertThat(last.started()).isEmpty();
    assertThat(last.pending().getAsLong() - last.submitted().getAsLong())
        .isGreaterThan(20 * Times.NANOS_PER_SECOND);
  }

  @ParameterizedTest
  @CsvSource({"povray-nextflow-slurm, 44, 3", "registration-nextflow-slurm, 49, 3"})
  void read_nextflowFolderWithSlurm_startsAreThoseOfSlurm(String name, int jobs, int sites)
      throws IOException {
    WorkflowRun run = read(name);
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("ACTIVE of " + jobs + " attempts is Slurm's start"));
    assertThat(attempts(run)).allMatch(attempt -> attempt.processor().isPresent());
    assertThat(run.processors().stream().map(Processor::site).distinct()).hasSize(sites);
    assertThat(run.executions())
        .allMatch(e -> e.phases().stream().map(Phase::name).toList().contains("slurm job"))
        .allMatch(e -> e.activity().attributes().containsKey("nextflow_start"));
  }

  @Test
  void read_povrayOnSlurm_nodesAgreeWithSlurmsFacts() throws IOException {
    Map<String, String> facts = facts("povray-nextflow-slurm", "facts-slurm.tsv");
    assertThat(onProcessors(read("povray-nextflow-slurm")))
        .hasSize(5)
        .allSatisfy((node, count) -> assertThat(facts).containsEntry(node, "" + count));
  }

  @Test
  void read_registrationOnSlurm_queueWaitsAreThoseOfItsReadme() throws IOException {
    List<Long> seconds =
        attempts(read("registration-nextflow-slurm"))
            .map(a -> a.active().getAsLong() - a.pending().getAsLong())
            .map(nanos -> Math.round(Times.seconds(nanos)))
            .sorted()
            .toList();
    assertThat(seconds.get(0)).isBetween(0L, 1L);
    assertThat(seconds.get(seconds.size() / 2)).isBetween(7L, 9L);
    assertThat(seconds.get(seconds.size() - 1)).isBetween(21L, 23L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dft-slurm",
        "dft-slurm-speedup/A",
        "dft-slurm-speedup/B",
        "dft-slurm-speedup/C",
        "dft-slurm-speedup/AB",
        "dft-slurm-speedup/ABC"
      })
  void read_slurmFolder_agreesWithItsFacts(String name) throws IOException {
    WorkflowRun run = read(name);
    Map<String, String> facts = facts(name, "facts.tsv");
    assertThat(slurmFacts(run))
        .allSatisfy((fact, value) -> assertThat(facts).containsEntry(fact, "" + value));
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    assertThat(run.isFinished()).isTrue();
    double makespan = run.makespan().orElseThrow().toNanos() / 1e9;
    // The script checks once a second whether the last job is done; Slurm records whole seconds.
    assertThat(Double.parseDouble(facts.get("makespan_seconds")) - makespan).isBetween(0.0, 2.1);
    assertThat(messages(run))
        .anyMatch(
            m -> m.endsWith("reports " + facts.get("makespan_seconds") + " s from start to end"));
    phaseSeconds(run)
        .forEach(
            (phase, seconds) ->
                assertThat(seconds)
                    .as(phase)
                    .isBetween(
                        Double.parseDouble(facts.get(phase)) - phaseSecondsOfLost(name, phase),
                        Double.parseDouble(facts.get(phase)) + 0.001));
  }

  private static Map<String, Long> slurmFacts(WorkflowRun run) {
    Map<String, Long> facts = new TreeMap<>(onProcessors(run));
    facts.put("jobs", (long) run.workflow().activityCount());
    facts.put("job_records", attempts(run).count());
    facts.put("records_COMPLETED", ended(run, EventType.COMPLETED));
    if (ended(run, EventType.FAILED) > 0) {
      facts.put("records_NODE_FAIL", ended(run, EventType.FAILED));
    }
    facts.put("restarts_in_scontrol", attempts(run).count() - run.workflow().activityCount());
    facts.put(
        "activities_with_phases",
        run.executions().stream().filter(e -> !e.phases().isEmpty()).count());
    facts.put(
        "iterations",
        run.workflow().activities().stream()
            .mapToLong(a -> a.iteration().orElseThrow())
            .max()
            .orElseThrow());
    return facts;
  }

  private static Map<String, Double> phaseSeconds(WorkflowRun run) {
    Map<String, String> names =
        Map.of(
            "compute", "run",
            "stage-in", "stage_in",
            "stage-out", "stage_out",
            "extract", "unpack",
            "archive", "pack");
    return run.executions().stream()
        .flatMap(e -> e.phases().stream())
        .collect(
            Collectors.groupingBy(
                phase -> "seconds_in_" + names.get(phase.name()),
                Collectors.summingDouble(p -> p.duration().toNanos() / 1e9)));
  }

  /**
   * Returns the phase seconds of the two lost attempts, which are not part of an activity's last
   * attempt.
   */
  private static double phaseSecondsOfLost(String name, String phase) {
    boolean lost = name.equals("dft-slurm");
    return lost && phase.equals("seconds_in_stage_in")
        ? 0.335
        : lost && phase.equals("seconds_in_unpack") ? 0.218 : 0.001;
  }

  @Test
  void read_dftWithLostSite_restartsAreApartFromTheHold() throws IOException {
    WorkflowRun run = read("dft-slurm");
    for (String job : List.of("lapw1_3_k4", "lapw1_3_k5")) {
      List<Attempt> attempts = run.execution(job).orElseThrow().attempts();
      assertThat(attempts).hasSize(2);
      Attempt lost = attempts.get(0);
      Attempt again = attempts.get(1);
      assertThat(lost.outcome()).contains(EventType.FAILED);
      assertThat(seconds(lost.active(), lost.ended())).isBetween(31.0, 31.5);
      assertThat(seconds(again.submitted(), again.pending())).isBetween(120.0, 121.0);
      assertThat(seconds(again.pending(), again.active())).isBetween(0.0, 1.0);
    }
    assertThat(siteOf(run, "c1")).isEqualTo("siteC");
    assertThat(siteOf(run, "c2")).isEqualTo("siteC");
    assertThat(messages(run))
        .anyMatch(
            m ->
                m.startsWith(
                    "put into the queue again after NODE_FAIL on c1, c2: lapw1_3_k4, lapw1_3_k5"));
  }

  private static double seconds(OptionalLong begin, OptionalLong end) {
    return Times.seconds(end.getAsLong() - begin.getAsLong());
  }

  private static String siteOf(WorkflowRun run, String node) {
    return run.processors().stream()
        .filter(processor -> processor.name().equals(node))
        .findFirst()
        .orElseThrow()
        .site();
  }

  @Test
  void read_endings_areDistinguished() throws IOException {
    WorkflowRun failed = read("nextflow-endings/failed");
    assertThat(ended(failed, EventType.FAILED)).isEqualTo(2);
    assertThat(ended(failed, EventType.COMPLETED)).isEqualTo(4);
    assertThat(messages(failed)).contains("Nextflow ended the run with an error");
    WorkflowRun killed = read("nextflow-endings/killed");
    assertThat(ended(killed, EventType.ABORTED)).isEqualTo(2);
    assertThat(killed.isFinished()).isTrue();
    assertThat(killed.execution("S (3)").orElseThrow().isCompleted()).isFalse();
    WorkflowRun resumed = read("nextflow-endings/resumed");
    assertThat(resumed.workflow().activityCount()).isEqualTo(5);
    assertThat(attempts(resumed)).isEmpty();
    assertThat(resumed.workflow().dependencyCount()).isEqualTo(4);
    assertThat(messages(resumed))
        .anyMatch(m -> m.startsWith("5 tasks: each was taken from an earlier"));
    assertThat(resumed.makespan()).hasValue(Duration.ofMillis(584));
  }

  @ParameterizedTest
  @CsvSource({
    "montage-nextflow-sites, '3 folders that hold runs: resources-1, resources-2, resources-5'",
    "dft-slurm-speedup, '5 folders that hold runs: A, AB, ABC, B, C'",
    "nextflow-endings, '3 folders that hold runs: failed, killed, resumed'"
  })
  void read_folderOfRuns_oneLineNamesThem(String name, String line) {
    Path folder = SharedData.path("runs/" + name);
    assertThatThrownBy(() -> Flowgauge.read(folder))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining(line);
  }

  /**
   * The run starts when Nextflow began, as in runs of other engines and in runs in which no task
   * ran.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "/events.jsonl"})
  void read_nextflowEvents_countFromWhenNextflowBegan(String file) throws IOException {
    WorkflowRun run = read("povray-nextflow" + file);
    assertThat(run.startNanos()).hasValue(1_795_170_749_757L * NANOS_PER_MILLI);
    assertThat(run.makespan()).hasValue(Duration.ofMillis(112_206));
  }

  @Test
  void read_eventsAlone_areTheSameRun() throws IOException {
    WorkflowRun run = Flowgauge.read(SharedData.path("runs/povray-nextflow/events.jsonl"));
    Map<String, String> facts = facts("povray-nextflow", "facts.tsv");
    assertThat(nextflowFacts(run))
        .allSatisfy((fact, value) -> assertThat(facts).containsEntry(fact, "" + value));
  }
}
