package io.flowgauge.instrumentation.contract;

import static io.flowgauge.instrumentation.ProcessStatus.State.EXITED;
import static io.flowgauge.instrumentation.ProcessStatus.State.STARTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Rules for programs that are started with their sensors in place. */
interface LaunchRules extends ContractSetting {
  @Test
  default void launch_program_measuresFromMainToTheEnd() throws Exception {
    working();
    ContractLaunch launch =
        launchable().orElseGet(() -> Assumptions.abort("the provider launches nothing"));
    try (InstrumentedProcess process = working().launch(launch.request()).orThrow()) {
      assertThat(process.status().state()).isEqualTo(STARTING);
      assertThat(process.instrument(ContractSetting.request(launch.region())).orThrow().done())
          .hasSize(1);
      process.resume().orThrow();
      await("it has ended", () -> process.status().state() == EXITED);
      assertThat(process.status().exitCode()).hasValue(launch.exitCode());
      assertThat(ContractSetting.of(process.profile(), launch.region()).calls())
          .isEqualTo(launch.calls());
    }
  }

  @Test
  default void launch_noSuchProgram_isRefused() throws Exception {
    assertThat(working().launch(LaunchRequest.of("/no/such/program")).refusal())
        .as("refusal")
        .isPresent();
  }
}
