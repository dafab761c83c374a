package io.flowgauge.instrumentation.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.ThreadProfile;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rules for pull mode. */
interface ProfileRules extends ContractSetting {
  /** Relative error of sums of times, as ticks are rounded to nanoseconds. */
  double ROUNDING = 1e-6;

  @Test
  default void profile_withoutSensors_isEmpty() throws Exception {
    attached(
        (target, process) -> {
          target.run(1, 3);
          Profile profile = process.profile();
          assertThat(profile.process().pid()).isEqualTo(target.pid());
          assertThat(profile.regions()).isEmpty();
          assertThat(profile.callGraph()).isEmpty();
          assertThat(profile.since()).isBeforeOrEqualTo(profile.at());
        });
  }

  @Test
  default void profile_sensorsWithoutCalls_namesTheirRegions() throws Exception {
    instrumented(
        (target, process) -> {
          RegionProfile leaf = ContractSetting.of(process.profile(), target.leaf());
          assertThat(leaf.calls()).isZero();
          assertThat(leaf.installed()).isTrue();
          assertThat(leaf.wall().count()).isZero();
        });
  }

  @Test
  default void profile_oneThread_countsExactly() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(1, 1000);
          Profile profile = process.profile();
          assertThat(profile.losses().total()).as("lost calls").isZero();
          checkCounts(profile, target, 1000);
          assertThat(profile.since()).isBeforeOrEqualTo(profile.at());
          assertThat(profile.at()).isBeforeOrEqualTo(Instant.now().plusSeconds(1));
        });
  }

  private static void checkCounts(Profile profile, ContractTarget target, long rounds) {
    RegionProfile caller = ContractSetting.of(profile, target.caller());
    RegionProfile leaf = ContractSetting.of(profile, target.leaf());
    assertThat(caller.calls()).as("calls of the caller").isEqualTo(rounds);
    assertThat(leaf.calls()).as("calls of the leaf").isEqualTo(rounds * ContractTarget.LEAVES);
  }

  @Test
  default void profile_wallTime_fitsItself() throws Exception {
    instrumented(
        (target, process) -> {
          long before = System.nanoTime();
          target.run(1, 200);
          long elapsed = System.nanoTime() - before;
          RegionProfile caller = ContractSetting.of(process.profile(), target.caller());
          RegionProfile leaf = ContractSetting.of(process.profile(), target.leaf());
          checkDurations(caller);
          checkDurations(leaf);
          assertThat(caller.wall().totalNanos()).isLessThanOrEqualTo(elapsed * 1.01);
          assertThat(leaf.wall().totalNanos()).isLessThanOrEqualTo(caller.wall().totalNanos());
          assertThat(leaf.ownNanos()).as("own time of a leaf").isEqualTo(leaf.wall().totalNanos());
          assertThat(caller.ownNanos())
              .as("own time of the caller")
              .isCloseTo(
                  caller.wall().totalNanos() - leaf.wall().totalNanos(),
                  within(caller.wall().totalNanos() * ROUNDING));
        });
  }

  private static void checkDurations(RegionProfile region) {
    CallDurations wall = region.wall();
    assertThat(wall.count()).isEqualTo(region.calls());
    assertThat(wall.totalNanos()).isPositive();
    double mean = wall.meanNanos().orElseThrow();
    assertThat(wall.minNanos().orElseThrow()).isBetween(0.0, mean * (1 + ROUNDING));
    assertThat(wall.maxNanos().orElseThrow()).isGreaterThanOrEqualTo(mean * (1 - ROUNDING));
    if (!wall.histogram().isEmpty()) {
      assertThat(wall.histogram().stream().mapToLong(CallDurations.Bucket::count).sum())
          .as("calls in the histogram")
          .isEqualTo(region.calls());
    }
  }

  @Test
  default void profile_nestedSensors_holdsTheCallGraph() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(1, 50);
          Profile profile = process.profile();
          assertThat(profile.callGraph()).hasSize(2);
          CallEdge outer = edge(profile, false);
          CallEdge inner = edge(profile, true);
          assertThat(target.caller().matches(outer.callee())).isTrue();
          assertThat(outer.calls()).isEqualTo(50);
          assertThat(target.caller().matches(inner.caller().orElseThrow())).isTrue();
          assertThat(target.leaf().matches(inner.callee())).isTrue();
          assertThat(inner.calls()).isEqualTo(50L * ContractTarget.LEAVES);
          assertThat(inner.totalNanos())
              .isCloseTo(
                  ContractSetting.of(profile, target.leaf()).wall().totalNanos(),
                  within(inner.totalNanos() * ROUNDING));
        });
  }

  private static CallEdge edge(Profile profile, boolean nested) {
    Optional<CallEdge> edge =
        profile.callGraph().stream().filter(e -> e.caller().isPresent() == nested).findFirst();
    assertThat(edge).as("edge with%s caller", nested ? "" : "out").isPresent();
    return edge.get();
  }

  @Test
  default void profile_severalThreads_sumsThemExactly() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(3, 100);
          Profile profile = process.profile();
          checkCounts(profile, target, 300);
          assertThat(profile.threads()).as("threads that made calls").hasSize(3);
          for (ThreadProfile thread : profile.threads()) {
            long calls =
                thread.regions().stream()
                    .filter(region -> target.caller().matches(region.region()))
                    .mapToLong(RegionProfile::calls)
                    .sum();
            assertThat(calls).as("calls of the caller in %s", thread).isEqualTo(100);
          }
        });
  }

  @Test
  default void profile_again_growsOnly() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(1, 5);
          Profile first = process.profile();
          target.run(1, 5);
          Profile second = process.profile();
          checkCounts(first, target, 5);
          checkCounts(second, target, 10);
          assertThat(second.at()).isAfterOrEqualTo(first.at());
          assertThat(second.since()).isEqualTo(first.since());
          assertThat(ContractSetting.of(second, target.leaf()).wall().totalNanos())
              .isGreaterThan(ContractSetting.of(first, target.leaf()).wall().totalNanos());
        });
  }
}
