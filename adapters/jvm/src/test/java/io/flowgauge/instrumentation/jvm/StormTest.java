package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.jvm.program.StormyWorker;
import io.flowgauge.instrumentation.jvm.program.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A program whose threads, the agent's included, are interrupted by signals thousands of times a
 * second while sensors come and go; the handler calls methods with sensors.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StormTest {
  private static final int CYCLES = Boolean.getBoolean("flowgauge.long") ? 200 : 8;
  private static final Path SHELL = Path.of("/bin/bash");

  /** Script that signals every thread: kill also accepts thread ids. */
  private static final String STORM =
      "while [ -d /proc/$0 ]; do for t in /proc/$0/task/*; do kill -PROF ${t##*/}; done; done";

  private final JvmProvider provider = new JvmProvider();

  private static Process storm(long pid) throws IOException {
    return new ProcessBuilder(SHELL.toString(), "-c", STORM, "" + pid)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void sensors_inAStormOfSignals_comeAndGoUnnoticed() throws Exception {
    assumeTrue(Files.exists(SHELL), "skipped: no " + SHELL);
    try (JavaProgram program = JavaProgram.start(StormyWorker.class)) {
      assertThat(program.line()).isEqualTo("ready");
      Process storm = storm(program.pid());
      try {
        for (int k = 0; k < CYCLES; k++) {
          cycle(program);
        }
        assertThat(program.ask("?")).startsWith("0 ");
      } finally {
        storm.destroyForcibly().waitFor();
      }
      program.process().getOutputStream().close();
      assertThat(program.line()).isEqualTo("failures 0");
      assertThat(program.line()).isEqualTo("handled true, wrong 0");
      assertThat(program.await()).isZero();
    }
  }

  private void cycle(JavaProgram program) throws Exception {
    try (InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      SensorReport report =
          process
              .instrument(Worker.class.getName() + ":*", StormyWorker.class.getName() + ":handle")
              .orThrow();
      assertThat(report.refused()).isEmpty();
      while (calls(process, "handle(int)") < 20 || calls(process, "checked(int)") < 100) {
        Thread.sleep(1);
      }
      assertThat(process.deinstrument().orThrow().refused()).isEmpty();
    }
  }

  private static long calls(InstrumentedProcess process, String name) {
    return process.profile().region(name).orElseThrow().calls();
  }
}
