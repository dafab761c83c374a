package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.tuning.TuningStep.State;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real Java program whose tasks wait most of the time. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class BlockedPoolTest {
  private static final int PATIENCE = 600;

  /** Keeps a pool of two threads busy until its input ends; prints the number of tasks. */
  static final class Program {
    private static final int WAITING = 2_000;
    private static final int THREADS = 2;

    private Program() {}

    public static void main(String[] args) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      Semaphore room = new Semaphore(WAITING);
      LongAdder done = new LongAdder();
      while (System.in.available() == 0) {
        room.acquire();
        FutureTask<Double> task =
            new FutureTask<>(
                () -> {
                  double sum = 0;
                  for (int k = 1; k < 20_000; k++) {
                    sum += 1.0 / k;
                  }
                  Thread.sleep(sum > 0 ? 10 : 0);
                  done.increment();
                  room.release();
                  return sum;
                });
        pool.execute(task);
      }
      System.out.println(done.sum());
      System.exit(0);
    }
  }

  private static List<TuningStep> own(Analyzer analyzer) {
    return analyzer.steps().stream().filter(step -> step.tunlet().equals("blocked-pool")).toList();
  }

  @Test
  void pool_ofTasksThatWait_grows() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process program =
        new ProcessBuilder(java, "-cp", path, Program.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Thread.sleep(2000);
    try (Analyzer analyzer = Analyzer.builder().open();
        BufferedReader out =
            new BufferedReader(
                new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
      analyzer.watch(program.pid());
      for (int k = 0; k < PATIENCE && own(analyzer).size() < 4; k++) {
        Thread.sleep(50);
      }
      List<TuningStep> steps = own(analyzer);
      assertThat(steps)
          .extracting(TuningStep::state)
          .containsExactly(State.MADE, State.KEPT, State.MADE, State.KEPT);
      assertThat(steps.get(3).gain().orElseThrow()).isGreaterThan(1.5);
      program.getOutputStream().write('\n');
      program.getOutputStream().flush();
      assertThat(Long.parseLong(out.readLine())).isPositive();
    } finally {
      program.destroyForcibly();
    }
  }
}
