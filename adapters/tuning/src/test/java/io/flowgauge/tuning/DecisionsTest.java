package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.tuning.ObservedProcess.RegionRate;
import io.flowgauge.tuning.tunlets.BlockedPool;
import io.flowgauge.tuning.tunlets.CrowdedThreads;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Decisions of tunlets for given observations, on two processors. */
class DecisionsTest {
  private static final RegionRate TASKS = rate("java.util.concurrent.FutureTask", "run", 200, 2);
  private static final Change MORE =
      Change.call("java.util.concurrent.ThreadPoolExecutor:setMaximumPoolSize", 256, 256);

  private static RegionRate rate(String unit, String name, double calls, double inside) {
    CodeRegion region = new CodeRegion(unit, name, name, 16, 8, Optional.empty(), false);
    return new RegionRate(region, calls, inside);
  }

  private static Optional<Change> decide(
      Tunlet tunlet, double running, List<Change> kept, RegionRate... regions) {
    ObservedProcess process = new ObservedProcess(4711, 4, running, 0, List.of(regions));
    return tunlet.decide(new Observation("program", 2, 1.5, List.of(process), kept));
  }

  @Test
  void crowdedThreads_regionsThatDemandANumber_keepIt() {
    RegionRate sections = rate("libgomp.so.1", "GOMP_parallel", 1000, 1);
    assertThat(decide(new CrowdedThreads(), 2, List.of(), sections))
        .hasToString(
            "Optional[rewrite argument 2 of libgomp.so.1:GOMP_parallel to 2"
                + " where [argument 2 is 0]]");
  }

  @Test
  void crowdedThreads_programThatSetsTheNumber_isLeftAlone() {
    RegionRate sections = rate("libgomp.so.1", "GOMP_parallel", 1000, 1);
    RegionRate setting = rate("libgomp.so.1", "omp_set_num_threads", 2000, 0);
    assertThat(decide(new CrowdedThreads(), 2, List.of(), sections, setting)).isEmpty();
  }

  @Test
  void blockedPool_maximum_isNotLoweredAtTheEnd() {
    assertThat(decide(new BlockedPool(), 0.04, List.of(), TASKS)).contains(MORE);
    assertThat(decide(new BlockedPool(), 0.04, List.of(MORE), TASKS))
        .contains(Change.call("java.util.concurrent.ThreadPoolExecutor:setCorePoolSize", 100, 2));
  }

  @Test
  void blockedPool_cachedPools_areLeftAlone() {
    RegionRate offers = rate("java.util.concurrent.SynchronousQueue", "offer", 200, 0);
    assertThat(decide(new BlockedPool(), 0.04, List.of(), TASKS, offers)).isEmpty();
  }

  @Test
  void blockedPool_poolThatIsIdleOnceThereIsRoom_keepsItsThreads() {
    RegionRate idle = rate("java.util.concurrent.FutureTask", "run", 0, 0);
    assertThat(decide(new BlockedPool(), 0, List.of(MORE), idle)).isEmpty();
  }
}
