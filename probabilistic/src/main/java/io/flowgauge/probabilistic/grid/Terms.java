package io.flowgauge.probabilistic.grid;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Renewal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/** What is added, and how often each. Not thread-safe. */
final class Terms {
  private final GridLayout layout;
  private final int count;
  private final double ratio;
  private final Map<GridProfile, Integer> profiles = new LinkedHashMap<>();

  /** Cells in each of the layout's that profiles have. */
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

  /** Of all times together. */
  int count() {
    return count;
  }

  /** Probability to outlive a period, of a sum that is renewed. */
  double ratio() {
    return ratio;
  }

  /**
   * Masses of cells, and how often they are added.
   *
   * @param parts cells in each of the layout's, a power of 2
   */
  void forEach(int parts, ObjIntConsumer<double[]> action) {
    for (; finest < parts; finest *= 2) {
      profiles.keySet().forEach(GridProfile::refine);
    }
    int stride = finest / parts;
    profiles.forEach((profile, times) -> action.accept(profile.masses(stride), times));
  }
}
