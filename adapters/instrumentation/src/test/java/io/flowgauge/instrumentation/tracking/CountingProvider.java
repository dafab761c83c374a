package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
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
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;

/** Simulates sensors in real processes: each counts three calls of 10 ms. */
final class CountingProvider implements InstrumentationProvider {
  final Queue<Sensors> attached = new ConcurrentLinkedQueue<>();
  volatile LongFunction<Optional<Refusal>> refusals = pid -> Optional.empty();
  volatile int missingAtFirst;

  @Override
  public String name() {
    return "counting";
  }

  @Override
  public Optional<Refusal> unavailable() {
    return Optional.empty();
  }

  @Override
  public List<TargetProcess> processes() {
    return List.of();
  }

  @Override
  public Outcome<InstrumentedProcess> attach(long pid) {
    Optional<Refusal> refusal = refusals.apply(pid);
    if (refusal.isPresent()) {
      return new Outcome.Refused<>(refusal.get());
    }
    Sensors sensors = new Sensors(pid);
    attached.add(sensors);
    return Outcome.done(sensors);
  }

  @Override
  public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
    return Outcome.refused(RefusalCode.UNSUPPORTED, "only attaches");
  }

  /** A process with simulated sensors. */
  final class Sensors implements InstrumentedProcess {
    private final CodeRegion region;
    private final TargetProcess process;
    private final Instant since = Instant.now();
    final AtomicInteger requests = new AtomicInteger();
    volatile boolean isClosed;
    volatile boolean isBroken;

    Sensors(long pid) {
      this.process = TargetProcess.builder(pid, "p" + pid).build();
      this.region = new CodeRegion("unit", "f", "f", pid * 16, 8, Optional.empty(), false);
    }

    @Override
    public TargetProcess process() {
      return process;
    }

    @Override
    public ProcessStatus status() {
      checkWhole();
      boolean isAlive = ProcTable.ofSystem().stat(process.pid()).isPresent();
      return ProcessStatus.of(isAlive ? ProcessStatus.State.RUNNING : ProcessStatus.State.EXITED);
    }

    @Override
    public Outcome<Structure> structure(StructureFilter filter) {
      return Outcome.done(new Structure(process, List.of()));
    }

    @Override
    public Outcome<SensorReport> check(SensorRequest request) {
      return instrument(request);
    }

    @Override
    public Outcome<SensorReport> instrument(SensorRequest request) {
      boolean isMissing = requests.getAndIncrement() < missingAtFirst;
      var results = List.of(new SensorResult(region, Optional.empty(), Backend.AGENT, 6));
      return Outcome.done(
          new SensorReport(
              isMissing ? List.of() : results,
              isMissing ? request.include() : List.of(),
              Duration.ZERO,
              Duration.ZERO));
    }

    @Override
    public Outcome<SensorReport> deinstrument(List<RegionPattern> regions) {
      return Outcome.done(new SensorReport(List.of(), List.of(), Duration.ZERO, Duration.ZERO));
    }

    @Override
    public Profile profile() {
      checkWhole();
      RegionProfile.Builder profile =
          RegionProfile.builder(region).calls(3).wall(CallDurations.of(3, 30e6, 1e6, 20e6), 30e6);
      if (isClosed) {
        profile.installed(false);
      }
      return new Profile(
          process,
          since,
          Instant.now(),
          List.of(profile.build()),
          List.of(),
          List.of(),
          ProfileLosses.NONE);
    }

    @Override
    public Subscription push(PushOptions options, ProfileListener listener) {
      return () -> {};
    }

    @Override
    public Outcome<ProcessStatus> resume() {
      return Outcome.done(status());
    }

    @Override
    public Outcome<ProcessStatus> detach() {
      isClosed = true;
      return Outcome.done(status());
    }

    private void checkWhole() {
      if (isBroken) {
        throw new IllegalStateException("broken");
      }
    }
  }
}
