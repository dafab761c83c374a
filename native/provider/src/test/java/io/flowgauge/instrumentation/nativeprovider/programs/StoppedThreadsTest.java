package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads must not notice that they were stopped for a moment while in the kernel. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StoppedThreadsTest {
  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  /** No transfer ends with only part of its bytes, and no bytes are lost or repeated. */
  @Test
  void attach_threadsAmidTransfers_eachTransfersAll() throws Exception {
    try (Target target = Target.start(Built.c("transfers"), 8)) {
      target.say("run 12");
      for (int i = 0; i < 30; i++) {
        comeAndGo(target);
        Thread.sleep(20);
      }
      assertThat(target.answer().text()).as(target::complaints).contains("errors 0\n");
    }
  }

  /** A signal ends a transfer as usual, whether or not the thread was stopped in it before. */
  @Test
  void attach_threadAmidATransfer_aSignalStillEndsThat() throws Exception {
    try (Target target = Target.start(Built.c("transfers"), 0)) {
      target.say("interrupted 10");
      for (int i = 0; i < 40; i++) {
        comeAndGo(target);
        Thread.sleep(10 + i);
      }
      assertThat(target.answer().text()).as(target::complaints).isEqualTo("errors 0\n");
    }
  }

  private static void comeAndGo(Target target) {
    try (InstrumentedProcess process = Sensors.attach(target.pid())) {
      Sensors.insert(process, SensorRequest.of("transfers*:probed"));
      Sensors.removeAll(process);
    }
  }

  /**
   * A thread that cannot be stopped, because it waits for a child of vfork, does not hold up
   * others.
   */
  @Test
  void instrument_threadThatDoesNotStop_refusesAndTheOthersGoOn() throws Exception {
    try (Target target = Target.start(Built.c("vforking"), 2)) {
      target.say("run 8000");
      awaitUnstoppable(target);
      assertThat(Sensors.refusal(target.pid(), "vforking*:probed"))
          .isEqualTo(RefusalCode.NOT_STOPPABLE);
      Answer answer = target.answer();
      assertThat(answer.text()).as(target::complaints).contains("errors 0\n");
      assertThat(answer.varying().get("longest_ms")).isLessThan(1000);

      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorRequest request = SensorRequest.of("vforking*:probed");
        assertThat(Sensors.insert(process, request).done()).hasSize(1);
      }
    }
  }

  private static void awaitUnstoppable(Target target) throws Exception {
    while (!ProcessFiles.states(target.pid()).contains(": D ")) {
      Thread.sleep(5);
    }
  }
}
