package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.tuning.TuningStep.State;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real OpenMP program with more threads than processors. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CrowdedThreadsTest {
  private static final int PATIENCE = 300;

  /** Processors that other programs and this test may keep busy. */
  private static final double FEW = 0.2;

  @TempDir private Path folder;

  private Process start(int threads) throws Exception {
    Path program = folder.resolve("loops");
    Process compiler =
        new ProcessBuilder("gcc", "-O2", "-fopenmp", "src/test/c/loops.c", "-o", program.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.environment().put("OMP_NUM_THREADS", "" + threads);
    return builder.start();
  }

  private static String end(Process process) throws Exception {
    process.getOutputStream().close();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      return out.readLine();
    }
  }

  /** Returns the seconds that the processors have worked. */
  private static double used() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
      String[] ticks = lines.findFirst().orElseThrow().split(" +", -1);
      return IntStream.of(1, 2, 3, 6, 7).mapToLong(k -> Long.parseLong(ticks[k])).sum() / 100.0;
    }
  }

  @Test
  void threads_moreThanProcessors_areFewerInLaterRegions() throws Exception {
    Process process = start(2 * Runtime.getRuntime().availableProcessors());
    long begun = System.nanoTime();
    double before = used();
    try (Analyzer analyzer = Analyzer.builder().open()) {
      analyzer.watch(process.pid());
      for (int k = 0; k < PATIENCE && own(analyzer).size() < 2; k++) {
        Thread.sleep(50);
      }
      try {
        List<TuningStep> steps = own(analyzer);
        assertThat(steps).extracting(TuningStep::state).containsExactly(State.MADE, State.KEPT);
        assertThat(steps.get(1).gain().orElseThrow()).isGreaterThan(1.5);
      } catch (AssertionError e) {
        // As many threads as processors gain nothing if other programs also need the processors.
        double own = process.info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
        double others = (used() - before - own) / ((System.nanoTime() - begun) / 1e9);
        assumeTrue(
            others < FEW, () -> "skipped: other programs kept " + others + " processors busy");
        throw e;
      }
      assertThat(end(process)).endsWith(" 0 of them wrong");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void threads_asManyAsProcessors_areLeftAlone() throws Exception {
    Process process = start(Runtime.getRuntime().availableProcessors());
    try (Analyzer analyzer = Analyzer.builder().open()) {
      analyzer.watch(process.pid());
      Thread.sleep(4000);
      assertThat(own(analyzer)).isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<TuningStep> own(Analyzer analyzer) {
    return analyzer.steps().stream()
        .filter(step -> step.tunlet().equals("crowded-threads"))
        .toList();
  }
}
