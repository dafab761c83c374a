package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.jvm.program.CostLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The cost of a sensor, compared with a pair of {@link System#nanoTime} calls written into the
 * method: processor time, 10th percentile, before, with and after the sensor in one process. On a
 * quiet machine:
 *
 * <pre>{@code
 * mvn -B -Dquick -pl adapters/jvm -am test -Dtest=CostTest -Dflowgauge.long=true \
 *     -Dsurefire.failIfNoSpecifiedTests=false
 * }</pre>
 */
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
class CostTest {
  /**
   * Largest ratio to the pair of clock reads; a sensor also has to find its record and be exact
   * with several threads.
   */
  private static final double AT_MOST = 3;

  private static double[] measure(JavaProgram program) throws IOException {
    program.ask("warm up");
    return Arrays.stream(program.ask("measure").split(" ", -1))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  @Test
  void call_shortMethod_costsAFewTimesAPairOfClockReads() throws Exception {
    // Prevents inlining, as a method worth a sensor is not inlined.
    List<String> options =
        List.of("-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,*CostLoop.work");
    List<String> all = new ArrayList<>(options);
    all.add("-XX:CompileCommand=dontinline,*CostLoop.clocked");
    try (JavaProgram program = JavaProgram.start(JavaProgram.command(all, CostLoop.class))) {
      assertThat(program.line()).isEqualTo("ready");
      double[] before = measure(program);
      double[] during;
      double estimate;
      try (InstrumentedProcess process = new JvmProvider().attach(program.pid()).orThrow()) {
        var report = process.instrument(CostLoop.class.getName() + ":work").orThrow();
        estimate = report.results().get(0).costNanos();
        during = measure(program);
      }
      double[] after = measure(program);
      double sensor = during[0] - before[0];
      double pair = before[1] - before[0];
      System.out.printf(
          Locale.ROOT,
          "plain %.1f ns, with clock reads +%.1f, with a sensor +%.1f (%.2f times; estimated"
              + " %.1f), after it +%.1f%n",
          before[0],
          pair,
          sensor,
          sensor / pair,
          estimate,
          after[0] - before[0]);
      assertThat(sensor).isLessThan(AT_MOST * pair);
      assertThat(after[0]).as("after removal").isLessThan(before[0] * 1.2 + 1);
    }
  }
}
