package io.flowgauge.instrumentation.contract;

import static io.flowgauge.instrumentation.ProcessStatus.State.DETACHED;
import static io.flowgauge.instrumentation.ProcessStatus.State.EXITED;
import static io.flowgauge.instrumentation.ProcessStatus.State.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.StructureFilter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for detaching, closing, and the end of the process. */
interface EndRules extends ContractSetting {
  @Test
  default void detach_instrumented_keepsTheProfileAndLetsTheProcessRun() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(1, 20);
          assertThat(process.detach().orThrow().state()).isEqualTo(DETACHED);
          assertThat(process.status().state()).isEqualTo(DETACHED);
          target.run(2, 10);
          Profile profile = process.profile();
          assertThat(ContractSetting.of(profile, target.caller()).calls()).isEqualTo(20);
          assertThat(ContractSetting.of(profile, target.caller()).installed()).isFalse();
        });
  }

  @Test
  default void close_twice_doesNothing() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(1, 2);
          process.close();
          process.close();
          assertThat(process.detach().orThrow().state()).isEqualTo(DETACHED);
          assertThat(ContractSetting.of(process.profile(), target.caller()).calls()).isEqualTo(2);
        });
  }

  @Test
  default void requests_afterClose_areRefused() throws Exception {
    instrumented(
        (target, process) -> {
          process.close();
          checkRefused(target, process, RefusalCode.DETACHED);
        });
  }

  private static void checkRefused(
      ContractTarget target, InstrumentedProcess process, RefusalCode code) {
    for (Outcome<?> outcome :
        List.of(
            process.structure(StructureFilter.all()),
            process.check(ContractSetting.both(target)),
            process.instrument(ContractSetting.both(target)),
            process.deinstrument(List.of(target.leaf())))) {
      assertThat(outcome.refusal()).as("refusal").isPresent();
      assertThat(outcome.refusal().orElseThrow().code()).isEqualTo(code);
    }
  }

  @Test
  default void profile_afterExit_isWhole() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(2, 30);
          target.exit();
          await("the process is seen to have ended", () -> process.status().state() == EXITED);
          assertThat(ContractSetting.of(process.profile(), target.caller()).calls()).isEqualTo(60);
          checkRefused(target, process, RefusalCode.NO_PROCESS);
          process.close();
          assertThat(ContractSetting.of(process.profile(), target.leaf()).calls())
              .as("calls read after close")
              .isEqualTo(60L * ContractTarget.LEAVES);
        });
  }

  @Test
  default void resume_runningProcess_staysAsItIs() throws Exception {
    attached(
        (target, process) -> assertThat(process.resume().orThrow().state()).isEqualTo(RUNNING));
  }
}
