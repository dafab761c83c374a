package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Hundreds of threads that all want a processor, while sensors come and go and count exactly. The
 * program runs in the scheduler's idle class, as it would otherwise starve the machine, and for
 * some seconds at a time; only with {@code -Dflowgauge.long=true}.
 */
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class CrowdTest {
  private static final int THREADS = 300;
  private static final int PERIODS = Integer.getInteger("flowgauge.periods", 20);
  private static final long PERIOD_SECONDS = 15;
  private static final int ROUNDS = 2;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
    CPrograms.assumeProgram("chrt");
  }

  @Test
  void sensors_of300BusyThreads_comeAndGoAndCountExactly() throws Exception {
    Path program = Built.c("shapes");
    List<String> command = List.of("chrt", "-i", "0", program.toString(), "" + THREADS);
    try (Target target = Target.start(Map.of(), command)) {
      Answer plain = target.run(ROUNDS);
      Set<String> names = new TreeSet<>(plain.counts().keySet());
      SensorRequest request = Sensors.request(program.getFileName().toString(), names);
      Map<String, Long> code = ProcessFiles.code(target.pid());
      int cycles = 0;
      for (int period = 0; period < PERIODS; period++) {
        target.ask("busy");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PERIOD_SECONDS);
        while (System.nanoTime() < until) {
          cycle(target, request);
          cycles++;
        }
        assertThat(target.ask("idle").text()).as(target::complaints).contains("errors 0\n");
        assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
        ProcessFiles.awaitUntraced(target.pid());
        checkCounts(target, request, plain);
      }
      System.out.println(THREADS + " busy threads: " + cycles + " cycles");
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  private static void cycle(Target target, SensorRequest request) throws InterruptedException {
    try (InstrumentedProcess process = Sensors.attach(target.pid())) {
      assertThat(Sensors.insert(process, request).done()).isNotEmpty();
      Thread.sleep(20);
      assertThat(process.profile().regions()).isNotEmpty();
      Sensors.removeAll(process);
    }
  }

  private static void checkCounts(Target target, SensorRequest request, Answer plain)
      throws Exception {
    try (InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorReport report = Sensors.insert(process, request);
      Map<String, Long> before = Sensors.calls(process.profile());
      Answer measured = target.run(ROUNDS);
      assertThat(measured.fixed()).isEqualTo(plain.fixed());
      Map<String, Long> calls = Sensors.since(before, Sensors.calls(process.profile()));
      Sensors.assertCounts(calls, measured.counts(), Sensors.installed(report));
    }
  }
}
