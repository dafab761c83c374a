package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.programs.Cases.Case;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thousands of cycles of attaching, putting sensors in, taking them out and detaching, on busy
 * programs with many threads: nothing crashes, leaks, or is missing at the end. With {@code
 * -Dflowgauge.long=true}, 10 000 cycles ({@code -Dflowgauge.soak=N}: N).
 */
@Timeout(value = 6, unit = TimeUnit.HOURS)
class SoakTest {
  private static final int CYCLES =
      Integer.getInteger("flowgauge.soak", Sensors.LONG ? 10_000 : 40);
  private static final int WARM_UP = CYCLES / 10;

  /** Number of cycles on the busy program before a cycle with known calls. */
  private static final int COUNT_EVERY = Math.min(CYCLES / 2, 100);

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  static Stream<Case> programs() {
    return Stream.concat(
        Cases.compilers()
            .filter(each -> each.name().equals("shapes gcc -O2"))
            .map(e -> e.sized(6, 50)),
        Stream.concat(
            Cases.languages().filter(each -> each.name().equals("exceptions")),
            Cases.behaviours().filter(each -> each.name().matches("jumps|forks|signals"))));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void cycles_onABusyProgram_leakAndBreakNothing(Case program) throws Exception {
    String unit = program.maker().make().getFileName().toString();
    try (Target target = program.start()) {
      Answer plain = target.run(program.rounds());
      SensorRequest request = Sensors.request(unit, new TreeSet<>(plain.counts().keySet()));
      Map<String, Long> code = ProcessFiles.code(target.pid());
      target.ask("busy");
      Held early = null;
      long calls = 0;
      for (int i = 1; i <= CYCLES; i++) {
        calls += cycle(target, request);
        if (i % COUNT_EVERY == 0) {
          assertThat(target.ask("idle").text()).as(target::complaints).contains("errors 0\n");
          ProcessFiles.awaitUntraced(target.pid());
          assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
          checkCounts(target, request, plain, program.rounds());
          target.ask("busy");
        }
        if (i == WARM_UP) {
          early = Held.by(target.pid());
        }
      }
      assertThat(target.ask("idle").text()).as(target::complaints).contains("errors 0\n");
      assertThat(calls).isPositive();
      Held late = Held.by(target.pid());
      System.out.println(
          program
              + ": "
              + CYCLES
              + " cycles, "
              + calls
              + " calls measured; after "
              + WARM_UP
              + " cycles "
              + early
              + "; at the end "
              + late);
      late.checkNoMoreThan(early, CYCLES);
      assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
      ProcessFiles.awaitUntraced(target.pid());
      assertThat(target.run(program.rounds()).fixed()).isEqualTo(plain.fixed());
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  private static long cycle(Target target, SensorRequest request) {
    try (InstrumentedProcess process = Sensors.attach(target.pid())) {
      insert(process, request);
      Thread.onSpinWait();
      Sensors.removeAll(process);
      return process.profile().regions().stream().mapToLong(region -> region.calls()).sum();
    }
  }

  private static SensorReport insert(InstrumentedProcess process, SensorRequest request) {
    SensorReport report = Sensors.insert(process, request);
    assertThat(report.done()).as("" + report.refused()).isNotEmpty();
    assertThat(report.refused())
        .allSatisfy(
            result -> assertThat(result.refusal().orElseThrow().code()).isIn(Sensors.SHAPE));
    return report;
  }

  /** Checks that no call is lost or counted twice after all previous cycles. */
  private static void checkCounts(Target target, SensorRequest request, Answer plain, int rounds)
      throws Exception {
    try (InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorReport report = insert(process, request);
      Map<String, Long> before = Sensors.calls(process.profile());
      Answer measured = target.run(rounds);
      assertThat(measured.fixed()).isEqualTo(plain.fixed());
      Map<String, Long> calls = Sensors.since(before, Sensors.calls(process.profile()));
      Sensors.assertCounts(calls, measured.counts(), Sensors.installed(report));
    }
  }
}
