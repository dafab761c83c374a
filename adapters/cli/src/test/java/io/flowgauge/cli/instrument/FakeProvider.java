package io.flowgauge.cli.instrument;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileListener;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.SourcePosition;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Simulates sensors in real processes: region k of the unit {@code app} has k calls of k ms. One
 * region is inlined, so its sensor is refused.
 */
final class FakeProvider implements InstrumentationProvider {
  static final Instant SINCE = Instant.parse("2026-11-21T12:00:00Z");

  private static final int SIGNALLED = 128;

  final List<FakeProcess> attached = new ArrayList<>();
  private final String name;
  Optional<Refusal> unavailable = Optional.empty();
  Optional<Refusal> refusal = Optional.empty();
  List<TargetProcess> processes = List.of();

  FakeProvider(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<Refusal> unavailable() {
    return unavailable;
  }

  @Override
  public List<TargetProcess> processes() {
    return processes;
  }

  @Override
  public Outcome<InstrumentedProcess> attach(long pid) {
    if (refusal.isPresent()) {
      return new Outcome.Refused<>(refusal.get());
    }
    return Outcome.done(added(new FakeProcess(pid, null)));
  }

  @Override
  public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
    ProcessBuilder builder =
        new ProcessBuilder(request.command()).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().retainAll(request.environment().keySet());
    try {
      Process process = builder.start();
      return Outcome.done(added(new FakeProcess(process.pid(), process)));
    } catch (IOException e) {
      return Outcome.refused(RefusalCode.ARGUMENT, e.getMessage());
    }
  }

  private FakeProcess added(FakeProcess process) {
    synchronized (attached) {
      attached.add(process);
    }
    return process;
  }

  private static CodeRegion region(int number) {
    return new CodeRegion(
        "app",
        number == 0 ? "inlined(int)" : "f" + number,
        number == 0 ? "_Z7inlinedi" : "f" + number,
        number == 0 ? 0 : 4096L * number,
        number == 0 ? 0 : 16L * number,
        Optional.of(new SourcePosition("app.c", 10 + number)),
        number == 0);
  }

  /** A process with sensors. */
  static final class FakeProcess implements InstrumentedProcess {
    private final TargetProcess target;
    private final Process child;
    private final List<CodeRegion> sensors = new ArrayList<>();
    private Optional<SensorRequest> request = Optional.empty();
    volatile boolean isClosed;
    volatile boolean isResumed;

    FakeProcess(long pid, Process child) {
      this.target = TargetProcess.builder(pid, "app").executable(Path.of("/opt/app")).build();
      this.child = child;
    }

    @Override
    public TargetProcess process() {
      return target;
    }

    @Override
    public ProcessStatus status() {
      if (ProcessHandle.of(target.pid()).filter(ProcessHandle::isAlive).isPresent()) {
        return ProcessStatus.of(ProcessStatus.State.RUNNING);
      }
      return child == null ? ProcessStatus.of(ProcessStatus.State.EXITED) : status(child);
    }

    private static ProcessStatus status(Process child) {
      int code = child.onExit().join().exitValue();
      return new ProcessStatus(
          ProcessStatus.State.EXITED,
          code < SIGNALLED ? OptionalInt.of(code) : OptionalInt.empty(),
          code < SIGNALLED ? OptionalInt.empty() : OptionalInt.of(code - SIGNALLED));
    }

    @Override
    public Outcome<Structure> structure(StructureFilter filter) {
      List<CodeRegion> regions = new ArrayList<>();
      for (int k = 0; k < 40; k++) {
        regions.add(region(k));
      }
      regions.removeIf(region -> !filter.accepts(region));
      return Outcome.done(
          new Structure(
              target,
              List.of(
                  new CodeUnit(
                      "app", CodeUnit.Kind.EXECUTABLE, "/opt/app", Optional.of("abc"), regions))));
    }

    @Override
    public Outcome<SensorReport> check(SensorRequest wanted) {
      return instrument(wanted);
    }

    @Override
    public Outcome<SensorReport> instrument(SensorRequest wanted) {
      request = Optional.of(wanted);
      List<SensorResult> results = new ArrayList<>();
      for (CodeRegion region : structure(StructureFilter.all()).orThrow().regions()) {
        if (wanted.names(region)) {
          results.add(result(region));
        }
      }
      return Outcome.done(
          new SensorReport(results, unmatched(wanted), Duration.ofMillis(2), Duration.ofNanos(60)));
    }

    private SensorResult result(CodeRegion region) {
      Refusal why = new Refusal(RefusalCode.INLINED, "It has no code of its own: look at callers.");
      if (!region.inlined() && !sensors.contains(region)) {
        sensors.add(region);
      }
      return new SensorResult(
          region, Optional.of(why).filter(r -> region.inlined()), Backend.AGENT, 6);
    }

    private List<RegionPattern> unmatched(SensorRequest wanted) {
      List<CodeRegion> all = structure(StructureFilter.all()).orThrow().regions();
      return wanted.include().stream()
          .filter(pattern -> all.stream().noneMatch(pattern::matches))
          .toList();
    }

    @Override
    public Outcome<SensorReport> deinstrument(List<RegionPattern> regions) {
      throw new UnsupportedOperationException("not used");
    }

    @Override
    public Profile profile() {
      List<RegionProfile> regions = sensors.stream().map(this::profile).toList();
      List<CallEdge> graph = new ArrayList<>();
      for (int k = 1; k < sensors.size(); k++) {
        graph.add(new CallEdge(Optional.of(sensors.get(k)), sensors.get(k - 1), k, k * 1e6));
      }
      return new Profile(
          target,
          SINCE,
          SINCE.plusSeconds(2),
          regions,
          List.of(
              new ThreadProfile(
                  77, "worker", Optional.of(SINCE), Optional.of(SINCE.plusSeconds(1)), regions)),
          graph,
          new ProfileLosses(0, 0, 0, 0, 3));
    }

    private RegionProfile profile(CodeRegion region) {
      int number = Integer.parseInt(region.name().substring(1));
      RegionProfile.Builder profile = RegionProfile.builder(region).calls(number).cost(number * 6);
      if (number > 1) {
        double total = 1e6 * number * number;
        profile.wall(CallDurations.of(number, total, 1e5, 2e6 * number), total / 2);
      }
      if (request.orElseThrow().metrics().contains(Metric.CPU_TIME)) {
        profile.cpu(Measured.of(1e-3 * number, number, number));
      }
      if (isClosed || number == 3) {
        profile.installed(false).overLimit(number == 3);
      }
      return number == 1 ? profile.calls(0).build() : profile.build();
    }

    @Override
    public Subscription push(PushOptions options, ProfileListener listener) {
      listener.updated(profile());
      return () -> listener.ended(status());
    }

    @Override
    public Outcome<ProcessStatus> resume() {
      isResumed = true;
      return Outcome.done(status());
    }

    @Override
    public Outcome<ProcessStatus> detach() {
      isClosed = true;
      return Outcome.done(status());
    }

    SensorRequest request() {
      return request.orElseThrow();
    }
  }
}
