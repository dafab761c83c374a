package io.flowgauge.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AddedRunsTest {
  private static final int RUNS = 1000;

  private final AddedRuns added = new AddedRuns();
  private final AtomicInteger asked = new AtomicInteger();

  /** Returns a run that counts how often it is queried. */
  private StoredRun run(Map<String, String> tags) {
    return (StoredRun)
        Proxy.newProxyInstance(
            StoredRun.class.getClassLoader(),
            new Class<?>[] {StoredRun.class},
            (run, method, arguments) -> {
              asked.incrementAndGet();
              return method.getName().equals("tags") ? tags : null;
            });
  }

  @Test
  void haveTag_manyRuns_findsItWithoutAskingThem() {
    for (int k = 0; k < RUNS; k++) {
      added.add("hash " + k, run(Map.of("run", "r" + k, "machine", "lab")));
    }
    asked.set(0);
    assertThat(added.haveTag("run", "r" + (RUNS - 1))).isTrue();
    assertThat(added.haveTag("machine", "lab")).isTrue();
    assertThat(added.haveTag("machine", "r0")).isFalse();
    assertThat(added.haveTag("run", "other")).isFalse();
    assertThat(asked).hasValue(0);
  }

  @Test
  void clear_runs_areNotFound() {
    StoredRun run = run(Map.of("run", "r1"));
    added.add("hash", run);
    assertThat(added.find("hash")).containsSame(run);
    added.clear();
    assertThat(added.find("hash")).isEmpty();
    assertThat(added.haveTag("run", "r1")).isFalse();
  }
}
