package io.flowgauge.traces.dot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.document.DeclaredRegions;
import io.flowgauge.traces.document.RandomRuns;
import io.flowgauge.traces.nextflow.ReadGraph;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DotWriterTest {
  private static final List<String> AWKWARD =
      List.of(
          "plain",
          "a\"b",
          "back\\",
          "two\\\\",
          "\\n",
          "line\nbreak",
          "a&amp;b",
          "a&b",
          "{x|y}",
          "<b>",
          "é😀",
          "n1",
          "digraph",
          "]",
          "//",
          "#",
          "-> n2",
          "quote\\\"",
          " ");

  private static WorkflowRun awkward() {
    RunRecorder recorder = Flowgauge.recorder("name \"of\"\\ it");
    for (String id : AWKWARD) {
      recorder.activity(Activity.of(id, "type of " + id));
      if (!id.equals("plain")) {
        recorder.dependency("plain", id);
      }
    }
    return recorder.snapshot();
  }

  private static String text(WorkflowRun run) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DotWriter().write(run, out);
    return out.toString(UTF_8);
  }

  private static void assertIsGraphOf(String dot, WorkflowRun run) throws IOException {
    ReadGraph graph = ReadGraph.of(dot);
    assertThat(graph.nodes())
        .isEqualTo(
            run.workflow().activities().stream()
                .map(a -> shape(a) + " " + shown(a.id()))
                .sorted()
                .toList());
    assertThat(graph.edges())
        .isEqualTo(
            run.workflow().dependencies().stream().map(d -> shown(d.toString())).sorted().toList());
  }

  /** Returns the text as Graphviz shows it, with control characters replaced. */
  private static String shown(String text) {
    return text.replaceAll("[\\p{Cntrl}&&[^\n]]", "\ufffd");
  }

  private static String shape(Activity activity) {
    return activity.kind() == ActivityKind.TRANSFER ? "ellipse" : "box";
  }

  @Test
  void write_awkwardIds_areReadBack() throws IOException {
    WorkflowRun run = awkward();
    assertIsGraphOf(text(run), run);
    assertThat(new DotWriter().write(run, OutputStream.nullOutputStream())).isEmpty();
  }

  @Test
  void write_awkwardIds_areReadBackThroughGraphviz() throws Exception {
    WorkflowRun run = awkward();
    assertIsGraphOf(canonical(text(run)), run);
  }

  @Test
  void write_manyTypes_haveColoursOfTheirOwn() throws IOException {
    String dot = text(awkward());
    List<String> colours =
        dot.lines()
            .filter(line -> line.contains("fillcolor"))
            .map(line -> line.replaceAll(".*fillcolor=\"([^\"]*)\".*", "$1"))
            .toList();
    assertThat(colours).hasSize(AWKWARD.size()).doesNotHaveDuplicates();
  }

  @Test
  void write_twoThousandActivities_isReadBackByGraphviz() throws Exception {
    RunRecorder recorder = Flowgauge.recorder("large");
    for (int k = 0; k < 2_000; k++) {
      recorder.activity(Activity.of("activity " + k, "type" + k % 7));
      if (k > 100) {
        recorder.dependency("activity " + (k - 100), "activity " + k);
        recorder.dependency("activity " + (k - 37), "activity " + k);
      }
    }
    WorkflowRun run = recorder.snapshot();
    assertIsGraphOf(canonical(text(run)), run);
  }

  @Property(tries = 200)
  void write_anyRun_holdsItsGraphAndNamesTheRest(@ForAll long seed) throws IOException {
    WorkflowRun run = RandomRuns.of(seed);
    assertIsGraphOf(text(run), run);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(
            new DotWriter()
                .write(run, out).stream().map(Diagnostic::message).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(expectedLosses(run));
  }

  private static List<String> expectedLosses(WorkflowRun run) {
    List<String> lost = new ArrayList<>();
    add(lost, "events are not written", run, e -> !e.graph().events().isEmpty());
    add(lost, "wall-clock times are only in tooltips", run, e -> e.wallclock().isPresent());
    add(lost, "ideal times are not written", run, e -> e.ideal().isPresent());
    add(
        lost,
        "phases are not written",
        run,
        e -> !e.phases().isEmpty() || !e.phaseTimes().isEmpty());
    add(lost, "profiles of code are not written", run, e -> !e.codeProfiles().isEmpty());
    add(lost, "processors are not written", run, e -> e.processor().isPresent());
    add(lost, "attributes are not written", run, e -> !e.activity().attributes().isEmpty());
    add(
        lost,
        "iterations of loops are not written",
        run,
        e -> e.activity().iteration().isPresent());
    if (Stream.concat(
            Stream.of(run.name()),
            run.workflow().activities().stream().flatMap(a -> Stream.of(a.id(), a.type())))
        .anyMatch(text -> !shown(text).equals(text))) {
      lost.add("control characters are written as U+FFFD");
    }
    add(lost, run.startNanos().isPresent(), "start and time base");
    add(lost, run.makespan().isPresent(), "makespan");
    add(lost, !run.processors().isEmpty(), "list of processors");
    add(lost, !run.services().isEmpty(), "list of services");
    add(lost, !run.hostLoads().isEmpty(), "list of loads of hosts");
    add(lost, !run.diagnostics().isEmpty(), "list of diagnostics");
    add(lost, DeclaredRegions.of(run).isPresent(), "declared region tree");
    return lost;
  }

  private static void add(
      List<String> lost, String message, WorkflowRun run, Predicate<ActivityExecution> of) {
    if (run.executions().stream().anyMatch(of)) {
      lost.add(message);
    }
  }

  private static void add(List<String> lost, boolean is, String what) {
    if (is) {
      lost.add("the " + what + " is not written");
    }
  }

  /** Returns Graphviz's canonical form, without a layout; skips the test if Graphviz is absent. */
  private static String canonical(String dot) throws Exception {
    Process graphviz;
    try {
      graphviz =
          new ProcessBuilder("dot", "-Tcanon")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "skipped: Graphviz is not installed (Debian: apt-get install graphviz)");
      throw e;
    }
    Thread feeder =
        new Thread(
            () -> {
              try (OutputStream in = graphviz.getOutputStream()) {
                in.write(dot.getBytes(UTF_8));
              } catch (IOException e) {
                // The exit status below reveals the error.
              }
            });
    feeder.start();
    String text = new String(graphviz.getInputStream().readAllBytes(), UTF_8);
    assertThat(graphviz.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(graphviz.exitValue()).isZero();
    feeder.join();
    return text;
  }
}
