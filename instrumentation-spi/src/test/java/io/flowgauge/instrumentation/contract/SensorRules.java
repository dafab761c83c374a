package io.flowgauge.instrumentation.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Rules for putting sensors in and taking them out. */
interface SensorRules extends ContractSetting {
  /** A pattern that matches nothing. */
  RegionPattern NOTHING = new RegionPattern("*", "no such region");

  @Test
  default void check_request_saysWhatWouldBeAndChangesNothing() throws Exception {
    attached(
        (target, process) -> {
          SensorReport report = process.check(ContractSetting.both(target)).orThrow();
          assertThat(report.done()).as("regions that fit").hasSize(2);
          target.run(1, 5);
          assertThat(process.profile().regions()).as("regions with a sensor").isEmpty();
        });
  }

  @Test
  default void instrument_patterns_reportsTheRegionsTheyName() throws Exception {
    attached(
        (target, process) -> {
          SensorReport report = process.instrument(ContractSetting.both(target)).orThrow();
          assertThat(report.results())
              .hasSize(2)
              .allMatch(SensorResult::isDone)
              .anyMatch(result -> target.caller().matches(result.region()))
              .anyMatch(result -> target.leaf().matches(result.region()))
              .allMatch(result -> result.costNanos() >= 0);
          assertThat(report.unmatched()).isEmpty();
          assertThat(report.took()).isGreaterThanOrEqualTo(Duration.ZERO);
          assertThat(report.stopped()).isGreaterThanOrEqualTo(Duration.ZERO);
        });
  }

  @Test
  default void instrument_excluded_isLeftOut() throws Exception {
    attached(
        (target, process) -> {
          SensorRequest all = ContractSetting.both(target);
          SensorRequest one =
              new SensorRequest(
                  all.include(),
                  List.of(target.leaf()),
                  all.metrics(),
                  all.backend(),
                  all.costLimit());
          assertThat(process.instrument(one).orThrow().results())
              .hasSize(1)
              .allMatch(result -> target.caller().matches(result.region()));
          target.run(1, 2);
          assertThat(ContractSetting.calls(process.profile(), target.leaf())).isZero();
        });
  }

  @Test
  default void instrument_unmatchedPattern_isReportedAndSpoilsNothing() throws Exception {
    attached(
        (target, process) -> {
          SensorReport report =
              process.instrument(ContractSetting.request(NOTHING, target.leaf())).orThrow();
          assertThat(report.unmatched()).containsExactly(NOTHING);
          assertThat(report.done()).hasSize(1);
          target.run(1, 4);
          assertThat(ContractSetting.of(process.profile(), target.leaf()).calls())
              .isEqualTo(4L * ContractTarget.LEAVES);
        });
  }

  @Test
  default void instrument_impossibleRegion_isRefusedAndSpoilsNothing() throws Exception {
    attached(
        (target, process) -> {
          Optional<RegionPattern> refused = target.refused();
          Assumptions.assumeTrue(refused.isPresent(), "the target has no such region");
          RegionPattern pattern = refused.get();
          SensorReport report =
              process.instrument(ContractSetting.request(pattern, target.leaf())).orThrow();
          assertThat(report.done()).as("instrumented").hasSize(1);
          assertThat(report.refused())
              .as("refused")
              .isNotEmpty()
              .allMatch(result -> pattern.matches(result.region()))
              .allMatch(result -> !result.refusal().orElseThrow().message().isEmpty());
          target.run(1, 3);
          assertThat(ContractSetting.of(process.profile(), target.leaf()).calls())
              .isEqualTo(3L * ContractTarget.LEAVES);
        });
  }

  @Test
  default void instrument_again_isDoneAndKeepsWhatWasMeasured() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(1, 10);
          assertThat(process.instrument(ContractSetting.both(target)).orThrow().done()).hasSize(2);
          target.run(1, 1);
          assertThat(ContractSetting.of(process.profile(), target.caller()).calls()).isEqualTo(11);
        });
  }

  @Test
  default void instrument_callsAlone_countsThem() throws Exception {
    attached(
        (target, process) -> {
          SensorRequest plain = ContractSetting.both(target);
          SensorRequest calls =
              new SensorRequest(
                  plain.include(),
                  List.of(),
                  Set.of(Metric.CALLS),
                  plain.backend(),
                  plain.costLimit());
          assertThat(process.instrument(calls).orThrow().done()).hasSize(2);
          target.run(1, 6);
          assertThat(ContractSetting.of(process.profile(), target.caller()).calls()).isEqualTo(6);
        });
  }

  @Test
  default void deinstrument_one_keepsItsProfileAndMeasuresItNoMore() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(1, 7);
          SensorReport report = process.deinstrument(List.of(target.leaf())).orThrow();
          assertThat(report.done())
              .hasSize(1)
              .allMatch(result -> target.leaf().matches(result.region()));
          target.run(1, 2);
          assertThat(ContractSetting.of(process.profile(), target.leaf()).calls())
              .as("calls of the region without sensor")
              .isEqualTo(7L * ContractTarget.LEAVES);
          assertThat(ContractSetting.of(process.profile(), target.leaf()).installed()).isFalse();
          assertThat(ContractSetting.of(process.profile(), target.caller()).installed()).isTrue();
          assertThat(ContractSetting.of(process.profile(), target.caller()).calls())
              .as("calls of the other region")
              .isEqualTo(9);
        });
  }

  @Test
  default void deinstrument_withoutSensor_reportsThePattern() throws Exception {
    attached(
        (target, process) -> {
          SensorReport report = process.deinstrument(List.of(target.leaf())).orThrow();
          assertThat(report.results()).isEmpty();
          assertThat(report.unmatched()).containsExactly(target.leaf());
        });
  }

  @Test
  default void instrument_afterDeinstrument_goesOnCounting() throws Exception {
    instrumented(
        (target, process) -> {
          target.run(1, 3);
          process.deinstrument().orThrow();
          target.run(1, 100);
          process.instrument(ContractSetting.both(target)).orThrow();
          target.run(1, 4);
          assertThat(ContractSetting.of(process.profile(), target.caller()).calls()).isEqualTo(7);
          assertThat(ContractSetting.of(process.profile(), target.caller()).installed()).isTrue();
        });
  }
}
