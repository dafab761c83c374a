package io.flowgauge.instrumentation.contract;

import static io.flowgauge.instrumentation.ProcessStatus.State.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import org.junit.jupiter.api.Test;

/** Rules for finding processes and attaching to them. */
interface AttachRules extends ContractSetting {
  /** A pid above the largest that Linux assigns, 2^22. */
  long NO_PID = 1_999_999_999;

  @Test
  default void name_always_isOneLowerCaseWord() {
    assertThat(provider().name()).matches("[a-z][a-z0-9-]*");
  }

  @Test
  default void processes_targetRuns_namesIt() throws Exception {
    working();
    try (ContractTarget target = startTarget()) {
      assertThat(working().processes())
          .extracting(TargetProcess::pid)
          .as("pids, in order and without this process")
          .contains(target.pid())
          .doesNotContain(ProcessHandle.current().pid())
          .isSorted();
    }
  }

  @Test
  default void attach_target_isThatProcessAndRunning() throws Exception {
    attached(
        (target, process) -> {
          assertThat(process.process().pid()).isEqualTo(target.pid());
          assertThat(process.process().name()).isNotEmpty();
          assertThat(process.status().state()).isEqualTo(RUNNING);
        });
  }

  @Test
  default void attach_unknownPid_isRefused() {
    Outcome<InstrumentedProcess> outcome = working().attach(NO_PID);
    assertThat(outcome.refusal()).as("refusal").isPresent();
    assertThat(outcome.refusal().orElseThrow().code()).isEqualTo(RefusalCode.NO_PROCESS);
    assertThat(outcome.refusal().orElseThrow().message()).contains("" + NO_PID);
  }

  @Test
  default void attach_impossiblePid_isRefused() {
    for (long pid : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(working().attach(pid).refusal()).as("refusal of pid " + pid).isPresent();
    }
  }

  @Test
  default void attach_processHasEnded_isRefused() throws Exception {
    working();
    try (ContractTarget target = startTarget()) {
      target.exit();
      assertThat(working().attach(target.pid()).refusal()).as("refusal").isPresent();
    }
  }

  @Test
  default void attach_again_startsAnew() throws Exception {
    working();
    try (ContractTarget target = startTarget()) {
      for (int time = 1; time <= 3; time++) {
        try (InstrumentedProcess process = working().attach(target.pid()).orThrow()) {
          assertThat(process.profile().regions()).as("regions at attachment %d", time).isEmpty();
          process.instrument(ContractSetting.both(target)).orThrow();
          target.run(1, time);
          assertThat(ContractSetting.of(process.profile(), target.caller()).calls())
              .as("calls at attachment %d", time)
              .isEqualTo(time);
        }
      }
    }
  }
}
