package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.contract.ContractTarget;
import java.util.Optional;
import java.util.OptionalInt;

/** A simulated program as the contract's target. */
record SimulatedTarget(SimulatedProgram program) implements ContractTarget {
  @Override
  public long pid() {
    return program.process().pid();
  }

  @Override
  public RegionPattern caller() {
    return RegionPattern.parse("simulated:work::caller");
  }

  @Override
  public RegionPattern leaf() {
    return RegionPattern.parse("simulated:work::leaf()");
  }

  @Override
  public Optional<RegionPattern> refused() {
    return Optional.of(RegionPattern.parse("simulated:work::tiny"));
  }

  @Override
  public void run(int threads, int rounds) throws InterruptedException {
    program.run(threads, rounds);
  }

  @Override
  public void exit() {
    program.exit(OptionalInt.empty());
  }

  @Override
  public void close() {
    exit();
  }
}
