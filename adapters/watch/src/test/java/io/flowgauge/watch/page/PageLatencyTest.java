package io.flowgauge.watch.page;

import static io.flowgauge.watch.page.LiveRuns.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.Browser;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.workflow.Activity;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * The latency from an event to the page, for 10,000 activities at 5,000 events a second: the time
 * from recording a completion until the page shows a number that counts it. The limit of a quarter
 * of a second is checked with {@code -Dflowgauge.long=true}, on an otherwise idle machine: {@code
 * mvn -B -Dquick -pl adapters/watch -am test -Dtest=PageLatencyTest -Dflowgauge.long=true
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class PageLatencyTest {
  private static final int ACTIVITIES = 10_000;
  private static final int PER_SECOND = 5_000;
  private static final int EVENTS_EACH = 3;
  private static final int AT_ONCE = 100;
  private static final double P99 = 0.99;

  private static final String OBSERVE =
      "window.seen = []; new MutationObserver(() => window.seen.push("
          + "[performance.timeOrigin + performance.now(),"
          + " +document.querySelector('#now').dataset.completed]))"
          + ".observe(document.querySelector('#now'), {attributeFilter: ['data-completed']})";

  @Test
  void event_ofAFastRun_isShownWithinAQuarterOfASecond() throws Exception {
    boolean isLong = Boolean.getBoolean("flowgauge.long");
    Browser browser = Browser.shared();
    try (LiveMonitor monitor = LiveMonitor.open();
        LivePage page = LivePage.of(monitor).open();
        Tab tab = browser.open()) {
      if (isLong) {
        RunRecorder before = declared(monitor, "before");
        tab.go(page.address().resolve("/runs/before"), "document.getElementById('now')");
        feed(before);
        before.end(LiveRuns.now());
      }
      RunRecorder run = declared(monitor, "fast");
      tab.go(page.address().resolve("/runs/fast"), "document.getElementById('app')?.dataset.ready");
      tab.evaluate(OBSERVE);
      long[] recorded = feed(run);
      eventually(
          () -> tab.attribute("#now", "data-completed").equals(Integer.toString(ACTIVITIES)));
      double[] latencies = latencies(recorded, tab.evaluate("window.seen"));
      double p99 = latencies[(int) (P99 * latencies.length)];
      System.out.printf(
          "from event to page: median %.0f ms, 99 %% within %.0f ms, most %.0f ms, %d updates%n",
          latencies[latencies.length / 2],
          p99,
          latencies[latencies.length - 1],
          tab.evaluate("window.seen.length").asInt());
      assertThat(p99).isLessThan(isLong ? 250 : 3_000);
      eventually(() -> tab.attribute("#app", "data-viewed").equals(viewed(monitor)));
    }
  }

  private static RunRecorder declared(LiveMonitor monitor, String id) {
    RunRecorder run = monitor.recorder(id, id);
    run.processor(new Processor("node", 1, AT_ONCE, ""));
    for (int k = 0; k < ACTIVITIES; k++) {
      run.activity(Activity.of("a" + k, "type" + k * 5 / ACTIVITIES));
      if (k >= AT_ONCE) {
        run.dependency("a" + (k - AT_ONCE), "a" + k);
      }
    }
    return run;
  }

  private static String viewed(LiveMonitor monitor) {
    return Long.toString(monitor.run("fast").orElseThrow().changes());
  }

  /** Records all events at an even rate; returns the time of each completion, in milliseconds. */
  private static long[] feed(RunRecorder run) {
    long[] recorded = new long[ACTIVITIES];
    long begin = System.nanoTime();
    int next = 0;
    while (next < ACTIVITIES + AT_ONCE) {
      long due = (System.nanoTime() - begin) * PER_SECOND / EVENTS_EACH / 1_000_000_000L;
      for (; next < Math.min(due, ACTIVITIES + AT_ONCE); next++) {
        long now = System.currentTimeMillis();
        if (next < ACTIVITIES) {
          run.record("a" + next, EventType.STARTED, now * 1_000_000, 1);
          run.assign("a" + next, 1, "node");
          run.record("a" + next, EventType.ACTIVE, now * 1_000_000, 1);
        }
        if (next >= AT_ONCE) {
          recorded[next - AT_ONCE] = now;
          run.record("a" + (next - AT_ONCE), EventType.COMPLETED, now * 1_000_000, 1);
        }
      }
      LockSupport.parkNanos(1_000_000);
    }
    return recorded;
  }

  /**
   * Returns, for each completion, the time until the page showed a number that counts it, sorted.
   */
  private static double[] latencies(long[] recorded, JsonNode seen) {
    double[] latencies = new double[recorded.length];
    int next = 0;
    for (JsonNode update : seen) {
      for (; next < update.get(1).asInt(); next++) {
        latencies[next] = update.get(0).asDouble() - recorded[next];
      }
    }
    assertThat(next).isEqualTo(recorded.length);
    Arrays.sort(latencies);
    return latencies;
  }
}
