package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus.State;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A complete provider of simulated processes, optionally with one deliberate fault. Thread-safe.
 */
public final class SimulatedProvider implements InstrumentationProvider {
  /** The program that {@link #launch} starts. */
  static final String PROGRAM = "/opt/simulated";

  private final Map<Long, SimulatedProgram> programs = new ConcurrentHashMap<>();
  private final Map<Long, SimulatedProcess> earlier = new ConcurrentHashMap<>();
  private final Set<Fault> faults = EnumSet.noneOf(Fault.class);

  /** Creates a provider without faults. */
  public SimulatedProvider() {}

  SimulatedProvider(Fault fault) {
    faults.add(fault);
  }

  SimulatedProgram start() {
    return start(State.RUNNING);
  }

  private SimulatedProgram start(State state) {
    SimulatedProgram program = new SimulatedProgram(state);
    programs.put(program.process().pid(), program);
    return program;
  }

  @Override
  public String name() {
    return faults.contains(Fault.NAME_IN_UPPER_CASE) ? "SIMULATED" : "simulated";
  }

  @Override
  public Optional<Refusal> unavailable() {
    return Optional.empty();
  }

  @Override
  public List<TargetProcess> processes() {
    return programs.values().stream()
        .filter(program -> program.status().isAlive())
        .filter(program -> !faults.contains(Fault.LISTS_NO_PROCESS))
        .map(SimulatedProgram::process)
        .sorted(Comparator.comparingLong(TargetProcess::pid))
        .toList();
  }

  @Override
  public Outcome<InstrumentedProcess> attach(long pid) {
    SimulatedProgram program = programs.get(pid);
    if (program == null && faults.contains(Fault.ATTACHES_TO_ANY_PID) && pid < 1) {
      program = start();
    }
    boolean dead = program != null && !program.status().isAlive();
    if (program == null || (dead && !faults.contains(Fault.ATTACHES_TO_THE_DEAD))) {
      return noProcess(pid);
    }
    if (faults.contains(Fault.MIXES_PROCESSES)) {
      return Outcome.done(earlier.computeIfAbsent(0L, p -> open(programs.get(pid))));
    }
    SimulatedProgram found = program;
    return Outcome.done(
        faults.contains(Fault.REMEMBERS_EARLIER_ATTACHMENT)
            ? earlier.computeIfAbsent(pid, p -> open(found))
            : open(found));
  }

  private SimulatedProcess open(SimulatedProgram program) {
    return new SimulatedProcess(program, faults);
  }

  private Outcome<InstrumentedProcess> noProcess(long pid) {
    if (faults.contains(Fault.THROWS_FOR_UNKNOWN_PID)) {
      throw new IllegalArgumentException("no process " + pid);
    }
    return Outcome.refused(
        faults.contains(Fault.WRONG_CODE_FOR_UNKNOWN_PID)
            ? RefusalCode.ARGUMENT
            : RefusalCode.NO_PROCESS,
        "there is no process " + pid + "; it may have ended");
  }

  @Override
  public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
    boolean known = request.command().get(0).equals(PROGRAM);
    if (!known && !faults.contains(Fault.LAUNCHES_NOTHING_GLADLY)) {
      return Outcome.refused(RefusalCode.ARGUMENT, "there is no program " + request.command());
    }
    State state = faults.contains(Fault.LAUNCHES_RUNNING) ? State.RUNNING : State.STARTING;
    return Outcome.done(open(start(state)));
  }
}
