package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.InstrumentedProcess;
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
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadPosition;
import io.flowgauge.instrumentation.shared.PushLoop;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** A process that the library has opened. Thread-safe. */
final class NativeProcess implements InstrumentedProcess {
  private final Shim shim;
  private static final int MOST_POSITIONS = 256;

  private final long handle;
  private final TargetProcess process;
  private final Modules modules;
  private final Installer installer;
  private final Recording recording;
  private final Changer changer;

  /** How the process ended, or that it was released; empty before. */
  private volatile Optional<ProcessStatus> last = Optional.empty();

  private PushLoop push;

  NativeProcess(Shim shim, HostInfo host, long handle, TargetProcess process) {
    this.shim = shim;
    this.handle = handle;
    this.process = process;
    modules = new Modules(shim, handle, process);
    SensorTable sensors = new SensorTable(host.callCostNanos());
    recording = new Recording(shim, host, handle, process, sensors);
    installer = new Installer(shim, handle, modules, sensors, recording);
    ProcessSignatures signatures = new ProcessSignatures(process.pid(), modules);
    changer =
        new Changer(
            shim.changes(),
            handle,
            new ProcessVariables(process, modules),
            new Rewriting(shim.changes(), handle, installer, signatures, this),
            new Calling(shim.changes(), handle, installer, signatures));
  }

  @Override
  public TargetProcess process() {
    return process;
  }

  @Override
  public ProcessStatus status() {
    Optional<ProcessStatus> known = last;
    if (known.isPresent()) {
      return known.get().state() == State.EXECED ? sinceExec(known.get()) : known.get();
    }
    ProcessStatus now = shim.status(handle).value().orElseGet(this::statusWithoutHelper);
    if (now.state() == State.EXITED || now.state() == State.EXECED) {
      end(now);
    }
    return last.orElse(now);
  }

  /**
   * Returns the status after an exec. A launched process that has become another program is still
   * our child, so its end becomes known, too.
   */
  private ProcessStatus sinceExec(ProcessStatus known) {
    ProcessStatus now = shim.status(handle).value().orElseGet(this::statusWithoutHelper);
    if (now.state() != State.EXITED) {
      return known;
    }
    last = Optional.of(now);
    return now;
  }

  /**
   * Returns the status if the helper has died; the system still knows whether the process is alive.
   */
  private ProcessStatus statusWithoutHelper() {
    boolean lives =
        LinuxProcesses.find(process.pid())
            .filter(found -> found.start().equals(process.start()))
            .isPresent();
    return ProcessStatus.of(lives ? State.RUNNING : State.EXITED);
  }

  /** Records the end; only the first call has an effect. */
  private synchronized void end(ProcessStatus status) {
    if (last.isEmpty()) {
      recording.end();
      last = Optional.of(status);
    }
  }

  /** Returns why the process cannot be used any longer; empty while it can. */
  private Optional<Refusal> refusalIfOver() {
    State state = status().state();
    return switch (state) {
      case STARTING, RUNNING -> Optional.empty();
      case DETACHED -> refusal(RefusalCode.DETACHED, " has been detached; attach to it again");
      case EXITED -> refusal(RefusalCode.NO_PROCESS, " has ended");
      case EXECED -> refusal(RefusalCode.EXECED, " has become another program; attach to it again");
    };
  }

  private Optional<Refusal> refusal(RefusalCode code, String what) {
    return Optional.of(
        new Refusal(code, "process " + process.pid() + " (" + process.name() + ")" + what));
  }

  private synchronized <T> Outcome<T> unlessOver(Supplier<Outcome<T>> action) {
    Optional<Refusal> over = refusalIfOver();
    return over.isPresent() ? new Outcome.Refused<>(over.get()) : action.get();
  }

  @Override
  public Outcome<Structure> structure(StructureFilter filter) {
    return unlessOver(
        () -> modules.units(filter).then(units -> Outcome.done(new Structure(process, units))));
  }

  @Override
  public Outcome<SensorReport> check(SensorRequest request) {
    return unlessOver(() -> installer.check(request));
  }

  @Override
  public Outcome<SensorReport> instrument(SensorRequest request) {
    return unlessOver(() -> installer.instrument(request));
  }

  @Override
  public Outcome<SensorReport> deinstrument(List<RegionPattern> regions) {
    return unlessOver(() -> installer.deinstrument(List.copyOf(regions)));
  }

  @Override
  public Outcome<List<ThreadPosition>> positions() {
    return unlessOver(() -> shim.threadPositions(handle, MOST_POSITIONS).then(modules::resolve));
  }

  @Override
  public Outcome<AppliedChange> change(Change change) {
    Objects.requireNonNull(change, "change");
    return unlessOver(() -> changer.change(change));
  }

  @Override
  public Profile profile() {
    return recording.profile();
  }

  @Override
  public synchronized Subscription push(PushOptions options, ProfileListener listener) {
    if (push != null && push.isAlive()) {
      throw new IllegalStateException(
          "process " + process.pid() + " already has a subscription; close it first");
    }
    push = PushLoop.start(new NativePush(shim, handle, recording, this::status), options, listener);
    return push;
  }

  @Override
  public Outcome<ProcessStatus> resume() {
    State before = status().state();
    if (before != State.STARTING) {
      return before == State.RUNNING
          ? Outcome.done(status())
          : new Outcome.Refused<>(refusalIfOver().orElseThrow());
    }
    return shim.resume(handle).then(done -> Outcome.done(status()));
  }

  @Override
  public synchronized Outcome<ProcessStatus> detach() {
    if (!installer.close()) {
      return Outcome.done(status());
    }
    Outcome<ProcessStatus> closed = shim.close(handle);
    ProcessStatus now = closed.value().orElseGet(this::statusWithoutHelper);
    boolean goesOn = last.isEmpty() && now.state() != State.EXITED && now.state() != State.EXECED;
    end(goesOn ? ProcessStatus.of(State.DETACHED) : now);
    return goesOn && closed.refusal().isPresent() ? closed : Outcome.done(status());
  }

  @Override
  public String toString() {
    return "NativeProcess[" + process.pid() + " " + process.name() + ", " + status().state() + "]";
  }
}
