package io.flowgauge.traces.pegasus;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.trace.Times;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockCheckTest {
  private static final long SECOND = Times.NANOS_PER_SECOND;
  private static final long MINUTE = 60 * SECOND;

  private final StampedeLog log = new StampedeLog();

  /** Adds a job whose end the engine's clock shows later than the host's clock by the given lag. */
  private void job(String id, long lag) {
    JobInstance instance = log.plan("w").job(id).instance(1);
    OptionalLong start = OptionalLong.of(MINUTE);
    instance.invocations().isNew(1);
    instance.invocations().add(start, OptionalLong.of(SECOND), OptionalLong.of(SECOND));
    instance.recordMoment(Moment.MAIN_TERM, MINUTE + SECOND + lag, false);
  }

  private void planned(long planned, long started) {
    log.plan("w").describe("", true, OptionalLong.of(planned));
    log.plan("w").startedAt(started);
  }

  @ParameterizedTest
  @CsvSource({
    "480, disagree by 8 hours, ahead of",
    "60, disagree by 1 hour, ahead of",
    "332, disagree by 5 h 30 min, ahead of",
    "-120, disagree by 2 hours, behind",
    "46, disagree by about 46 min, ahead of",
    "27, disagree by 30 min, ahead of"
  })
  void of_clocksApart_saysByHowMuch(long minutes, String amount, String direction) {
    job("a", minutes * MINUTE);
    job("b", minutes * MINUTE + 3 * SECOND);
    job("c", minutes * MINUTE + 40 * SECOND);
    Diagnostic found = ClockCheck.of(log).orElseThrow();
    assertThat(found.severity()).isEqualTo(Severity.WARNING);
    assertThat(found.message()).contains(amount, direction, "(3 of 3 attempts)");
  }

  @Test
  void of_clocksAgree_nothing() {
    job("a", 5 * SECOND);
    job("slow", 8 * 60 * MINUTE);
    job("c", 2 * MINUTE);
    planned(0, 8 * 60 * MINUTE);
    assertThat(ClockCheck.of(log)).isEmpty();
  }

  @Test
  void of_planAgreesWithHosts_saysSo() {
    job("a", 480 * MINUTE);
    planned(0, 480 * MINUTE + 5 * SECOND);
    assertThat(ClockCheck.of(log).orElseThrow().message()).contains("and the time of planning");
  }

  @Test
  void of_planAlone_isSuspicionOnly() {
    planned(0, 120 * MINUTE + 7 * SECOND);
    Optional<Diagnostic> found = ClockCheck.of(log);
    assertThat(found.orElseThrow().severity()).isEqualTo(Severity.INFO);
    assertThat(found.orElseThrow().message()).contains("2 hours after its planning");
  }

  @Test
  void of_startWithinMinutesOrAtOddTimesAfterPlanning_nothing() {
    planned(0, 10 * MINUTE);
    assertThat(ClockCheck.of(log)).isEmpty();
    planned(0, 10 * MINUTE);
    log.plan("w").describe("", true, OptionalLong.of(-62 * MINUTE));
    assertThat(ClockCheck.of(log)).isEmpty();
  }

  @Test
  void of_timesAtTheEndOfTime_noOverflow() {
    JobInstance instance = log.plan("w").job("a").instance(1);
    instance.invocations().isNew(1);
    instance
        .invocations()
        .add(OptionalLong.of(Long.MIN_VALUE), OptionalLong.of(0), OptionalLong.of(1));
    instance.recordMoment(Moment.MAIN_TERM, Long.MAX_VALUE, false);
    assertThat(ClockCheck.of(log).orElseThrow().message()).contains("ahead of");
  }
}
