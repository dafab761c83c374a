package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.History;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LiveRunTest {

  /** A run that is over, and counts how often it is read. */
  private static final class EndedFeed implements RunFeed {
    private final RunRecorder recorder = Flowgauge.recorder("ended");
    private boolean hasChanged = true;
    private int reads;

    @Override
    public Duration interval() {
      return Duration.ofSeconds(1);
    }

    @Override
    public boolean update() {
      boolean isNew = hasChanged;
      hasChanged = false;
      return isNew;
    }

    @Override
    public boolean isEnded() {
      return true;
    }

    @Override
    public Optional<WorkflowRun> snapshot(Instant now) {
      return endedRun();
    }

    @Override
    public Optional<WorkflowRun> endedRun() {
      return Optional.of(recorder.snapshot());
    }

    @Override
    public Optional<WorkflowRun> finalRun() {
      reads++;
      return endedRun();
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  @Test
  void view_finishedRunWithoutActivities_isReadOnceUntilItChanges() throws IOException {
    EndedFeed feed = new EndedFeed();
    Expectation expectation = new Expectation(History.of(), List.of(), run -> Map.of());
    LiveRun run =
        new LiveRun(
            "r",
            "ended",
            feed,
            new LiveSettings(expectation, Duration.ofMinutes(1), () -> Instant.EPOCH));
    run.update();
    for (int k = 0; k < 3; k++) {
      assertThat(run.view()).isEmpty();
    }
    assertThat(feed.reads).isEqualTo(1);

    feed.recorder.record("a", EventType.COMPLETED, 1, 1);
    feed.hasChanged = true;
    run.update();
    assertThat(run.view().orElseThrow().isFinished()).isTrue();
    assertThat(run.view()).isPresent();
    assertThat(feed.reads).isEqualTo(2);
  }
}
