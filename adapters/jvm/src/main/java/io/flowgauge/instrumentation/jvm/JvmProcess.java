package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
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
import io.flowgauge.instrumentation.ThreadPosition;
import io.flowgauge.instrumentation.jvm.agent.core.AgentProtocol;
import io.flowgauge.instrumentation.jvm.agent.core.Wire;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.shared.PushLoop;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A Java process with the agent in it. Requests wait for one another; profiles are read without
 * waiting.
 */
final class JvmProcess implements InstrumentedProcess {
  private static final int MOST_RESULTS = 1 << 24;

  private final JavaTarget target;
  private final AgentLink link;
  private final AgentRecording recording;
  private final CostWatch costs = new CostWatch(this, this::removeTooCostly);
  private final Instant attached = Instant.now();

  private final String counterFailure;
  private volatile Instant firstSensor;
  private volatile boolean starting;
  private volatile boolean detached;
  private PushLoop push;

  JvmProcess(
      JavaTarget target,
      AgentLink link,
      AgentRecording recording,
      boolean starting,
      String counterFailure) {
    this.target = target;
    this.link = link;
    this.recording = recording;
    this.starting = starting;
    this.counterFailure = counterFailure;
  }

  @Override
  public TargetProcess process() {
    return target.process();
  }

  @Override
  public ProcessStatus status() {
    if (detached) {
      return ProcessStatus.of(ProcessStatus.State.DETACHED);
    }
    if (!target.isAlive()) {
      return new ProcessStatus(ProcessStatus.State.EXITED, target.exitCode(), OptionalInt.empty());
    }
    return ProcessStatus.of(starting ? ProcessStatus.State.STARTING : ProcessStatus.State.RUNNING);
  }

  /** Whether sensors can be in place. */
  boolean isAttached() {
    return !detached && target.isAlive();
  }

  Instant since() {
    Instant first = firstSensor;
    return first == null ? attached : first;
  }

  /** Asks the agent; if there is no answer, the refusal says why. */
  <T> Outcome<T> ask(int kind, AgentLink.Request request, Answer<T> answer) {
    if (detached) {
      return Outcome.refused(
          RefusalCode.DETACHED, process().name() + " has been detached; attach to it again");
    }
    if (!target.isAlive()) {
      return ended();
    }
    DataInputStream in;
    try {
      in = link.ask(kind, request);
    } catch (AgentFailure e) {
      String what = e.refusal().code() == RefusalCode.HELPER ? " failed: " : " refused: ";
      return Outcome.refused(
          e.refusal().code(), "the agent in " + process().name() + what + e.getMessage());
    } catch (IOException e) {
      // The socket closes a moment before the process ends.
      return target.awaitEnd() ? ended() : noAnswer(e);
    }
    try {
      return Outcome.done(answer.read(in));
    } catch (IOException | IllegalArgumentException e) {
      return Outcome.refused(
          RefusalCode.HELPER,
          "the agent in " + process().name() + " sent an answer that cannot be read: " + e);
    }
  }

  private <T> Outcome<T> noAnswer(IOException why) {
    return Outcome.refused(
        RefusalCode.HELPER,
        "the agent in " + process().name() + " did not answer: " + why.getMessage());
  }

  private <T> Outcome<T> ended() {
    return Outcome.refused(
        RefusalCode.NO_PROCESS,
        "process " + process().pid() + " (" + process().name() + ") has ended");
  }

  /** Reads an answer. */
  @FunctionalInterface
  interface Answer<T> {
    T read(DataInputStream in) throws IOException;
  }

  @Override
  public Outcome<Structure> structure(StructureFilter filter) {
    return ask(
        AgentProtocol.STRUCTURE,
        out -> {
          Wire.writePatterns(out, filter.include());
          Wire.writePatterns(out, filter.exclude());
          out.writeBoolean(filter.sources());
        },
        in -> new Structure(process(), units(in)));
  }

  private static List<CodeUnit> units(DataInputStream in) throws IOException {
    List<CodeUnit> units = new ArrayList<>();
    while (in.readBoolean()) {
      String name = in.readUTF();
      String path = in.readUTF();
      int count = count(in);
      List<CodeRegion> regions = new ArrayList<>();
      for (int k = 0; k < count; k++) {
        regions.add(Wire.readRegion(in, name));
      }
      units.add(new CodeUnit(name, CodeUnit.Kind.JAVA_CLASS, path, Optional.empty(), regions));
    }
    return units;
  }

  private static int count(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_RESULTS) {
      throw new IOException("not a count: " + count);
    }
    return count;
  }

  @Override
  public Outcome<SensorReport> check(SensorRequest request) {
    return sensors(AgentProtocol.CHECK, request);
  }

  @Override
  public Outcome<SensorReport> instrument(SensorRequest request) {
    Instant before = Instant.now();
    Outcome<SensorReport> outcome = sensors(AgentProtocol.INSTRUMENT, request);
    outcome
        .value()
        .ifPresent(
            report -> {
              if (firstSensor == null && !report.done().isEmpty()) {
                firstSensor = before;
              }
              request.costLimit().ifPresent(limit -> costs.watch(report.done(), limit));
            });
    return outcome;
  }

  private Outcome<SensorReport> sensors(int kind, SensorRequest request) {
    Optional<Refusal> refusal = refusal(request);
    if (refusal.isPresent()) {
      return new Outcome.Refused<>(refusal.get());
    }
    return report(
        kind,
        request.include(),
        out -> {
          Wire.writePatterns(out, request.include());
          Wire.writePatterns(out, request.exclude());
          out.writeInt(metrics(request.metrics()));
          out.writeDouble(request.costLimit().orElse(0));
        });
  }

  private static Optional<Refusal> refusal(SensorRequest request) {
    if (request.backend() == Backend.KERNEL) {
      return Optional.of(
          new Refusal(
              RefusalCode.UNSUPPORTED,
              "Java methods move in memory, so kernel probes cannot measure them; use the backend"
                  + " AGENT or AUTOMATIC"));
    }
    boolean counters =
        request.metrics().stream()
            .anyMatch(m -> !Set.of(Metric.CALLS, Metric.WALL_TIME, Metric.CPU_TIME).contains(m));
    return counters
        ? Optional.of(
            new Refusal(
                RefusalCode.NO_PMU,
                "hardware counters cannot be read for Java methods; request calls, wtime or cputime"))
        : Optional.empty();
  }

  private static int metrics(Set<Metric> metrics) {
    return (metrics.contains(Metric.WALL_TIME) ? Layout.WALL : 0)
        | (metrics.contains(Metric.CPU_TIME) ? Layout.CPU_ADAPTIVE : 0);
  }

  @Override
  public Outcome<SensorReport> deinstrument(List<RegionPattern> regions) {
    return report(AgentProtocol.DEINSTRUMENT, regions, out -> Wire.writePatterns(out, regions));
  }

  private Outcome<SensorReport> report(
      int kind, List<RegionPattern> patterns, AgentLink.Request request) {
    long begin = System.nanoTime();
    return ask(kind, request, in -> report(in, patterns, begin));
  }

  private static SensorReport report(DataInputStream in, List<RegionPattern> patterns, long begin)
      throws IOException {
    double cost = in.readDouble();
    Duration stopped = Duration.ofNanos(Math.max(in.readLong(), 0));
    int count = count(in);
    List<SensorResult> results = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      CodeRegion region = Wire.readRegion(in, in.readUTF());
      results.add(new SensorResult(region, refusal(in), Backend.AGENT, cost >= 0 ? cost : 0));
    }
    List<RegionPattern> unmatched =
        patterns.stream()
            .filter(p -> results.stream().noneMatch(result -> p.matches(result.region())))
            .toList();
    return new SensorReport(
        results, unmatched, Duration.ofNanos(System.nanoTime() - begin), stopped);
  }

  /** Reads a refusal, if there is one. */
  static Optional<Refusal> refusal(DataInputStream in) throws IOException {
    String code = in.readUTF();
    String message = in.readUTF();
    return code.isEmpty()
        ? Optional.empty()
        : Optional.of(new Refusal(RefusalCode.valueOf(code), message));
  }

  /** Removes a sensor that costs more than its limit. */
  private void removeTooCostly(String key) {
    recording
        .sensors(true)
        .forEach(
            (number, sensor) -> {
              if (CostWatch.key(sensor.region()).equals(key)) {
                ask(AgentProtocol.OVER_LIMIT, out -> out.writeInt(number), in -> true);
              }
            });
  }

  @Override
  public Profile profile() {
    return recording.read(isAttached(), since());
  }

  @Override
  public synchronized Subscription push(PushOptions options, ProfileListener listener) {
    if (push != null && push.isAlive()) {
      throw new IllegalStateException(
          "process " + process().pid() + " already has a subscription; close it first");
    }
    push = PushLoop.start(new JvmPush(this, recording), options, listener);
    return push;
  }

  @Override
  public Outcome<List<ThreadPosition>> positions() {
    return ask(AgentProtocol.POSITIONS, out -> {}, JvmProcess::positions);
  }

  private static List<ThreadPosition> positions(DataInputStream in) throws IOException {
    List<ThreadPosition> positions = new ArrayList<>();
    Duration stopped = Duration.ofNanos(in.readLong());
    int count = count(in);
    for (int k = 0; k < count; k++) {
      long thread = in.readLong();
      boolean runs = in.readBoolean();
      int depth = count(in);
      List<CodeRegion> stack = new ArrayList<>();
      for (int j = 0; j < depth; j++) {
        stack.add(method(in.readUTF(), in.readUTF()));
      }
      positions.add(
          new ThreadPosition(
              thread,
              runs,
              stack.stream().findFirst(),
              stack.stream().skip(1).toList(),
              runs ? stopped : Duration.ZERO));
    }
    return positions;
  }

  /** Returns a region for all methods of a name, because the parameters are not known. */
  private static CodeRegion method(String type, String name) {
    return new CodeRegion(type, name, name, 0, 0, Optional.empty(), false);
  }

  @Override
  public Outcome<AppliedChange> change(Change change) {
    return JvmChange.make(this, Objects.requireNonNull(change, "change"));
  }

  @Override
  public Outcome<ProcessStatus> resume() {
    if (!starting) {
      return Outcome.done(status());
    }
    return ask(
        AgentProtocol.RESUME,
        out -> {},
        in -> {
          starting = false;
          return status();
        });
  }

  @Override
  public Outcome<ProcessStatus> detach() {
    synchronized (link) {
      if (!detached && target.isAlive()) {
        ask(AgentProtocol.CLOSE, DataOutputStream::flush, in -> true);
        detached = target.isAlive();
      }
      link.close();
    }
    return Outcome.done(status());
  }

  @Override
  public String toString() {
    String clock =
        counterFailure.isEmpty()
            ? "the processor's counter"
            : "the system's clock, since " + counterFailure;
    return process().name() + " (" + process().pid() + "), calls timed by " + clock;
  }
}
