package io.flowgauge.metrics.comparison;

import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.Quantity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Differences between two groups. The tests of one kind of quantity count as made together: the
 * more classes of overhead are compared, the stronger the evidence required to call one different.
 * Not thread-safe until {@link #correct} has returned.
 */
final class GroupPair {
  private final double confidence;
  private final Map<Quantity.Kind, List<Tested>> families = new EnumMap<>(Quantity.Kind.class);
  private final Map<Quantity, Difference> differences = new HashMap<>();

  private record Tested(Quantity quantity, NoiseTest test) {}

  GroupPair(double confidence) {
    this.confidence = confidence;
  }

  /** Tests a quantity that both groups have. */
  void add(Quantity quantity, SortedValues before, SortedValues after) {
    if (NoiseTest.isPossible(before.moments(), after.moments())) {
      families
          .computeIfAbsent(quantity.kind(), kind -> new ArrayList<>())
          .add(new Tested(quantity, new NoiseTest(before, after, confidence)));
    } else {
      differences.put(quantity, NoiseTest.untested(before.moments(), after.moments()));
    }
  }

  /**
   * Corrects the probabilities for the number of tests. Must be called once, after all quantities
   * were added.
   */
  void correct() {
    for (List<Tested> family : families.values()) {
      double[] corrected =
          Holm.corrected(family.stream().mapToDouble(each -> each.test.pValue()).toArray());
      for (int k = 0; k < corrected.length; k++) {
        Tested each = family.get(k);
        differences.put(each.quantity, each.test.difference(corrected[k]));
      }
    }
  }

  /** The difference of a quantity; empty if one of the groups does not have it. */
  Optional<Difference> difference(Quantity quantity) {
    return Optional.ofNullable(differences.get(quantity));
  }
}
