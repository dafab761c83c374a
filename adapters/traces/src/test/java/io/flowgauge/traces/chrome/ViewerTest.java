package io.flowgauge.traces.chrome;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Browser;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.Commands;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Traces in an independent viewer, in Chromium: Catapult, the viewer of {@code chrome://tracing},
 * as shipped with Go for {@code go tool trace}. Skipped if either is absent.
 */
class ViewerTest {
  private static final String ODD = "\u007f<b>é😀\\";
  private static final List<String> FOLDERS =
      List.of("src/cmd/trace/static", "src/internal/trace/traceviewer/static");

  /** Script that reads a trace and flattens the viewer's model of it. */
  private static final String READ =
      """
      async text => {
        const model = new tr.Model();
        await new tr.importer.Import(model, new tr.importer.ImportOptions()).importTraces([text]);
        const nanos = ms => Math.round(ms * 1e6);
        const owner = s => s.parentSlice ? owner(s.parentSlice) : s;
        const processes = Object.values(model.processes).sort(tr.model.Process.compare);
        const threads = p => Object.values(p.threads).sort(tr.model.Thread.compare);
        return {
          warnings: model.importWarnings.map(w => w.message),
          processes: processes.map(p => p.name),
          threads: processes.flatMap(p => threads(p).map(t => t.name)),
          slices: processes.flatMap(p => threads(p).flatMap(t => t.sliceGroup.slices.map(s => ({
            process: p.name, thread: t.name, category: s.category, title: s.title,
            from: nanos(s.start), to: nanos(s.end), parent: s.parentSlice?.title ?? '',
            owner: owner(s).title,
            args: s.args})))),
          across: processes.flatMap(p => threads(p).flatMap(t => t.asyncSliceGroup.slices.map(s =>
            s.title + ' ' + nanos(s.start) + ' ' + nanos(s.end)))),
          arrows: model.flowEvents.map(f =>
            f.title + ': ' + owner(f.startSlice).title + ' -> ' + owner(f.endSlice).title),
          most: processes.flatMap(p => Object.values(p.counters)).map(c => c.name + ' ' + c.maxTotal),
        };
      }""";

  @TempDir private static Path folder;
  private static Tab tab;
  private JsonNode shown;
  private long origin;

  @BeforeAll
  static void openViewer() throws IOException {
    Path parts = viewer();
    tab = Browser.shared().open();
    Path page = folder.resolve("viewer.html");
    Files.writeString(
        page,
        "<!DOCTYPE html><meta charset=utf-8><script>"
            + Files.readString(parts.resolve("webcomponents.min.js"))
            + "</script>"
            + Files.readString(parts.resolve("trace_viewer_full.html")));
    tab.go(page, "window.tr && tr.Model && tr.importer.Import");
  }

  @AfterAll
  static void closeViewer() {
    if (tab != null) {
      tab.close();
    }
  }

  private static Path viewer() throws IOException {
    Optional<Path> go = Commands.find("go");
    assumeTrue(go.isPresent(), "skipped: no Go, and with it no viewer of traces");
    Path root = go.get().toRealPath().getParent().resolveSibling(".").normalize();
    Optional<Path> found =
        FOLDERS.stream()
            .map(root::resolve)
            .filter(in -> Files.exists(in.resolve("trace_viewer_full.html")))
            .findFirst();
    assumeTrue(found.isPresent(), "skipped: " + root + " has no viewer of traces");
    return found.get();
  }

  private void show(WorkflowRun run) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ChromeTraceWriter().write(run, out);
    String text = out.toString(UTF_8);
    shown = tab.evaluate("(" + READ + ")(JSON.stringify(" + text + "))");
    origin = run.startNanos().orElseThrow();
    assertThat(texts("warnings")).isEmpty();
  }

  private List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    shown.get(key).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private List<String> slices(String category) {
    return slices("parent", slice -> slice.get("category").asText().equals(category));
  }

  /**
   * Returns the chosen slices, each with what encloses it: its parent or its owner, the outermost
   * slice.
   */
  private List<String> slices(String around, Predicate<JsonNode> chosen) {
    List<String> slices = new ArrayList<>();
    for (JsonNode slice : shown.get("slices")) {
      if (chosen.test(slice)) {
        slices.add(
            slice.get("title").asText()
                + " in "
                + slice.get(around).asText()
                + ", "
                + slice.get("from").asLong()
                + " to "
                + slice.get("to").asLong());
      }
    }
    return slices;
  }

  private String slice(String title, String parent, long from, long to) {
    return title + " in " + parent + ", " + (from - origin) + " to " + (to - origin);
  }

  private List<String> attempts(WorkflowRun run) {
    List<String> expected = new ArrayList<>();
    for (ActivityExecution execution : run.executions()) {
      for (Attempt attempt : execution.attempts()) {
        List<ActivityEvent> its =
            execution.graph().events().stream()
                .filter(event -> event.attempt() == attempt.number())
                .toList();
        long from = its.get(0).epochNanos();
        long to = its.get(its.size() - 1).epochNanos();
        expected.add(slice(execution.activity().id(), "", from, to));
      }
    }
    return expected;
  }

  private List<String> states(WorkflowRun run) {
    List<String> expected = new ArrayList<>();
    for (ActivityExecution execution : run.executions()) {
      for (StateInterval state : execution.graph().states()) {
        expected.add(
            slice(
                state.state().name().toLowerCase(Locale.ROOT),
                execution.activity().id(),
                state.leading().epochNanos(),
                state.endNanos()));
      }
    }
    return expected;
  }

  private static List<String> arrows(WorkflowRun run) {
    List<String> expected = new ArrayList<>();
    for (Dependency edge : run.workflow().dependencies()) {
      expected.add("dependency: " + edge.from() + " -> " + edge.to());
    }
    for (ActivityExecution execution : run.executions()) {
      String id = execution.activity().id();
      for (int k = 1; k < execution.attempts().size(); k++) {
        expected.add("repeated: " + id + " -> " + id);
      }
    }
    return expected;
  }

  /** Returns the dependencies given as arguments, where the times rule out an arrow. */
  private List<String> undrawn() {
    List<String> undrawn = new ArrayList<>();
    for (JsonNode slice : shown.get("slices")) {
      for (JsonNode earlier : slice.at("/args/dependsOn")) {
        undrawn.add("dependency: " + earlier.asText() + " -> " + slice.get("title").asText());
      }
    }
    return undrawn;
  }

  private void assertShowsAll(WorkflowRun run, int undrawn) {
    assertThat(slices("activity")).containsExactlyInAnyOrderElementsOf(attempts(run));
    assertThat(slices("owner", slice -> slice.get("category").asText().equals("state")))
        .containsExactlyInAnyOrderElementsOf(states(run));
    List<String> dependencies = texts("arrows");
    dependencies.addAll(undrawn());
    assertThat(dependencies).containsExactlyInAnyOrderElementsOf(arrows(run));
    assertThat(undrawn()).hasSize(undrawn);
    assertThat(slices("run"))
        .containsExactly(slice(run.name(), "", origin, run.endNanos().orElseThrow()));
  }

  @Test
  void trace_ofRecordedRuns_showsEveryAttemptStateAndArrow() throws IOException {
    Path samples = Checkout.root().resolve("samples");
    for (String sample : List.of("montage", "povray", "povray-slurm", "dft/loop.json")) {
      WorkflowRun run = Flowgauge.read(samples.resolve(sample));
      show(run);
      assertShowsAll(run, 0);
      assertThat(texts("processes")).startsWith("run " + run.name(), "activities");
      assertThat(texts("most")).singleElement().asString().startsWith("activities ");
    }
  }

  @Test
  void trace_ofRunWithProcessors_showsThemInOrderWithTheirWork() throws IOException {
    WorkflowRun run = Flowgauge.read(Checkout.root().resolve("samples").resolve("dft/ABC.json"));
    show(run);

    assertShowsAll(run, 0);
    for (Processor processor : run.processors()) {
      List<String> expected =
          run.executions().stream()
              .flatMap(
                  execution ->
                      execution.graph().states().stream()
                          .filter(state -> state.state() == ActivityState.PROCESSING)
                          .filter(state -> on(processor, execution, state))
                          .map(
                              state ->
                                  slice(
                                      execution.activity().id(),
                                      "",
                                      state.leading().epochNanos(),
                                      state.endNanos())))
              .toList();
      assertThat(
              slices(
                  "parent",
                  slice ->
                      slice.get("category").asText().equals("processor")
                          && slice.get("thread").asText().startsWith(processor.name())))
          .as(processor.name())
          .containsExactlyInAnyOrderElementsOf(expected);
    }
    List<String> names = new ArrayList<>(texts("threads"));
    names.removeIf(name -> name.equals("run") || name.startsWith("lane "));
    assertThat(names.stream().map(name -> name.replaceAll(" \\[\\d+]$", "")).distinct())
        .containsExactlyElementsOf(
            run.sites().stream()
                .flatMap(site -> site.processors().stream())
                .map(Processor::name)
                .toList());
  }

  private static boolean on(Processor processor, ActivityExecution execution, StateInterval state) {
    return execution.attempts().stream()
        .filter(attempt -> attempt.number() == state.leading().attempt())
        .anyMatch(attempt -> attempt.processor().equals(Optional.of(processor.name())));
  }

  @Test
  void trace_ofTouchingOddAndOverlapping_bindsAndNestsRight() throws IOException {
    RunRecorder recorder = Flowgauge.recorder("odd \"\u007f\u2028é😀");
    recorder.timeBase(TimeBase.RELATIVE);
    recorder.start(0);
    long day = 86_400_000_000_000L;
    for (String id : List.of("a", "b", "c", "z1", "z2", ODD, "d", "early")) {
      recorder.activity(Activity.of(id));
    }
    // Each begins when the one before ends; z1 and z2 take no time in between.
    ran(recorder, "a", 1, EventType.FAILED, 0, 3, day);
    ran(recorder, "a", 2, EventType.COMPLETED, day, day + 1000, day + 2000);
    ran(recorder, "b", 1, EventType.COMPLETED, day + 2000, day + 3000, day + 4000);
    ran(recorder, "z1", 1, EventType.COMPLETED, day + 4000, day + 4000, day + 4000);
    ran(recorder, "z2", 1, EventType.COMPLETED, day + 4000, day + 4000, day + 4000);
    ran(recorder, "c", 1, EventType.COMPLETED, day + 4000, day + 5000, day + 8000);
    ran(recorder, ODD, 1, EventType.COMPLETED, day + 8000, day + 9001, day + 10_002);
    ran(recorder, "d", 1, EventType.COMPLETED, day + 7000, day + 10_002, 2 * day);
    ran(recorder, "early", 1, EventType.COMPLETED, 5, 6, 2 * day);
    for (String edge :
        List.of("a b", "b c", "b z1", "z1 z2", "z2 d", "c " + ODD, ODD + " d", "a early")) {
      recorder.dependency(edge.split(" ", -1)[0], edge.split(" ", -1)[1]);
    }
    recorder.phase("d", new Phase("inside", day + 12_000, day + 15_000));
    recorder.phase("d", new Phase("across", day + 14_000, day + 19_000));
    WorkflowRun run = recorder.snapshot();
    show(run);

    assertShowsAll(run, 1);
    assertThat(slices("phase"))
        .containsExactly(slice("inside", "processing", day + 12_000, day + 15_000));
    assertThat(texts("across")).containsExactly("across " + (day + 14_000) + " " + (day + 19_000));
  }

  private static void ran(
      RunRecorder recorder,
      String id,
      int attempt,
      EventType end,
      long from,
      long active,
      long to) {
    recorder.record(id, EventType.SUBMITTED, from, attempt);
    recorder.record(id, EventType.ACTIVE, active, attempt);
    recorder.record(id, end, to, attempt);
  }
}
