package io.flowgauge.learning.forecast;

import io.flowgauge.learning.service.Calibration.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A cache of predictions of runs from those before them. The latest are kept, because replaying a
 * history run by run asks for most of them again. Thread-safe.
 */
public final class Replays {
  private static final int KEPT = 16;

  private final Deque<Kept> latest = new ArrayDeque<>();

  /**
   * How far off predictions of a run were.
   *
   * @param makespan outcome for its makespan, if there was a forecast
   * @param activities outcomes for its activities
   */
  record Replay(Optional<Outcome> makespan, List<Outcome> activities) {}

  private record Kept(PastRun run, List<PastRun> before, Replay replay) {
    /**
     * Whether this entry is for exactly these runs. It compares references, because comparing
     * contents would take long.
     */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(PastRun other, List<PastRun> others) {
      return run == other
          && before.size() == others.size()
          && IntStream.range(0, before.size()).allMatch(k -> before.get(k) == others.get(k));
    }
  }

  /**
   * Returns the replay of a run.
   *
   * @param before the runs it is predicted from
   * @param replay makes the replay if it is not in the cache
   */
  synchronized Replay of(PastRun run, List<PastRun> before, Supplier<Replay> replay) {
    return latest.stream()
        .filter(kept -> kept.isOf(run, before))
        .findFirst()
        .map(Kept::replay)
        .orElseGet(() -> keepLatest(new Kept(run, List.copyOf(before), replay.get())));
  }

  private Replay keepLatest(Kept kept) {
    latest.addFirst(kept);
    if (latest.size() > KEPT) {
      latest.removeLast();
    }
    return kept.replay;
  }
}
