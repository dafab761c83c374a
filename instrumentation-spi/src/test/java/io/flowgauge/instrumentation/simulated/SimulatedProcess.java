package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.ProcessStatus.State;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileListener;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A simulated process that has been attached to. Thread-safe. */
final class SimulatedProcess implements InstrumentedProcess {
  private final SimulatedProgram program;
  private final Set<Fault> faults;
  private final Sensors sensors;
  private boolean detached;
  private Push push;

  SimulatedProcess(SimulatedProgram program, Set<Fault> faults) {
    this.program = program;
    this.faults = faults;
    this.sensors = new Sensors(program.process(), faults);
    program.attach(sensors, this::ended);
  }

  private boolean has(Fault fault) {
    return faults.contains(fault);
  }

  @Override
  public TargetProcess process() {
    return program.process();
  }

  @Override
  public synchronized ProcessStatus status() {
    if (has(Fault.NOT_RUNNING)) {
      return ProcessStatus.of(State.STARTING);
    }
    if (detached && !has(Fault.STAYS_RUNNING_WHEN_DETACHED)) {
      return ProcessStatus.of(State.DETACHED);
    }
    ProcessStatus status = program.status();
    return has(Fault.NO_EXIT_CODE) ? ProcessStatus.of(status.state()) : status;
  }

  private <T> Outcome<T> ifAlive(Supplier<T> step) {
    synchronized (this) {
      if (detached && !has(Fault.ACCEPTS_ALL_AFTER_CLOSE)) {
        return Outcome.refused(RefusalCode.DETACHED, "the process was let go; attach again");
      }
      if (!program.status().isAlive()) {
        return Outcome.refused(RefusalCode.NO_PROCESS, "the process has ended");
      }
    }
    return Outcome.done(step.get());
  }

  @Override
  public Outcome<Structure> structure(StructureFilter filter) {
    return ifAlive(() -> new Structure(process(), units(filter)));
  }

  private List<CodeUnit> units(StructureFilter filter) {
    List<CodeUnit> units = new ArrayList<>();
    for (CodeUnit unit : SimulatedProgram.UNITS) {
      List<CodeRegion> regions =
          unit.regions().stream()
              .filter(region -> accepts(filter, region))
              .filter(region -> !has(Fault.FORGETS_REGIONS) || region.size() < 64)
              .filter(region -> !(has(Fault.LOSES_REGIONS_WITH_SOURCES) && filter.sources()))
              .map(region -> filter.sources() ? SimulatedProgram.withSource(region) : region)
              .toList();
      if (!regions.isEmpty() || has(Fault.KEEPS_EMPTY_UNITS)) {
        units.add(new CodeUnit(unit.name(), unit.kind(), unit.path(), unit.buildId(), regions));
      }
    }
    return units;
  }

  private boolean accepts(StructureFilter filter, CodeRegion region) {
    StructureFilter used = filter;
    if (has(Fault.IGNORES_INCLUDE)) {
      used = new StructureFilter(List.of(), filter.exclude(), filter.sources());
    }
    if (has(Fault.IGNORES_EXCLUDE)) {
      used = new StructureFilter(filter.include(), List.of(), filter.sources());
    }
    return used.accepts(region);
  }

  @Override
  public Outcome<SensorReport> check(SensorRequest request) {
    return ifAlive(() -> report(request, has(Fault.CHECK_INSTRUMENTS)));
  }

  @Override
  public Outcome<SensorReport> instrument(SensorRequest request) {
    return ifAlive(() -> report(request, true));
  }

  private SensorReport report(SensorRequest request, boolean really) {
    SensorRequest used = request;
    if (has(Fault.INSTRUMENTS_EXCLUDED)) {
      used =
          new SensorRequest(
              request.include(),
              List.of(),
              request.metrics(),
              request.backend(),
              request.costLimit());
    }
    List<SensorResult> results =
        Stream.of(SimulatedProgram.CALLER, SimulatedProgram.LEAF, SimulatedProgram.TINY)
            .filter(used::names)
            .map(this::result)
            .toList();
    List<RegionPattern> unmatched = unmatched(request.include(), region -> true);
    boolean spoilt =
        (has(Fault.UNMATCHED_SPOILS_ALL) && !unmatched.isEmpty())
            || (has(Fault.REFUSED_SPOILS_ALL) && results.stream().anyMatch(r -> !r.isDone()))
            || (has(Fault.COUNTS_NO_CALLS_WITHOUT_TIME)
                && !request.metrics().contains(Metric.WALL_TIME));
    if (really && !spoilt) {
      results.stream()
          .filter(SensorResult::isDone)
          .forEach(result -> sensors.set(result.region(), true));
    }
    return report(
        has(Fault.REPORTS_NO_RESULTS) ? List.of() : results,
        has(Fault.HIDES_UNMATCHED) ? List.of() : unmatched);
  }

  private SensorResult result(CodeRegion region) {
    boolean tiny = region.equals(SimulatedProgram.TINY) && !has(Fault.INSTRUMENTS_THE_IMPOSSIBLE);
    boolean again = has(Fault.REFUSES_WHAT_HAS_A_SENSOR) && sensors.isOn(region);
    Optional<Refusal> refusal =
        tiny || again
            ? Optional.of(
                new Refusal(RefusalCode.TOO_SHORT, region.name() + " has 2 bytes, a jump takes 5"))
            : Optional.empty();
    return new SensorResult(region, refusal, Backend.AGENT, tiny ? 0 : 50);
  }

  private static List<RegionPattern> unmatched(
      List<RegionPattern> patterns, Predicate<CodeRegion> among) {
    return patterns.stream()
        .filter(
            pattern ->
                SimulatedProgram.UNITS.stream()
                    .flatMap(unit -> unit.regions().stream())
                    .filter(among)
                    .noneMatch(pattern::matches))
        .toList();
  }

  private static SensorReport report(List<SensorResult> results, List<RegionPattern> unmatched) {
    return new SensorReport(results, unmatched, Duration.ofNanos(1000), Duration.ofNanos(10));
  }

  @Override
  public Outcome<SensorReport> deinstrument(List<RegionPattern> regions) {
    return ifAlive(() -> takeOut(regions));
  }

  private SensorReport takeOut(List<RegionPattern> patterns) {
    List<CodeRegion> installed = sensors.installed();
    List<SensorResult> results =
        installed.stream()
            .filter(region -> patterns.stream().anyMatch(pattern -> pattern.matches(region)))
            .map(region -> new SensorResult(region, Optional.empty(), Backend.AGENT, 0))
            .toList();
    List<RegionPattern> unmatched = unmatched(patterns, installed::contains);
    if (has(Fault.NOT_THREAD_SAFE) && !results.isEmpty()) {
      throw new ConcurrentModificationException("two threads at once");
    }
    results.forEach(result -> sensors.set(result.region(), false));
    return report(results, has(Fault.HIDES_UNMATCHED_WHEN_TAKING_OUT) ? List.of() : unmatched);
  }

  @Override
  public Profile profile() {
    return sensors.profile();
  }

  @Override
  public synchronized Subscription push(PushOptions options, ProfileListener listener) {
    boolean on = push != null && (has(Fault.ALLOWS_ONE_LISTENER_EVER) || !push.isOver());
    if (on && !has(Fault.ALLOWS_TWO_LISTENERS)) {
      throw new IllegalStateException("there is a listener already; close its subscription first");
    }
    push = new Push(sensors, options, listener, faults);
    if (!status().isAlive() && !has(Fault.REPORTS_NOTHING_AFTER_DETACH)) {
      push.end(Optional.of(status()));
    } else {
      push.begin();
    }
    return push;
  }

  private synchronized void ended() {
    if (has(Fault.FORGETS_PROFILE_OF_THE_DEAD)) {
      sensors.clear();
    }
    if (push != null && !has(Fault.REPORTS_NO_END)) {
      push.end(Optional.of(program.status()));
    }
  }

  @Override
  public Outcome<ProcessStatus> resume() {
    if (has(Fault.REFUSES_RESUME)) {
      return Outcome.refused(RefusalCode.ARGUMENT, "the process was not launched");
    }
    if (program.status().state() == State.STARTING) {
      new Thread(program::main, "main of a simulated program").start();
    }
    return Outcome.done(status());
  }

  @Override
  public Outcome<ProcessStatus> detach() {
    synchronized (this) {
      if (detached && has(Fault.SECOND_CLOSE_THROWS)) {
        throw new IllegalStateException("closed already");
      }
      if (!detached) {
        detached = true;
        letGo();
      }
    }
    return Outcome.done(status());
  }

  private void letGo() {
    sensors.installed().forEach(region -> sensors.set(region, false));
    if (has(Fault.FORGETS_PROFILE_WHEN_DETACHED)) {
      sensors.clear();
    }
    if (push != null && !has(Fault.REPORTS_NO_DETACHING)) {
      push.end(Optional.of(status()));
    }
    if (program.status().state() == State.STARTING) {
      program.exit(OptionalInt.empty());
    }
  }
}
