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

/** What the rules of the contract work with. */
interface ContractSetting {
  InstrumentationProvider provider();

  ContractTarget startTarget() throws Exception;

  Optional<ContractLaunch> launchable() throws Exception;

  Duration patience();

  /** What a rule does with a process that has been attached to. */
  @FunctionalInterface
  interface Rule {
    void check(ContractTarget target, InstrumentedProcess process) throws Exception;
  }

  /** The provider, or a skipped test where it does not work. */
  default InstrumentationProvider working() {
    provider().unavailable().ifPresent(why -> Assumptions.abort("not available here: " + why));
    return provider();
  }

  /** Attaches to a new target, and lets both go afterwards. */
  default void attached(Rule rule) throws Exception {
    InstrumentationProvider provider = working();
    try (ContractTarget target = startTarget();
        InstrumentedProcess process = provider.attach(target.pid()).orThrow()) {
      rule.check(target, process);
    }
  }

  /** The same with sensors on both regions. */
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

  /** The profile of the one region a pattern names. */
  static RegionProfile of(Profile profile, RegionPattern pattern) {
    List<RegionProfile> named =
        profile.regions().stream().filter(r -> pattern.matches(r.region())).toList();
    assertThat(named).as("profiles of %s in %s", pattern, profile).hasSize(1);
    return named.get(0);
  }

  /** Calls of a region; 0 if the profile has none of it. */
  static long calls(Profile profile, RegionPattern pattern) {
    return profile.regions().stream()
        .filter(r -> pattern.matches(r.region()))
        .mapToLong(RegionProfile::calls)
        .sum();
  }

  /** Waits for what happens in another thread or process. */
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
