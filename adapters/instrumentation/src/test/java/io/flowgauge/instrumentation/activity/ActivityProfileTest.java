package io.flowgauge.instrumentation.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.Call;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActivityProfileTest {
  private static final long SECOND = 1_000_000_000;

  private static Profile rank(double sending) {
    return new Profiles()
        .edge("", "solve", 10)
        .edge("solve", "exchange", 4)
        .edge("exchange", "MPI_Send", sending)
        .edge("exchange", "exchange", 1)
        .profile();
  }

  private static CodeRegion region(String name, long calls, double seconds, double own) {
    return new CodeRegion(
        "program:" + name, "", calls, (long) (seconds * SECOND), (long) (own * SECOND), 0);
  }

  @Test
  void of_severalProcesses_sumsRegionsAndCallsOfTheSameName() {
    CodeProfile profile = ActivityProfile.of(List.of(rank(3), rank(2)));
    assertThat(profile.regions())
        .containsExactly(
            region("solve", 20, 20, 12),
            region("exchange", 20, 10, 3),
            region("MPI_Send", 20, 5, 5));
    assertThat(profile.calls())
        .containsExactly(
            new Call(CodeProfile.NO_CALLER, 0, 20, 20 * SECOND),
            new Call(0, 1, 20, 8 * SECOND),
            new Call(1, 1, 20, 2 * SECOND),
            new Call(1, 2, 20, 5 * SECOND));
  }

  @Test
  void of_nothing_saysSo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ActivityProfile.of(List.of()))
        .withMessage("there must be a profile to sum, but is none");
  }

  @Test
  void record_profiles_givesTheRunRegionsAndPhases() {
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.record("solve", EventType.STARTED, 0, 1);
    recorder.record("solve", EventType.ACTIVE, 0, 1);
    recorder.record("solve", EventType.COMPLETED, 20 * SECOND, 1);
    recorder.ideal("solve", 10 * SECOND);
    ActivityProfile.record(List.of(rank(3)), recorder, "solve");
    var run = recorder.snapshot();
    assertThat(run.execution(0).codeProfiles())
        .containsExactly(ActivityProfile.of(List.of(rank(3))));
    assertThat(
            Flowgauge.report(run)
                .overheads()
                .activity(0)
                .overhead(OverheadClass.COMMUNICATION)
                .value())
        .isEqualTo(3);
  }
}
