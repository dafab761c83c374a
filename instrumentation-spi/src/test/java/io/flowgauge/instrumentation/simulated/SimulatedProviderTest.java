package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.contract.ContractLaunch;
import io.flowgauge.instrumentation.contract.ContractTarget;
import io.flowgauge.instrumentation.contract.InstrumentationProviderContract;
import java.time.Duration;
import java.util.Optional;

/** The simulated provider fulfils the whole contract. */
class SimulatedProviderTest extends InstrumentationProviderContract {
  private SimulatedProvider provider = new SimulatedProvider();
  private Duration patience = super.patience();

  /** Returns the contract applied to another provider. */
  static SimulatedProviderTest of(SimulatedProvider provider, Duration patience) {
    SimulatedProviderTest contract = new SimulatedProviderTest();
    contract.provider = provider;
    contract.patience = patience;
    return contract;
  }

  @Override
  public InstrumentationProvider provider() {
    return provider;
  }

  @Override
  public Duration patience() {
    return patience;
  }

  @Override
  public ContractTarget startTarget() {
    return new SimulatedTarget(provider.start());
  }

  @Override
  public Optional<ContractLaunch> launchable() {
    return Optional.of(
        new ContractLaunch(
            LaunchRequest.of(SimulatedProvider.PROGRAM),
            RegionPattern.parse("simulated:work::leaf"),
            10,
            3));
  }
}
