package io.flowgauge.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PolicyTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * Reports on two activities of 10 s each, of which b communicated for 6 s, and on c, which is
   * running.
   */
  private static RunReport report() {
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.activity(Activity.of("a", "quiet"));
    recorder.activity(Activity.of("b", "talkative"));
    recorder.dependency("a", "b");
    recorder.record("a", EventType.ACTIVE, BEGIN, 1);
    recorder.record("a", EventType.COMPLETED, BEGIN.plusSeconds(10), 1);
    recorder.record("b", EventType.ACTIVE, BEGIN.plusSeconds(10), 1);
    recorder.record("b", EventType.COMPLETED, BEGIN.plusSeconds(20), 1);
    recorder.phaseTime("b", PhaseType.COMMUNICATION, 6_000_000_000L);
    return Flowgauge.report(recorder.snapshot());
  }

  private static Candidate candidate(String type, double seconds, double usual, int examined) {
    return new Candidate("x", type, seconds, OptionalDouble.of(usual), true, examined, report());
  }

  @Test
  void late_wantsWhatIsPastItsUsualTime_andSaysWhy() {
    assertThat(Policy.late().why(candidate("quiet", 9, 10, 0))).isEmpty();
    assertThat(Policy.late().why(candidate("quiet", 11, 10, 0)).orElseThrow())
        .isEqualTo(
            "it has been running for 11.0 s, and 95 of 100 like it take 10.0 s at most; "
                + "the rest of the run waits for it");
    assertThat(Policy.late().why(candidate("quiet", 12_345, 999.6, 0)).orElseThrow())
        .startsWith("it has been running for 12345 s, and 95 of 100 like it take 1000 s at most; ");
    Candidate unknown = new Candidate("x", "quiet", 11, OptionalDouble.empty(), true, 0, report());
    assertThat(Policy.late().why(unknown)).isEmpty();
  }

  @Test
  void sample_wantsSoManyOfEachType_andNoLateOnes() {
    Policy two = Policy.sample(2);
    assertThat(two.why(candidate("quiet", 1, 10, 1))).contains("sample 2 of 2 of type quiet");
    assertThat(two.why(candidate("quiet", 1, 10, 2))).isEmpty();
    assertThat(two.why(candidate("quiet", 11, 10, 0))).isEmpty();
    assertThat(two.seeksCause()).isFalse();
    assertThatThrownBy(() -> Policy.sample(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void dominantOverhead_wantsTheTypeInWhichItArises() {
    Policy policy = Policy.dominantOverhead(0.2);
    assertThat(policy.why(candidate("talkative", 1, 10, 0)).orElseThrow())
        .isEqualTo(
            "communication dominates with 30 % of the time so far, most of it in type talkative");
    assertThat(policy.why(candidate("quiet", 1, 10, 0))).isEmpty();
    assertThat(Policy.dominantOverhead(0.5).why(candidate("talkative", 1, 10, 0))).isEmpty();
    assertThatThrownBy(() -> Policy.dominantOverhead(1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
