package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process with many threads holds no memory for measurements after its sensors are out. */
@Timeout(300)
class GivenBackTest {
  private static final int THREADS = 200;
  private static final int BUSY_THREADS = 64;
  private static final int CYCLES = 4;
  private static final long MEASUREMENTS_KILOBYTES = 2000;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  @Test
  void measurements_afterDetach_areHeldByTheirReaderAlone() throws Exception {
    Path program = Built.c("shapes");
    try (Target target = Target.start(program, THREADS)) {
      Answer plain = target.run(1);
      SensorRequest request =
          Sensors.request(program.getFileName().toString(), plain.counts().keySet());
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        InstrumentedProcess process = Sensors.attach(target.pid());
        Sensors.insert(process, request);
        assertThat(target.run(1).fixed()).isEqualTo(plain.fixed());
        long measuring = sharedKilobytes(target.pid());
        Map<String, Long> calls = Sensors.calls(process.profile());
        process.detach().orThrow();
        assertThat(measuring - sharedKilobytes(target.pid()))
            .as("without the code that open calls return through, which stays")
            .isGreaterThan(MEASUREMENTS_KILOBYTES);
        assertThat(Sensors.calls(process.profile())).isEqualTo(calls);
        assertThat(target.run(1).fixed()).isEqualTo(plain.fixed());
      }
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  /** Each thread is preempted in some call, and ends that call after the measurements are gone. */
  @Test
  void calls_thatAreOpenAtDetach_endAfterIt() throws Exception {
    Path program = Built.c("shapes");
    try (Target target = Target.start(program, BUSY_THREADS)) {
      Answer plain = target.run(1);
      SensorRequest request =
          Sensors.request(program.getFileName().toString(), plain.counts().keySet());
      target.ask("busy");
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        InstrumentedProcess process = Sensors.attach(target.pid());
        Sensors.insert(process, request);
        Thread.sleep(500);
        process.detach().orThrow();
        Thread.sleep(100);
        assertThat(target.isAlive()).as(target::complaints).isTrue();
      }
      assertThat(target.ask("idle").text()).as(target::complaints).contains("errors 0\n");
      assertThat(target.run(1).fixed()).isEqualTo(plain.fixed());
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  private static long sharedKilobytes(long pid) throws Exception {
    return Long.parseLong(ProcessFiles.status(pid, "RssShmem").replace(" kB", ""));
  }
}
