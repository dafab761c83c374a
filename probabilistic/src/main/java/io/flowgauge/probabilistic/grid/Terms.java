package io.flowgauge.probabilistic.grid;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Renewal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/** The terms of a sum and their multiplicities. Not thread-safe. */
final class Terms {
  private final GridLayout layout;
  private final int count;
  private final double ratio;
  private final Map<GridProfile, Integer> profiles = new LinkedHashMap<>();

  /** Number of cells per cell of the layout that the profiles have. */
  private int finest = 1;

  Terms(Map<Law, Integer> laws, GridLayout layout) {
    this.layout = layout;
    count = laws.values().stream().mapToInt(times -> times).sum();
    Law first = laws.keySet().iterator().next();
    ratio = layout.renews() ? ((Renewal) first).ratio() : 0;
    laws.forEach(
        (law, times) ->
            profiles.put(
                layout.renews() ? GridProfile.ofRenewal(law, layout) : GridProfile.of(law, layout),
                times));
  }

  GridLayout layout() {
    return layout;
  }

  /** Returns the number of all added times. */
  int count() {
    return count;
  }

  /** Returns the probability that a time outlives a period, for a sum that is renewed; else 0. */
  double ratio() {
    return ratio;
  }

  /**
   * Passes on the cell masses of each term and its multiplicity.
   *
   * @param parts number of cells per cell of the layout, a power of 2
   */
  void forEach(int parts, ObjIntConsumer<double[]> action) {
    for (; finest < parts; finest *= 2) {
      profiles.keySet().forEach(GridProfile::refine);
    }
    int stride = finest / parts;
    profiles.forEach((profile, times) -> action.accept(profile.masses(stride), times));
  }
}
