package io.flowgauge.learning.forecast;

import io.flowgauge.learning.saved.Saved;
import io.flowgauge.learning.service.Calibration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How far off forecasts from known sets of runs were. Any other set is treated like the known one
 * most similar to it. Immutable and thread-safe.
 *
 * @param all hindsight by set of runs
 */
record Remembered(Map<List<Integer>, Hindsight> all) implements Hindsights {
  private static final Hindsight NONE = new Hindsight(Calibration.NONE, Calibration.NONE);

  @Override
  public Hindsight of(List<Integer> runs) {
    Hindsight known = all.get(runs);
    return known == null ? nearest(runs) : known;
  }

  private Hindsight nearest(List<Integer> runs) {
    Hindsight nearest = NONE;
    double most = 0;
    for (Map.Entry<List<Integer>, Hindsight> each : all.entrySet()) {
      Set<Integer> both = new HashSet<>(each.getKey());
      both.retainAll(runs);
      double share = (double) both.size() / (each.getKey().size() + runs.size() - both.size());
      if (runs.size() > 1 && share > most) {
        most = share;
        nearest = each.getValue();
      }
    }
    return nearest;
  }

  static List<Object> saved(Hindsights hindsights) {
    List<Object> saved = new ArrayList<>();
    hindsights
        .all()
        .forEach(
            (runs, hindsight) -> {
              Map<String, Object> each = new LinkedHashMap<>();
              each.put("runs", runs);
              each.put("makespans", hindsight.makespans().saved());
              each.put("activities", hindsight.activities().saved());
              saved.add(each);
            });
    return saved;
  }

  /**
   * Restores what {@link #saved} returned.
   *
   * @param count number of all runs
   */
  static Remembered from(Saved saved, int count) {
    Map<List<Integer>, Hindsight> all = new LinkedHashMap<>();
    for (Saved each : saved.elements()) {
      all.put(
          each.at("runs").elements().stream().map(run -> run(run, count)).toList(),
          new Hindsight(
              Calibration.from(each.at("makespans")), Calibration.from(each.at("activities"))));
    }
    return new Remembered(all);
  }

  private static int run(Saved saved, int count) {
    if (saved.whole(0) >= count) {
      throw saved.error("the number of a run, below " + count);
    }
    return saved.whole(0);
  }
}
