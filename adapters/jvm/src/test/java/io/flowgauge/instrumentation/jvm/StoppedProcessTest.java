package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.program.Obedient;
import io.flowgauge.testsupport.Eventually;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A stopped virtual machine accepts connections but answers nothing until it continues. */
class StoppedProcessTest {
  private static final int PATIENCE = 60;

  private final JvmProvider provider = new JvmProvider();
  private final JvmProvider hasty = new JvmProvider(Duration.ofSeconds(1));

  private static void signal(JavaProgram program, String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", signal, "" + program.pid()).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Stops a program to which somebody has attached once, so that its attach socket exists. */
  private JavaProgram stopped() throws Exception {
    JavaProgram program = JavaProgram.start(Obedient.class);
    assertThat(program.line()).isEqualTo("ready");
    provider.attach(program.pid()).orThrow().close();
    signal(program, "-STOP");
    return program;
  }

  private static long waitingFor(JavaProgram program) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("flowgauge-attach-" + program.pid()))
        .count();
  }

  @Test
  void attach_stoppedProcess_isRefusedInTimeAndWorksOnceItGoesOn() throws Exception {
    try (JavaProgram program = stopped()) {
      for (int k = 0; k < 3; k++) {
        Refusal refusal =
            CompletableFuture.supplyAsync(() -> hasty.attach(program.pid()))
                .get(PATIENCE, TimeUnit.SECONDS)
                .refusal()
                .orElseThrow();
        assertThat(refusal.code()).isEqualTo(RefusalCode.NO_ATTACH);
        assertThat(refusal.message())
            .contains("process " + program.pid(), "did not answer within 1 s");
        assertThat(waitingFor(program)).as("threads that wait").isEqualTo(1);
      }
      signal(program, "-CONT");
      try (InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
        assertThat(process.instrument("*Obedient:leaf*").orThrow().done()).isNotEmpty();
      }
      Eventually.await("the late thread's end", () -> waitingFor(program) == 0);
    }
  }

  @Test
  void attach_interrupted_isRefusedAtOnce() throws Exception {
    try (JavaProgram program = stopped()) {
      CompletableFuture<Refusal> refusal = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> refusal.complete(provider.attach(program.pid()).refusal().orElseThrow()));
      thread.start();
      thread.interrupt();
      assertThat(refusal.get(PATIENCE, TimeUnit.SECONDS).message()).contains("was interrupted");
    }
  }
}
