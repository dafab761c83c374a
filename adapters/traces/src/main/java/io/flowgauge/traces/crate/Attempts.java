package io.flowgauge.traces.crate;

import io.flowgauge.model.core.Remarks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Groups actions that are attempts of one activity: they have the same name, tool and input, and
 * each starts after the previous one failed. Stateless.
 */
final class Attempts {
  private Attempts() {}

  private record Likeness(String name, List<String> tools, TreeSet<String> objects) {}

  /** Returns all actions, with those of one activity together and in order. */
  static List<List<Action>> of(List<Action> actions, Remarks remarks) {
    Map<Likeness, List<Action>> alike = new LinkedHashMap<>();
    for (Action action : actions) {
      Likeness likeness =
          new Likeness(
              action.entity().label(),
              action.entity().all("instrument"),
              new TreeSet<>(action.objects()));
      alike.computeIfAbsent(likeness, l -> new ArrayList<>(1)).add(action);
    }
    List<List<Action>> all = new ArrayList<>();
    for (List<Action> some : alike.values()) {
      if (some.size() > 1 && areAttempts(some)) {
        remarks.info(
            "activities whose failed actions are taken as earlier attempts",
            some.get(0).entity().label());
        all.add(some);
      } else {
        some.forEach(action -> all.add(List.of(action)));
      }
    }
    return all;
  }

  private static boolean areAttempts(List<Action> some) {
    some.sort(Comparator.comparingLong(action -> action.start().orElse(Long.MIN_VALUE)));
    for (int k = 1; k < some.size(); k++) {
      if (!some.get(k - 1).failed() || !some.get(k - 1).endsBefore(some.get(k))) {
        return false;
      }
    }
    return true;
  }
}
