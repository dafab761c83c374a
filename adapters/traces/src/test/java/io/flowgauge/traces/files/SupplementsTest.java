package io.flowgauge.traces.files;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Nextflow trace beside the crate of the same run. */
class SupplementsTest {
  private static final Path SAMPLE =
      HostileInput.sample(SupplementsTest.class, "/io/flowgauge/traces/nextflow/slurm");

  @TempDir Path folder;

  private WorkflowRun alone;

  @BeforeEach
  void readAlone() throws IOException {
    copy("trace.txt");
    copy("edges.tsv");
    alone = Flowgauge.read(folder);
    Files.delete(folder.resolve("edges.tsv"));
  }

  private void copy(String name) throws IOException {
    Files.copy(SAMPLE.resolve(name), folder.resolve(name));
  }

  /**
   * Returns a crate of the run; actions are named by their activity or by a number, and some are
   * late by the given seconds.
   */
  private String crate(boolean named, Map<String, Long> lateSeconds) {
    List<String> entities = new ArrayList<>();
    for (ActivityExecution execution : alone.executions()) {
      String id = execution.activity().id();
      Attempt last = execution.attempts().get(execution.attempts().size() - 1);
      long late = lateSeconds.getOrDefault(id, 0L) * Times.NANOS_PER_SECOND;
      List<String> sources = new ArrayList<>();
      for (Dependency each : alone.workflow().dependencies()) {
        if (each.to().equals(id)) {
          sources.add("{\"@id\": \"out of " + each.from() + "\"}");
        }
      }
      entities.add(
          "{\"@id\": \"#%s\", \"@type\": \"CreateAction\", \"name\": \"%s\", \"startTime\":"
                  .formatted(id, named ? id : "action " + entities.size())
              + " \"%s\", \"endTime\": \"%s\", \"object\": %s, \"result\": {\"@id\": \"out of %s\"}}"
                  .formatted(
                      Times.instant(last.active().getAsLong() + late),
                      Times.instant(last.ended().getAsLong() + late),
                      sources,
                      id));
    }
    return "{\"@context\": \"https://w3id.org/ro/crate/1.1/context\", \"@graph\": "
        + entities
        + "}";
  }

  private WorkflowRun read(String crate) throws IOException {
    Files.writeString(folder.resolve("ro-crate-metadata.json"), crate);
    return Flowgauge.read(folder);
  }

  @Test
  void read_crateBesideTrace_isOneRunWithItsDependencies() throws IOException {
    WorkflowRun run = read(crate(true, Map.of()));
    assertThat(run.executions()).hasSameSizeAs(alone.executions());
    assertThat(run.workflow().dependencies())
        .containsExactlyInAnyOrderElementsOf(alone.workflow().dependencies());
    assertThat(messages(run))
        .contains("read as nextflow-trace, with ro-crate-metadata.json")
        .contains("belongs to the same run: of its 6 activities, 6 match by name and 0 by time")
        .contains("dependencies: 4");
  }

  @Test
  void read_crateOfOtherNames_isJoinedByTimes() throws IOException {
    WorkflowRun run = read(crate(false, Map.of()));
    assertThat(messages(run))
        .contains("belongs to the same run: of its 6 activities, 0 match by name and 6 by time");
    assertThat(run.workflow().dependencies()).hasSize(4);
  }

  @Test
  void read_crateInAFolderBelow_isNoRunOfItsOwn() throws IOException {
    Path below = Files.createDirectories(folder.resolve("results"));
    Files.writeString(below.resolve("ro-crate-metadata.json"), crate(true, Map.of()));
    assertThat(Flowgauge.read(folder).workflow().dependencies()).hasSize(4);
  }

  @Test
  void read_crateWithOneOtherTime_saysSoAndKeepsTheTrace() throws IOException {
    WorkflowRun run = read(crate(true, Map.of("PLAN (1)", 100L)));
    assertThat(messages(run))
        .contains(
            "the times of 1 of 6 activities differ, most by 100.0 s (PLAN (1)); those of"
                + " the run are used");
    assertThat(run.execution("PLAN (1)").orElseThrow().attempts())
        .isEqualTo(alone.execution("PLAN (1)").orElseThrow().attempts());
  }

  @Test
  void read_crateOfAnotherDay_isNotJoined() throws IOException {
    Map<String, Long> late = new HashMap<>();
    alone.executions().forEach(e -> late.put(e.activity().id(), 86_400L));
    WorkflowRun run = read(crate(true, late));
    assertThat(run.workflow().dependencies()).isEmpty();
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("not joined, because it seems to belong to another run: the"));
  }

  @Test
  void read_damagedCrate_runStands() throws IOException {
    String crate = crate(true, Map.of());
    WorkflowRun run = read(crate.substring(0, crate.length() - 20));
    assertThat(run.executions()).hasSameSizeAs(alone.executions());
    assertThat(run.diagnostics())
        .anyMatch(
            d ->
                d.severity() == Diagnostic.Severity.ERROR
                    && d.where().equals("ro-crate-metadata.json")
                    && d.message().startsWith("not used: "));
  }

  @Test
  void read_crateWhereTheRunHasDependencies_isCompared() throws IOException {
    copy("edges.tsv");
    assertThat(messages(read(crate(true, Map.of()))))
        .contains("dependencies: 4, the same as in the run");
  }
}
