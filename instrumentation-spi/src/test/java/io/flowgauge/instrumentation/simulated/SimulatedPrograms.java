package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.contract.ContractTarget;

/** Simulated programs and their provider, for tests of code that uses a provider. */
public final class SimulatedPrograms {
  private final SimulatedProvider provider = new SimulatedProvider();

  /** Returns the provider of all programs. */
  public InstrumentationProvider provider() {
    return provider;
  }

  /** Starts a new program. */
  public ContractTarget start() {
    return new SimulatedTarget(provider.start());
  }

  /** Returns how many sensors are now in a program. */
  public int sensors(ContractTarget target) {
    return ((SimulatedTarget) target).program().sensorCount();
  }
}
