package io.flowgauge.metrics.comparison;

import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Differences between two groups. The tests of one kind of quantity count as made together: the
 * more classes of overhead are compared, the stronger the evidence required to call one different.
 */
final class GroupPair {
  private final GroupTable before;
  private final GroupTable after;
  private final double confidence;
  private final Map<Quantity, Difference> differences = new HashMap<>();

  GroupPair(GroupTable before, GroupTable after, List<Quantity> quantities, double confidence) {
    this.before = before;
    this.after = after;
    this.confidence = confidence;
    for (Quantity.Kind kind : Quantity.Kind.values()) {
      family(quantities.stream().filter(quantity -> quantity.kind() == kind).toList());
    }
  }

  private void family(List<Quantity> quantities) {
    List<Quantity> tested = new ArrayList<>();
    List<NoiseTest> tests = new ArrayList<>();
    for (Quantity quantity : quantities) {
      Optional<GroupValues> first = before.of(quantity);
      Optional<GroupValues> second = after.of(quantity);
      if (first.isEmpty() || second.isEmpty()) {
        continue;
      }
      if (NoiseTest.isPossible(first.get(), second.get())) {
        tested.add(quantity);
        tests.add(new NoiseTest(first.get(), second.get(), confidence));
      } else {
        differences.put(quantity, NoiseTest.untested(first.get(), second.get()));
      }
    }
    double[] corrected = Holm.corrected(tests.stream().mapToDouble(NoiseTest::pValue).toArray());
    for (int k = 0; k < corrected.length; k++) {
      differences.put(tested.get(k), tests.get(k).difference(corrected[k]));
    }
  }

  /** Empty where one of the groups does not have it. */
  Optional<Difference> difference(Quantity quantity) {
    return Optional.ofNullable(differences.get(quantity));
  }
}
