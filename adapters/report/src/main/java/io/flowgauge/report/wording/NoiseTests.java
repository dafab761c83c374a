package io.flowgauge.report.wording;

import io.flowgauge.comparison.Comparison;
import java.util.Optional;

/** States why the differences of a comparison could not be tested. Stateless. */
public final class NoiseTests {
  private NoiseTests() {}

  /**
   * Returns the reason why no difference could be told from noise.
   *
   * @param comparison compared groups
   * @return a sentence; empty if a difference was tested
   */
  public static Optional<String> whyNone(Comparison comparison) {
    boolean isTested =
        comparison.quantities().stream()
            .flatMap(compared -> compared.differences().stream())
            .flatMap(Optional::stream)
            .anyMatch(difference -> difference.pValue().isMeasured());
    if (isTested) {
      return Optional.empty();
    }
    return Optional.of(
        comparison.groups().stream().allMatch(group -> group.runs().size() == 1)
            ? "One run each proves little: telling a difference from noise needs several runs per"
                + " group."
            : "No difference can be told from run-to-run noise: no quantity that the groups share"
                + " varies among the runs of a group.");
  }
}
