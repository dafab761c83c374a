package io.flowgauge.report;

import static io.flowgauge.trace.Times.nanos;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.IdealSource;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.OverheadReport;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.analysis.SynchronizationDelay;
import io.flowgauge.run.Processor;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A report given by its parts. */
public record FakeReport(
    WorkflowRun run,
    OverheadReport overheads,
    Attribution attribution,
    RunMetrics metrics,
    List<Diagnostic> diagnostics)
    implements RunReport {
  private static final Measured ABSENT = Measured.absent("the input has no such events");
  private static final Region FORK = Region.parallel("m0", "m1", "m2", "m3", "m4");

  /**
   * Returns a report with seven activities, two failed attempts, and classes of which some are zero
   * and some not measured.
   */
  public static FakeReport forkJoin() {
    return new FakeReport(
        runOf7(),
        overheadsOf7(),
        new FakeAttribution(pathOf7(), false),
        metricsOf7(),
        diagnosticsOf7());
  }

  /** Returns a copy with another critical path. */
  public FakeReport withPath(List<PathStep> path, boolean isEstimated) {
    return new FakeReport(
        run, overheads, new FakeAttribution(path, isEstimated), metrics, diagnostics);
  }

  /** Returns a copy with other diagnostics. */
  public FakeReport withDiagnostics(List<Diagnostic> others) {
    return new FakeReport(run, overheads, attribution, metrics, others);
  }

  /** Returns the report of a run without activities. */
  public static FakeReport empty() {
    var none = new FakeWorkflow("", List.of(), List.of(), null, 0, 0);
    var run = new FakeRun("", none, TimeBase.UTC, Optional.empty(), List.of());
    var metrics = new FakeMetrics(0, 0, ABSENT, List.of(), Map.of(), List.of(), List.of());
    return new FakeReport(run, null, new FakeAttribution(List.of(), false), metrics, List.of());
  }

  private static FakeRun runOf7() {
    List<String> ids = List.of("first", "m0", "m1", "m2", "m3", "m4", "last");
    var activities =
        ids.stream().map(id -> Activity.of(id, id.startsWith("m") ? "mProject" : id)).toList();
    var dependencies =
        IntStream.range(0, 5)
            .mapToObj(k -> "m" + k)
            .flatMap(m -> Stream.of(new Dependency("first", m), new Dependency(m, "last")))
            .toList();
    var workflow =
        new FakeWorkflow(
            "fork-join", activities, dependencies, Region.sequence("first", FORK, "last"), 3, 5);
    return new FakeRun(
        "fork-join",
        workflow,
        TimeBase.RELATIVE,
        Optional.of(Duration.ofSeconds(128)),
        List.of(new Processor("p1", 1, 2, "linz"), new Processor("p2", 1, 1, "graz")));
  }

  private static FakeOverheads overheadsOf7() {
    Map<OverheadClass, Double> all = new EnumMap<>(OverheadClass.class);
    all.put(OverheadClass.SUBMISSION, -0.0);
    all.put(OverheadClass.QUEUE_RESIDENCY, 9.0);
    all.put(OverheadClass.ENACTMENT, 25.0);
    all.put(OverheadClass.SERIALISATION, 39.5);
    all.put(OverheadClass.RESTART, 12.0);
    Map<OverheadClass, Double> fork = new EnumMap<>(OverheadClass.class);
    fork.put(OverheadClass.SERIALISATION, 39.5);
    fork.put(OverheadClass.RESTART, 12.0);
    List<RegionOverheads> regions =
        List.of(
            new FakeOverheads.Of(
                runOf7().workflow().regions(), Measured.of(128), Measured.of(50), all),
            new FakeOverheads.Of(FORK, Measured.of(90), Measured.of(30), fork));
    return new FakeOverheads(regions, Map.of(IdealSource.OWN_TIME, 7), Measured.of(8.25));
  }

  private static List<PathStep> pathOf7() {
    return List.of(
        new PathStep("first", nanos(10), Map.of(OverheadClass.ENACTMENT, nanos(2))),
        new PathStep(
            "m4",
            nanos(35),
            Map.of(OverheadClass.SERIALISATION, nanos(48), OverheadClass.RESTART, nanos(13))),
        new PathStep("last", nanos(10), Map.of(OverheadClass.EXTERNAL_LOAD, nanos(10))));
  }

  private static FakeMetrics metricsOf7() {
    var delays =
        List.of(
            new SynchronizationDelay(new Dependency("first", "m0"), 1.5, true, false),
            new SynchronizationDelay(new Dependency("m0", "last"), 20, false, true),
            new SynchronizationDelay(new Dependency("m1", "last"), 0, false, false));
    return new FakeMetrics(
        7,
        2,
        Measured.of(45),
        delays,
        Map.of("p1", Measured.of(0.875)),
        List.of(new ForkJoinSlowdown(FORK, 5, Measured.of(5.4))),
        List.of(type("mProject", 5, 30), type("first", 1, 10), type("last", 1, 10)));
  }

  private static ActivityTypeSummary type(String type, int count, double total) {
    Measured mean = Measured.of(total / count);
    return new ActivityTypeSummary(
        type,
        ActivityKind.COMPUTE,
        count,
        mean,
        mean,
        Measured.of(total),
        ABSENT,
        Measured.of(0.25));
  }

  private static List<Diagnostic> diagnosticsOf7() {
    return List.of(
        Diagnostic.error("line 7", "found \"x\", so the line was left out"),
        Diagnostic.warning("activity m2", "ends 0.5 s before it begins: the clocks disagree"),
        Diagnostic.info("run", "it has no start of its own"));
  }
}
