package io.flowgauge.learning.forecast;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds how far forecasts were off by predicting runs from those before them. Immutable and
 * thread-safe.
 *
 * @param past all runs, in the order in which they began
 * @param replays replays that were made earlier, of some of them
 */
record Replayed(List<PastRun> past, Replays replays) implements Hindsights {

  @Override
  public Hindsight of(List<Integer> runs) {
    return Hindsight.of(runs.stream().map(past::get).toList(), replays);
  }

  @Override
  public Map<List<Integer>, Hindsight> all() {
    List<KnownRun> known = past.stream().map(PastRun::known).toList();
    Map<List<Integer>, Hindsight> all = new LinkedHashMap<>();
    for (PastRun run : past) {
      List<Integer> alike = Learned.alike(run.workflow(), known);
      if (alike.size() > 1) {
        all.computeIfAbsent(alike, this::of);
      }
    }
    return all;
  }
}
