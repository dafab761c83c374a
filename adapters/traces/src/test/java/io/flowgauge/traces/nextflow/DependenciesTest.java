package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.RecordedRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DependenciesTest {
  private static final String HEADER = "task_id process tag name status attempt submit complete";
  private static final long MAX_DEPENDENCIES = TaskProduct.MAX_DEPENDENCIES;

  @TempDir Path folder;
  private TraceText text;

  @BeforeEach
  void setUp() {
    text = new TraceText(folder);
  }

  /** Returns a trace with two tasks of A, the first retried, two of B, and one of C. */
  private TraceFile trace() {
    return text.table(
        "trace.txt",
        HEADER,
        "1 A x A~(x) FAILED 1 1000 2000",
        "2 A y A~(y) COMPLETED 1 1000 2000",
        "3 A x A~(x) COMPLETED 2 3000 4000",
        "4 B x B~(x) COMPLETED 1 5000 6000",
        "5 B y B~(y) COMPLETED 1 5000 6000",
        "6 C - C COMPLETED 1 7000 8000");
  }

  private TraceFile dot(String... statements) {
    return text.file("dag.dot", "digraph \"dag\" {\n" + String.join("\n", statements) + "\n}\n");
  }

  private static String process(String node, String label) {
    return node + " [label=\"" + label + "\"];";
  }

  private static String operator(String node, String name) {
    return node + " [shape=circle,label=\"\",xlabel=\"" + name + "\"];";
  }

  @Test
  void edges_ofAttempts_becomeDependenciesOfActivities() throws IOException {
    RecordedRun run =
        TraceText.read(
            trace(),
            text.table(
                "edges.tsv", "to_task from_task", "4 3", "4 1", "5 2", "9 1", "3 1", "- 1", "6 5"));
    assertThat(TraceText.dependencies(run))
        .containsExactly("A (x)->B (x)", "A (y)->B (y)", "B (y)->C");
    assertThat(run.messages())
        .contains("info: trace.txt: dependencies: 3 from edges.tsv")
        .anyMatch(
            m -> m.contains("edge is left out, because it names a task id") && m.contains("1 -> 9"))
        .anyMatch(m -> m.contains("1 edge is left out, because it leads from a task to itself"))
        .anyMatch(m -> m.contains("1 row is left out, because it is not an edge"))
        .anyMatch(m -> m.contains("1 edge repeats an earlier edge"));
  }

  @Test
  void edgesAndGraph_missingProcessDependency_isNamed() throws IOException {
    RecordedRun run =
        TraceText.read(
            trace(),
            text.table("edges.tsv", "from_task to_task", "3 4"),
            dot(process("v0", "A"), process("v1", "B"), process("v2", "C"), "v0 -> v1 v1 -> v2"));
    assertThat(run.messages()).anyMatch(m -> m.contains("files: B -> C"));
  }

  @Test
  void graph_throughOperators_linksByTagAndAllToAll() throws IOException {
    RecordedRun run =
        TraceText.read(
            trace(),
            dot(
                process("v0", "A"),
                operator("v1", "map"),
                process("v2", "B"),
                operator("v3", "collect"),
                process("v4", "C"),
                "v0 -> v1 -> v2 -> v3 -> v4"));
    assertThat(TraceText.dependencies(run))
        .containsExactlyInAnyOrder("A (x)->B (x)", "A (y)->B (y)", "B (x)->C", "B (y)->C");
    assertThat(run.messages())
        .anyMatch(
            m ->
                m.contains("dependencies: 4 from the process graph of dag.dot: every task depends")
                    && m.contains("between 1 pairs of processes, only tasks with the same tag"));
  }

  @Test
  void graph_gatheredBetweenSameTags_linksAllToAll() throws IOException {
    RecordedRun run =
        TraceText.read(
            trace(),
            dot(
                process("v0", "A"),
                operator("v1", "collect"),
                process("v2", "B"),
                process("v3", "C"),
                "v0 -> v1 -> v2"));
    assertThat(run.dependencies).hasSize(4);
  }

  @Test
  void graph_againstRecordedTimes_isLeftOutAndCounted() throws IOException {
    RecordedRun run =
        TraceText.read(
            text.table(
                "trace.txt",
                HEADER,
                "1 A - A~(1) COMPLETED 1 1000 2000",
                "2 A - A~(2) COMPLETED 1 1000 9000",
                "3 B - B~(1) COMPLETED 1 3000 4000"),
            dot(process("v0", "A"), process("v1", "B"), "v0 -> v1"));
    assertThat(TraceText.dependencies(run)).containsExactly("A (1)->B (1)");
    assertThat(run.messages()).anyMatch(m -> m.contains("without 1 whose later task"));
  }

  @Test
  void graph_cycle_isLeftOut() throws IOException {
    RecordedRun run =
        TraceText.read(
            trace(),
            dot(
                process("v0", "A"),
                process("v1", "B"),
                process("v2", "C"),
                "v0 -> v1 -> v0; v0 -> v0; v1 -> v2"));
    assertThat(TraceText.dependencies(run)).containsExactly("B (x)->C", "B (y)->C");
    assertThat(run.messages())
        .anyMatch(m -> m.contains("on a cycle") && m.contains("B -> A") && m.contains("A -> A"));
  }

  @Test
  void graph_skippedProcess_isPassedOverAndNamed() throws IOException {
    RecordedRun run =
        TraceText.read(
            trace(),
            dot(
                process("v0", "B"),
                process("v1", "SKIPPED"),
                process("v2", "C"),
                process("v3", "A"),
                "v0 -> v1 -> v2"));
    assertThat(run.dependencies).hasSize(2);
    assertThat(run.messages()).anyMatch(m -> m.contains("no task in this run: SKIPPED"));
  }

  @Test
  void graph_scopedNames_matchBySuffixIfUnambiguous() throws IOException {
    TraceFile trace =
        text.table(
            "trace.txt",
            HEADER,
            "1 NF:RNA:A - NF:RNA:A COMPLETED 1 1000 2000",
            "2 NF:RNA:B - NF:RNA:B COMPLETED 1 3000 4000",
            "3 NF:ONE:C - NF:ONE:C COMPLETED 1 5000 6000",
            "4 NF:TWO:C - NF:TWO:C COMPLETED 1 5000 6000",
            "5 D - D COMPLETED 1 7000 8000");
    RecordedRun run =
        TraceText.read(
            trace,
            dot(
                process("v0", "RNA:A"),
                process("v1", "B"),
                process("v2", "C"),
                process("v3", "NF:D"),
                "v0 -> v1 -> v2 -> v3"));
    assertThat(TraceText.dependencies(run)).containsExactly("NF:RNA:A->NF:RNA:B", "NF:RNA:B->D");
    assertThat(run.messages()).anyMatch(m -> m.contains("matches several in the trace: C"));
  }

  @Test
  void graph_ofAnotherWorkflow_isNotUsed() throws IOException {
    RecordedRun run =
        TraceText.read(trace(), dot(process("v0", "A"), process("v1", "Z"), "v0 -> v1"));
    assertThat(run.dependencies).isEmpty();
    assertThat(run.messages())
        .anyMatch(m -> m.contains("not used: it shows 1 of the trace's 3 processes"))
        .anyMatch(m -> m.contains("dependencies: none"));
  }

  @Test
  void graph_tooManyDependencies_isReportedInsteadOfMade() throws IOException {
    StringBuilder rows = new StringBuilder(HEADER.replace(' ', '\t') + "\n");
    for (int i = 1; i <= 3000; i++) {
      String process = i % 2 == 0 ? "A" : "B";
      rows.append(i + "\t" + process + "\t-\t" + process + " (" + i + ")\tCOMPLETED\t1\t1\t2\n");
    }
    RecordedRun run =
        TraceText.read(
            text.file("trace.txt", rows.toString()),
            dot(process("v0", "A"), process("v1", "B"), "v0 -> v1"));
    assertThat(run.dependencies).isEmpty();
    assertThat(run.messages())
        .anyMatch(
            m ->
                m.startsWith("error")
                    && m.contains("would be 2250000,")
                    && m.contains("the limit is " + MAX_DEPENDENCIES));
  }

  @Test
  void graph_damagedOrDrawn_isReportedAndTheRunStands() throws IOException {
    TraceFile damaged = text.file("dag.dot", "digraph \"dag\" {\nv0 [label=\"A\"];\nv0 -> ");
    TraceFile drawn = text.file("dag.mmd", "flowchart TB\n v0 --> v1\n");
    RecordedRun run = TraceText.read(trace(), damaged, drawn);
    assertThat(run.activities).hasSize(5);
    assertThat(run.messages())
        .anyMatch(m -> m.startsWith("error: dag.dot: not read to its end"))
        .anyMatch(m -> m.contains("Mermaid or HTML"));
  }

  @Test
  void noCompanion_saysThatThereAreNoDependencies() throws IOException {
    assertThat(TraceText.read(trace()).messages()).anyMatch(m -> m.contains("dependencies: none"));
  }
}
