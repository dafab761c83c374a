package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.Commands;
import io.flowgauge.tuning.TuningStep.State;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Open MPI program with more ranks than processors. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SpinningRanksTest {
  private static final int RANKS = 2 * Runtime.getRuntime().availableProcessors();

  /** Steps that take seconds at the optimum and minutes untuned. */
  private static final int STEPS = 100_000;

  private static final double MOST_OF_OPTIMUM = 2;

  @TempDir private Path folder;
  private Path program;

  @BeforeEach
  void compile() throws Exception {
    assumeTrue(
        Commands.find("mpicc.openmpi").isPresent() && Commands.find("mpirun.openmpi").isPresent(),
        "skipped: Open MPI is not installed");
    program = folder.resolve("rows");
    Process compiler =
        new ProcessBuilder(
                "mpicc.openmpi",
                "-O2",
                Path.of("src/test/c/rows.c").toString(),
                "-o",
                program.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
  }

  /** Claims a processor for each rank, so that Open MPI lets them spin. */
  private Process start(int steps, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("mpirun.openmpi", "--host", "localhost:" + RANKS));
    command.addAll(List.of(more));
    command.addAll(List.of("-n", "" + RANKS, program.toString(), "240", "" + steps));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String output(Process process) throws Exception {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      assertThat(process.waitFor()).isZero();
      return line;
    }
  }

  private List<Long> ranks(Process mpirun) throws Exception {
    List<Long> ranks = List.of();
    for (int k = 0; k < 200 && ranks.size() < RANKS; k++) {
      Thread.sleep(50);
      ranks =
          mpirun
              .descendants()
              .filter(p -> p.info().command().filter(program.toString()::equals).isPresent())
              .map(ProcessHandle::pid)
              .toList();
    }
    assertThat(ranks).hasSize(RANKS);
    return ranks;
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  @Test
  void ranks_moreThanProcessors_yieldSoonAndEndInTime() throws Exception {
    long begin = System.nanoTime();
    String expected = output(start(STEPS, "--mca", "mpi_yield_when_idle", "1"));
    double optimum = seconds(begin);

    begin = System.nanoTime();
    Process tuned = start(STEPS);
    List<TuningStep> steps;
    try (Analyzer analyzer = Analyzer.builder().open()) {
      ranks(tuned).forEach(analyzer::watch);
      assertThat(output(tuned)).isEqualTo(expected);
      steps = analyzer.steps();
    } finally {
      tuned.destroyForcibly();
    }
    double took = seconds(begin);
    System.out.printf("optimum %.1f s, tuned while running %.1f s%n", optimum, took);
    List<TuningStep> own =
        steps.stream().filter(step -> step.tunlet().equals("spinning-ranks")).toList();
    assertThat(own.get(0).state()).isEqualTo(State.MADE);
    assertThat(own.get(0).pids()).hasSize(RANKS);
    assertThat(own.get(own.size() - 1).state()).isEqualTo(State.KEPT);
    assertThat(own.get(own.size() - 1).gain().orElse(1e9)).isGreaterThan(8);
    assertThat(took).isLessThan(MOST_OF_OPTIMUM * optimum);
  }
}
