package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.contract.ContractTarget;

/** Simulated programs and their provider, for tests of what uses a provider. */
public final class SimulatedPrograms {
  private final SimulatedProvider provider = new SimulatedProvider();

  /** The provider of all of them. */
  public InstrumentationProvider provider() {
    return provider;
  }

  /** A new program that runs. */
  public ContractTarget start() {
    return new SimulatedTarget(provider.start());
  }

  /** How many sensors are in a program now. */
  public int sensors(ContractTarget target) {
    return ((SimulatedTarget) target).program().sensorCount();
  }
}
