package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.nativeprovider.programs.Cases.Case;
import io.flowgauge.instrumentation.nativeprovider.programs.Target.Answer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thousands of cycles of attaching, instrumenting, taking out and detaching on busy programs of
 * many threads: nothing crashes, leaks, or is missing at the end. With {@code
 * -Dflowgauge.long=true} there are 10 000 ({@code -Dflowgauge.soak=N}: N).
 */
@Timeout(value = 6, unit = TimeUnit.HOURS)
class SoakTest {
  private static final int CYCLES =
      Integer.getInteger("flowgauge.soak", Sensors.LONG ? 10_000 : 40);
  private static final int WARM_UP = 10;

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

  /** What must not grow. */
  private record Held(int targetFiles, int targetMappings, int ownFiles, int helperFiles) {
    static Held by(long target) throws IOException {
      int helper = 0;
      for (ProcessHandle child : ProcessHandle.current().children().toList()) {
        if (child.pid() != target && child.isAlive()) {
          helper += ProcessFiles.descriptors(child.pid());
        }
      }
      return new Held(
          ProcessFiles.descriptors(target),
          ProcessFiles.mappings(target),
          ProcessFiles.descriptors(ProcessHandle.current().pid()),
          helper);
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void cycles_onABusyProgram_leakAndBreakNothing(Case program) throws Exception {
    String unit = program.maker().make().getFileName().toString();
    try (Target target = program.start()) {
      Answer plain = target.run(program.rounds());
      Set<String> names = new TreeSet<>(plain.counts().keySet());
      SensorRequest request = Sensors.request(unit, names);
      Map<String, Long> code = ProcessFiles.code(target.pid());
      target.ask("busy");
      Held early = null;
      long calls = 0;
      for (int i = 0; i < CYCLES; i++) {
        calls += cycle(target, request);
        if (i == WARM_UP) {
          early = Held.by(target.pid());
        }
      }
      assertThat(target.ask("idle").text()).as(target::complaints).contains("errors 0\n");
      System.out.println(program + ": " + CYCLES + " cycles, " + calls + " calls measured");
      assertThat(calls).isPositive();
      checkHeld(early, target);
      assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
      assertThat(ProcessFiles.traced(target.pid())).isEmpty();
      assertThat(target.run(program.rounds()).fixed()).isEqualTo(plain.fixed());
      assertThat(target.quit()).isEqualTo(7);
    }
  }

  private static long cycle(Target target, SensorRequest request) {
    try (InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorReport report = Sensors.insert(process, request);
      assertThat(report.done()).as("" + report.refused()).isNotEmpty();
      assertThat(report.refused())
          .allSatisfy(
              result -> assertThat(result.refusal().orElseThrow().code()).isIn(Sensors.SHAPE));
      Thread.onSpinWait();
      Sensors.removeAll(process);
      return process.profile().regions().stream().mapToLong(region -> region.calls()).sum();
    }
  }

  /** Mappings of the agent may come with the first cycles; threads of the program come and go. */
  private static void checkHeld(Held early, Target target) throws IOException {
    System.gc(); // What the virtual machine has mapped goes with its objects.
    Held late = Held.by(target.pid());
    List<Integer> growth =
        List.of(
            late.targetFiles() - early.targetFiles(),
            late.ownFiles() - early.ownFiles(),
            late.helperFiles() - early.helperFiles());
    assertThat(growth)
        .as("%s, then %s", early, late)
        .allSatisfy(each -> assertThat(each).isLessThan(12));
    assertThat(late.targetMappings()).isLessThanOrEqualTo(early.targetMappings() + 40);
  }
}
