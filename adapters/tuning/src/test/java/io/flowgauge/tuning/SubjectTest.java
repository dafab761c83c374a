package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.tuning.TuningStep.State;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A change of a whole program whose processes come and go. */
class SubjectTest {
  private static final Change CHANGE = Change.set("unit:v", 1);
  private static final CodeRegion REGION =
      new CodeRegion("unit", "f", "f", 16, 8, Optional.empty(), false);

  private final List<TuningStep> steps = new ArrayList<>();
  private final Subject subject = new Subject(new Always(), "program", false, steps::add);
  private final Rank first = new Rank(1);
  private final Rank second = new Rank(2);

  /** A tunlet that always wants the same change. */
  private static final class Always implements Tunlet {
    @Override
    public String name() {
      return "always";
    }

    @Override
    public String description() {
      return "Changes.";
    }

    @Override
    public Watch watch() {
      return Watch.of("unit:f").ofWholeProgram();
    }

    @Override
    public Duration observed() {
      return Duration.ZERO;
    }

    @Override
    public Optional<Change> decide(Observation observation) {
      return Optional.of(CHANGE);
    }

    @Override
    public Guard guard() {
      return Guard.calls("unit:f");
    }
  }

  /** A process as presented by its provider. */
  private static final class Rank {
    private final List<Change> changes = new ArrayList<>();
    private final TargetProcess process;
    private final TunedProcess tuned;
    private long calls;
    private boolean isOver;

    Rank(long pid) {
      process = TargetProcess.builder(pid, "rank").build();
      tuned =
          new TunedProcess(
              (InstrumentedProcess)
                  Proxy.newProxyInstance(
                      SubjectTest.class.getClassLoader(),
                      new Class<?>[] {InstrumentedProcess.class},
                      (proxy, method, arguments) ->
                          switch (method.getName()) {
                            case "process" -> process;
                            case "load" -> Outcome.refused(RefusalCode.UNSUPPORTED, "it is here");
                            case "profile" -> profile();
                            case "status" ->
                                ProcessStatus.of(
                                    isOver
                                        ? ProcessStatus.State.EXITED
                                        : ProcessStatus.State.RUNNING);
                            case "change" -> change((Change) arguments[0]);
                            default -> throw new AssertionError(method);
                          }),
              new LoadSums());
    }

    private Profile profile() {
      RegionProfile region =
          new RegionProfile(
              REGION,
              calls,
              0,
              0,
              CallDurations.NONE,
              0,
              Measured.absent("not requested"),
              Map.of(),
              0,
              0,
              0,
              true,
              false);
      return new Profile(
          process,
          Instant.EPOCH,
          Instant.EPOCH,
          List.of(region),
          List.of(),
          List.of(),
          ProfileLosses.NONE);
    }

    private Outcome<AppliedChange> change(Change change) {
      changes.add(change);
      return Outcome.done(
          (AppliedChange)
              Proxy.newProxyInstance(
                  SubjectTest.class.getClassLoader(),
                  new Class<?>[] {AppliedChange.class},
                  (proxy, method, arguments) -> change));
    }
  }

  private void tick(int times) {
    for (int k = 0; k < times; k++) {
      first.tuned.forgetSnapshot();
      second.tuned.forgetSnapshot();
      subject.tick(process -> true);
    }
  }

  @Test
  void tick_tooFewIntervalsForAnError_changesNothing() {
    subject.add(first.tuned);
    tick(3);
    assertThat(steps).isEmpty();
    tick(1);
    assertThat(steps).extracting(TuningStep::state).containsExactly(State.MADE);
  }

  @Test
  void fail_withAChangeMade_saysThatItStays() {
    subject.add(first.tuned);
    tick(4);
    subject.fail("it failed");
    TuningStep last = steps.get(1);
    assertThat(last.state()).isEqualTo(State.REFUSED);
    assertThat(last.change()).contains(CHANGE);
    assertThat(last.reason())
        .isEqualTo("it failed; the change stays until its process or tuning ends");
  }

  @Test
  void add_beforeTheChange_measuresTheRateAnew() {
    subject.add(first.tuned);
    tick(3);
    subject.add(second.tuned);
    tick(4);
    assertThat(steps).extracting(step -> step.before().intervals()).containsExactly(4);
  }

  @Test
  void add_whileGuarded_changesTheProcessAndDoesNotCountItsCalls() {
    subject.add(first.tuned);
    tick(4);
    subject.add(second.tuned);
    assertThat(second.changes).containsExactly(CHANGE);
    second.calls = 1_000_000;
    tick(1);
    first.isOver = true;
    tick(1);
    assertThat(steps).extracting(TuningStep::state).containsExactly(State.MADE, State.KEPT);
    assertThat(steps.get(1).after()).isEqualTo(new Rate(0, 0, 1));
    assertThat(steps.get(1).reason())
        .isEqualTo("a process ended before the guard had watched long enough");
  }

  @Test
  void add_afterAProcessHasEnded_getsWhatWasKept() {
    subject.add(first.tuned);
    subject.add(second.tuned);
    tick(4);
    first.isOver = true;
    tick(1);
    Rank third = new Rank(3);
    subject.add(third.tuned);
    assertThat(third.changes).containsExactly(CHANGE);
  }

  @Test
  void guard_fewLongIntervals_watchesOn() {
    Guard guard = Guard.calls("unit:f");
    Duration since = Duration.ofSeconds(6);
    assertThat(Verdict.isOver(guard, new Rate(1, 1, 3), since)).isFalse();
    assertThat(Verdict.isOver(guard, new Rate(1, 1, 4), since)).isTrue();
    assertThat(Verdict.isOver(guard, new Rate(1, 1, 4), Duration.ofSeconds(3))).isFalse();
  }
}
