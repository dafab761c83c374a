package io.flowgauge.model.pegasus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.model.trace.RecordedRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StampedeTasksTest {
  @TempDir Path folder;

  private static RecordedRun read(Path path) throws IOException {
    RecordedRun run = new RecordedRun("file");
    run.rename(StampedeTasks.read(new TraceFile(path, ""), run));
    return run;
  }

  private RecordedRun run(String... lines) throws IOException {
    return read(Files.write(folder.resolve("run.bp"), List.of(lines)));
  }

  /** Longest sum of T along a path, by looking at each path from its end; T not measured is 0. */
  private static long longestPath(RecordedRun run) {
    Map<String, List<String>> before = new HashMap<>();
    for (Dependency edge : run.dependencies) {
      before.computeIfAbsent(edge.to(), id -> new ArrayList<>()).add(edge.from());
    }
    Map<String, Long> known = new HashMap<>();
    return run.activities.keySet().stream()
        .mapToLong(id -> pathTo(id, run, before, known))
        .max()
        .orElseThrow();
  }

  private static long pathTo(
      String id, RecordedRun run, Map<String, List<String>> before, Map<String, Long> known) {
    Long cached = known.get(id);
    if (cached != null) {
      return cached;
    }
    long longest = 0;
    for (String earlier : before.getOrDefault(id, List.of())) {
      longest = Math.max(longest, pathTo(earlier, run, before, known));
    }
    known.put(id, longest + run.wallclocks.getOrDefault(id, 0L));
    return known.get(id);
  }

  @Test
  void read_montage_hasReferenceFigures() throws IOException {
    RecordedRun run = read(SharedData.path("pegasus/montage-1.0.bp"));
    assertThat(run.name).isEqualTo("montage");
    assertThat(run.activities).hasSize(387);
    assertThat(run.dependencies).hasSize(979);
    assertThat(run.wallclocks).hasSize(387);
    assertThat(run.processors).hasSize(387);
    assertThat(longestPath(run)).isEqualTo(50_900_000_000L);
    assertThat(run.activities.get("ID000001").attributes())
        .containsEntry("transformation", "mProjectPP:3.3")
        .containsEntry("exit", "0");
    assertThat(run.events).isEmpty();
    assertThat(run.makespan).hasValue(1_065_000_000_000L);
    assertThat(run.diagnostics).isEmpty();
  }

  @Test
  void read_blackDiamond_isTheDiamond() throws IOException {
    RecordedRun run = read(SharedData.path("pegasus/blackdiamond.bp"));
    assertThat(run.dependencies)
        .containsExactlyInAnyOrder(
            new Dependency("j1", "j2"),
            new Dependency("j1", "j3"),
            new Dependency("j2", "j4"),
            new Dependency("j3", "j4"));
    assertThat(longestPath(run)).isEqualTo(180_006_000_000L);
  }

  @Test
  void read_invocationOfLatestSubmission_counts() throws IOException {
    RecordedRun run =
        run(
            "ts=1 event=stampede.task.info xwf.id=w task.id=t transformation=ns::sort:1.0",
            "ts=1 event=stampede.wf.map.task_job xwf.id=w task.id=t job.id=a",
            "ts=9 event=stampede.inv.end xwf.id=w job.id=a job_inst.id=2 inv.id=1 task.id=t dur=3"
                + " exitcode=0",
            "ts=5 event=stampede.inv.end xwf.id=w job.id=a job_inst.id=1 inv.id=1 task.id=t dur=7"
                + " exitcode=1",
            "ts=9 event=stampede.job_inst.host.info xwf.id=w job.id=a job_inst.id=2 hostname=n2",
            "ts=9 event=stampede.job_inst.host.info xwf.id=w job.id=a job_inst.id=1 hostname=n1",
            "ts=1 event=stampede.task.edge xwf.id=w parent.task.id=t child.task.id=u");
    assertThat(run.wallclocks).containsEntry("t", 3_000_000_000L);
    assertThat(run.processors).containsExactly(Map.entry("t#1", "n2"));
    assertThat(run.activities.get("t").type()).isEqualTo("sort");
    assertThat(run.messages())
        .containsExactly(
            "warning: u: tasks that were never declared, known by their edges or jobs only",
            "info: u: tasks without an invocation: T was not measured");
  }

  @Test
  void read_failedTask_isReported() throws IOException {
    RecordedRun run =
        run(
            "ts=1 event=stampede.task.info xwf.id=w task.id=t transformation=sort",
            "ts=5 event=stampede.inv.end xwf.id=w job.id=a job_inst.id=1 inv.id=1 task.id=t dur=-7"
                + " exitcode=1");
    assertThat(run.wallclocks).isEmpty();
    assertThat(run.messages())
        .containsExactly(
            "error: line 2: invocations without a readable duration: no T for their job",
            "warning: t: tasks whose last invocation failed");
  }

  @Test
  void read_noTask_refused() {
    assertThatThrownBy(() -> run("ts=1 event=stampede.job.info xwf.id=w job.id=a"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found no task, expected events of tasks");
  }
}
