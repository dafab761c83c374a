package io.flowgauge.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Finds the one slow activity of 60. With {@code -Dflowgauge.long=true}, one of 200, ten times in
 * each of three ways.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class SlowActivityTest {
  private static final boolean IS_LONG = Boolean.getBoolean("flowgauge.long");
  private static final int ACTIVITIES = IS_LONG ? 200 : 60;
  private static final int SLOW = IS_LONG ? 120 : 36;

  /**
   * Most seconds from the activity's begin to its finding; more by default, as the machine may be
   * busy.
   */
  private static final double BAR_SECONDS = IS_LONG ? 3 : 8;

  /**
   * Largest share of the activities' time that control may cost; a busy machine takes longer for
   * one-off work.
   */
  private static final double BUDGET = IS_LONG ? 0.01 : 0.05;

  private static final double EACH_SECONDS = 0.6;

  @TempDir private Path folder;

  @Test
  void slowActivity_isFoundAndItsRegionNamed_inTime() throws Exception {
    Path program = ControlledRun.compile(folder);
    String[] ways =
        IS_LONG
            ? "long short wait long short wait long short wait long".split(" ")
            : new String[] {"long"};
    for (String way : ways) {
      check(program, way);
    }
  }

  private static void check(Path program, String way) throws Exception {
    try (ControlledRun run =
        new ControlledRun(program, List.of(), options -> options.budget(BUDGET))) {
      Instant begin = Instant.now();
      for (int k = 0; k < ACTIVITIES; k++) {
        String seconds = String.valueOf(EACH_SECONDS * (0.9 + 0.02 * (k % 10)));
        if (k == SLOW) {
          run.submit("a" + k, "align", seconds, way, "20");
        } else {
          run.submit("a" + k, "align", seconds);
        }
      }
      while (!run.begun.containsKey("a" + SLOW)) {
        Thread.sleep(5);
      }
      Finding finding = run.finding("a" + SLOW, Duration.ofSeconds(15));
      run.running.get("a" + SLOW).destroy();
      run.await();
      double seconds = Duration.between(begin, Instant.now()).toNanos() / 1e9;
      double after = Duration.between(run.begun.get("a" + SLOW), finding.time()).toNanos() / 1e9;
      double cost = run.control.spent().toNanos() / 1e9 / (ControlledRun.SLOTS * seconds);
      System.out.printf(
          "%s: named %.2f s after it began, %s; cost %.2f %% of %.0f s, %d findings%n",
          way, after, finding, 100 * cost, seconds, run.control.findings().size());
      String expected = way.equals("wait") ? "await_message" : "backtrack";
      assertThat(finding.region().name()).isEqualTo(expected);
      assertThat(after).isLessThan(BAR_SECONDS);
      assertThat(cost).isLessThan(BUDGET);
      assertThat(run.control.failures()).isZero();
    }
  }
}
