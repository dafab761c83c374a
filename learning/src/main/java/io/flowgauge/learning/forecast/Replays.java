package io.flowgauge.learning.forecast;

import io.flowgauge.learning.service.Calibration.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Runs that were predicted from those before them. The latest are kept: who replays a history run
 * by run asks for most of them again. Thread-safe.
 */
public final class Replays {
  private static final int KEPT = 16;

  private final Deque<Kept> latest = new ArrayDeque<>();

  /**
   * How far off predictions of a run were.
   *
   * @param makespan that of its makespan, if there was one
   * @param activities those of its activities
   */
  record Replay(Optional<Outcome> makespan, List<Outcome> activities) {}

  private record Kept(PastRun run, List<PastRun> before, Replay replay) {
    /** Whether it is of these very runs: comparing what they hold would take long. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(PastRun other, List<PastRun> others) {
      return run == other
          && before.size() == others.size()
          && IntStream.range(0, before.size()).allMatch(k -> before.get(k) == others.get(k));
    }
  }

  /**
   * The replay of a run.
   *
   * @param before the runs it is predicted from
   * @param replay what to do if it is not known
   */
  synchronized Replay of(PastRun run, List<PastRun> before, Supplier<Replay> replay) {
    return latest.stream()
        .filter(kept -> kept.isOf(run, before))
        .findFirst()
        .map(Kept::replay)
        .orElseGet(() -> added(new Kept(run, List.copyOf(before), replay.get())));
  }

  private Replay added(Kept kept) {
    latest.addFirst(kept);
    if (latest.size() > KEPT) {
      latest.removeLast();
    }
    return kept.replay;
  }
}
