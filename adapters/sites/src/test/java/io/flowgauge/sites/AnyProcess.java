package io.flowgauge.sites;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.contract.ContractTarget;
import io.flowgauge.instrumentation.simulated.SimulatedPrograms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A provider that attaches to a simulated program in place of each real process. */
final class AnyProcess implements InstrumentationProvider {
  final SimulatedPrograms programs = new SimulatedPrograms();
  final Map<Long, ContractTarget> targets = new ConcurrentHashMap<>();

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public Optional<Refusal> unavailable() {
    return Optional.empty();
  }

  @Override
  public List<TargetProcess> processes() {
    return programs.provider().processes();
  }

  @Override
  public Outcome<InstrumentedProcess> attach(long pid) {
    ContractTarget target = targets.computeIfAbsent(pid, p -> programs.start());
    return programs.provider().attach(target.pid());
  }

  @Override
  public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
    return programs.provider().launch(request);
  }
}
