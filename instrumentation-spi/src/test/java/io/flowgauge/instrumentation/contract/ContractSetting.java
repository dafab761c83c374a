package io.flowgauge.instrumentation.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;

/** The provider, programs and helpers that the rules of the contract use. */
interface ContractSetting {
  InstrumentationProvider provider();

  ContractTarget startTarget() throws Exception;

  Optional<ContractLaunch> launchable() throws Exception;

  Duration patience();

  /** A check on a process that has been attached to. */
  @FunctionalInterface
  interface Rule {
    void check(ContractTarget target, InstrumentedProcess process) throws Exception;
  }

  /** Returns the provider; skips the test if it is not available. */
  default InstrumentationProvider working() {
    provider().unavailable().ifPresent(why -> Assumptions.abort("not available here: " + why));
    return provider();
  }

  /** Runs a rule on a new target that has been attached to; closes both afterwards. */
  default void attached(Rule rule) throws Exception {
    InstrumentationProvider provider = working();
    try (ContractTarget target = startTarget();
        InstrumentedProcess process = provider.attach(target.pid()).orThrow()) {
      rule.check(target, process);
    }
  }

  /** Runs a rule on a new target with sensors on both regions. */
  default void instrumented(Rule rule) throws Exception {
    attached(
        (target, process) -> {
          SensorReport report = process.instrument(both(target)).orThrow();
          assertThat(report.refused()).as("refused regions").isEmpty();
          assertThat(report.done()).as("instrumented regions").hasSize(2);
          rule.check(target, process);
        });
  }

  static SensorRequest both(ContractTarget target) {
    return request(target.caller(), target.leaf());
  }

  static SensorRequest request(RegionPattern... patterns) {
    SensorRequest plain = SensorRequest.of("x");
    return new SensorRequest(
        List.of(patterns), List.of(), plain.metrics(), plain.backend(), plain.costLimit());
  }

  /** Returns the profile of the only region that a pattern matches. */
  static RegionProfile of(Profile profile, RegionPattern pattern) {
    List<RegionProfile> named =
        profile.regions().stream().filter(r -> pattern.matches(r.region())).toList();
    assertThat(named).as("profiles of %s in %s", pattern, profile).hasSize(1);
    return named.get(0);
  }

  /** Returns the calls of a region; 0 if the profile does not have it. */
  static long calls(Profile profile, RegionPattern pattern) {
    return profile.regions().stream()
        .filter(r -> pattern.matches(r.region()))
        .mapToLong(RegionProfile::calls)
        .sum();
  }

  /** Waits for a condition that another thread or process brings about. */
  default void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + patience().toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        fail("waited " + patience().toSeconds() + " s in vain until " + what);
      }
      Thread.sleep(2);
    }
  }
}
